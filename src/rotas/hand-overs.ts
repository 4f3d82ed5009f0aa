import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HolidayNames } from '../holidays/holiday.ts';
import { type Clock, doubled } from '../kit/clock.ts';
import { HOUR_MS } from '../kit/day.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { InboxCommit, LeasedInbox } from '../kit/inbox/model.ts';
import { readInbox } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { createInboxWorker } from '../kit/inbox/worker.ts';
import type { Handling } from '../kit/stalls/handling.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import { type Intent, intentIdOf } from '../texts/intent.ts';
import { type Recipient, recipientKeyOf } from '../texts/recipient.ts';
import { DEFAULT_CHOICES, handOverWay, type NoticeChoicesOf } from './notice-choices.ts';
import { checkNotices, handOverNotice } from './notices.ts';
import { planOf } from './plan.ts';
import { hasSecond, PLACES, type Rota, type RotaPlace } from './rota.ts';
import type { Rotas } from './service.ts';
import { type OnCall, onCall, onSince } from './stints.ts';

/** Older hand-overs aren't announced, so that a late text doesn't wake the person on call. */
export const LATE_MS = HOUR_MS;
/** If a clock is set back, remembered hand-overs come again without being announced again. */
const MAX_REMEMBERED = 40;

const stateSchema = z.object({
  /** The time of day of the last check. */
  checkedAt: z.int(),
  /** Digests of the people who had the places at the last check. */
  on: z.record(z.enum(PLACES), z.string()),
  /** The names of announced hand-overs, newest last. */
  announced: z.array(z.string()),
  /** The time of day of the hand-over to post; null if there is none. */
  post: z.int().nullable(),
  /** Failed attempts to post the hand-over. */
  failures: z.int(),
});
export type HandOverState = z.infer<typeof stateSchema>;

/** Whoever has a rota's places. `second`: null if it has no second in line. */
export type OnCallNow = { first: OnCall; second: OnCall | null };

/** A hand-over to announce, with a unique name. */
type HandOver = { place: RotaPlace; name: string; at: number };
type RotaCheck = { state: HandOverState; onCallNow: OnCallNow; handOvers: readonly HandOver[] };

export const onCallNow = (rota: Rota, holidays: HolidayNames, at: number): OnCallNow => ({
  first: onCall(planOf(rota, 'first', holidays), at),
  second: hasSecond(rota) ? onCall(planOf(rota, 'second', holidays), at) : null,
});

/**
 * Checks for hand-overs of both places since the last check. The time of one is when the person came on. If the plan says that they
 * came before the last check, which found another person, then a user has changed the rota or the holidays meanwhile: the time is that
 * of the rota's change, or of this check.
 *
 * @param before null at the first check, which announces nothing
 */
export function checkRota(
  rota: Rota,
  holidays: HolidayNames,
  before: HandOverState | null,
  at: number,
): RotaCheck {
  const now = onCallNow(rota, holidays, at);
  const on = { first: markOf(now.first.person), second: markOf(now.second?.person ?? null) };
  const state: HandOverState = {
    ...(before ?? { announced: [], post: null, failures: 0 }),
    on,
    checkedAt: at,
  };
  if (before === null) return { state, onCallNow: now, handOvers: [] };
  const handOvers = PLACES.filter(place => before.on[place] !== on[place]).flatMap((place): HandOver[] => {
    const planned = Math.max(onSince(planOf(rota, place, holidays), at) ?? 0, rota.changedAt);
    const came = planned < before.checkedAt && before.checkedAt < at ? at : planned;
    const name = `${came} ${place} ${on[place]}`;
    return at - came >= LATE_MS || state.announced.includes(name) ? [] : [{ place, name, at: came }];
  });
  if (handOvers.length === 0) return { state, onCallNow: now, handOvers };
  const announced = [...state.announced, ...handOvers.map(({ name }) => name)].slice(-MAX_REMEMBERED);
  const latest = Math.max(...handOvers.map(({ at: came }) => came));
  return {
    state: { ...state, announced, post: rota.channel === null ? null : latest, failures: 0 },
    onCallNow: now,
    handOvers,
  };
}

/** A digest that tells people apart without storing who they are, because they may be erased. */
function markOf(person: Recipient | null): string {
  return person === null
    ? '-'
    : createHash('sha256').update(recipientKeyOf(person)).digest('base64url').slice(0, 16);
}

/** A post may take two requests of five seconds each. */
const LEASE_MS = 30_000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };
/** Checks again after this time: a change for which a check was requested in advance has been committed by then. */
const ONCE_MORE_MS = 60_000;

const EVENT = { kind: 'check' } as const;
const SCHEMAS = { state: stateSchema.nullable(), event: z.object({ kind: z.literal(EVENT.kind) }) };

type SaidHandOver =
  | { kind: 'ok' }
  | { kind: 'refused'; error: string }
  | { kind: 'away'; afterMs: number | null };

/** A feature that hears of every change of a rota's person on call, even if it is too late to announce. */
type HandOverListener = {
  /** Committed with the hand-over itself. */
  eventOf(workspace: string, rota: string): InboxCommit['events'][number];
  /** Called after the commit. */
  wake(): void;
};

declare module '../kit/inbox/model.ts' {
  interface InboxKinds {
    /**
     * - `rotas`: the hand-overs of a rota; `name`: the rota's id
     * - `swaps`: a request for a swap; `name`: its id. Deleted when it is over and everybody knows
     * - `on_call_notices`: a workspace's notices of turns; `name` is empty
     */
    rotas: 'rotas' | 'swaps' | 'on_call_notices';
  }
}

declare module '../kit/slack/services.ts' {
  interface Extensions {
    handOverListeners: readonly HandOverListener[];
  }
}

/** Posts in the rota's channel who is on call now. */
export type SayHandOver = (
  workspace: string,
  channel: string,
  rota: Rota,
  now: OnCallNow,
) => Promise<SaidHandOver>;

/**
 * Durably requests a check of a rota whose person on call may be about to change.
 *
 * @param wake is called after the request is stored
 */
export function createCheckRequests(deps: {
  inboxes: Pick<Inboxes, 'put'>;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): (workspace: string, rota: string) => Promise<void> {
  const { inboxes, clock, newId, wake } = deps;
  return async (workspace, name) => {
    const address = { kind: 'rotas' as const, workspace, name };
    await inboxes.put({ id: newId(), address, body: JSON.stringify(EVENT), dedupe: null }, clock.now());
    wake();
  };
}

/**
 * Announces hand-overs in the rota's channel, and to the people who come on as they chose. One commit stores the
 * hand-over, its texts and the time of the next check, so there is one text even if processes die, check at the same
 * time, or a clock is set. A post may come twice.
 *
 * @param texted is called when there may be a text to send
 * @param noticed is called when there may be a notice to post
 */
export function createHandOvers(deps: {
  inboxes: Inboxes;
  rotas: Pick<Rotas, 'one' | 'holidays'>;
  listeners: () => readonly HandOverListener[];
  say: SayHandOver;
  choices: NoticeChoicesOf;
  words: Pick<WordsFor, 'of'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  texted: () => void;
  noticed: () => void;
}): Worker {
  const { inboxes, rotas, say, choices, runFairly, clock, log, newId, texted, noticed } = deps;

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace, name: id } = leased.address;
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const [rota, holidays] = await Promise.all([rotas.one(workspace, id), rotas.holidays(workspace)]);
    const check = rota && checkRota(rota, holidays, read.state, clock.wall());
    const isHandedOver = check !== null && check.handOvers.length > 0;
    const notices = rota && check ? await noticesOf(workspace, rota, check) : { intents: [], events: [] };
    // A rota that is new may be the workspace's first.
    if (check && read.state === null) notices.events.push(checkNotices(workspace));
    const posted =
      rota && check && !isHandedOver
        ? await post(workspace, rota, check)
        : { state: check?.state ?? null, retryAt: null };
    // Listeners hear of the change even if it is too late to announce.
    const isChanged = PLACES.some(place => check?.state.on[place] !== read.state?.on[place]);
    const listeners = isChanged ? deps.listeners() : [];
    const now = clock.now();
    const { first = null, second = null } = check?.onCallNow ?? {};
    const ends = [first?.until ?? [], second?.until ?? []].flat();
    const dues = [
      // Stores the post first, so that another process posts it if this one dies.
      ...(isHandedOver ? [now] : []),
      ...(posted.retryAt === null ? [] : [posted.retryAt]),
      ...(read.events.length > 0 ? [now + ONCE_MORE_MS] : []),
      ...ends.map(until => now + Math.max(0, until - clock.wall(now))),
    ];
    const next = {
      // A deleted rota leaves no state.
      state: posted.state && JSON.stringify(posted.state),
      dueAt: dues.length > 0 ? Math.min(...dues) : null,
      intents: notices.intents,
      events: [...listeners.map(({ eventOf }) => eventOf(workspace, id)), ...notices.events],
      unreadable: read.unreadable,
    };
    if (!(await inboxes.commit(read.toCommit, next, now))) return;
    for (const { wake } of listeners) wake();
    if (notices.events.length > 0) noticed();
    if (isHandedOver) {
      log.info({ workspace, rota: id }, 'a rota was handed over');
      texted();
    }
  }

  /** What the people who come on get. The idempotency key of each text contains the hand-over's name. */
  async function noticesOf(
    workspace: string,
    rota: Rota,
    check: RotaCheck,
  ): Promise<{ intents: Intent[]; events: InboxCommit['events'] }> {
    const [intents, events]: [Intent[], InboxCommit['events']] = [[], []];
    const { rotas: words } = await deps.words.of(workspace, null);
    for (const { place, name, at } of check.handOvers) {
      const now = check.onCallNow[place];
      if (!now?.person) continue;
      const { person, until } = now;
      const userId = person.kind === 'teammate' ? person.userId : null;
      // Only people with a Slack account can choose.
      const own = userId === null ? DEFAULT_CHOICES : await choices.of(workspace, userId);
      const way = handOverWay(own, rota);
      if (way === 'text')
        intents.push({
          id: intentIdOf({ workspace, idempotencyKey: `${rota.id} ${name}` }),
          workspace,
          source: { feature: 'rotas', kind: 'hand-over', data: { rota: rota.id } },
          resendOf: null,
          actor: 'rota',
          to: [person],
          message: words.text[place]({ rota: rota.name, until }),
          priority: 'people',
          confirmed: true,
          replyTo: null,
          language: null,
          acceptedAt: clock.now(),
        });
      if (way === 'message' && userId !== null)
        events.push(handOverNotice(workspace, { userId, at, rota: rota.id, place }));
    }
    return { intents, events };
  }

  /**
   * Posts the hand-over that an earlier check stored. `retryAt`: when to try again; null if there is nothing left to
   * post.
   */
  async function post(
    workspace: string,
    rota: Rota,
    { state, onCallNow }: Pick<RotaCheck, 'state' | 'onCallNow'>,
  ): Promise<{ state: HandOverState; retryAt: number | null }> {
    const done = { state: { ...state, post: null, failures: 0 }, retryAt: null };
    if (state.post === null || rota.channel === null || clock.wall() - state.post >= LATE_MS) return done;
    const posted = await say(workspace, rota.channel, rota, onCallNow);
    if (posted.kind === 'refused') log.warn({ error: posted.error }, 'Slack refused the post of a hand-over');
    if (posted.kind !== 'away') return done;
    const wait = doubled(WAIT_MS, state.failures);
    const retryAt = clock.now() + Math.max(wait, posted.afterMs ?? 0);
    return { state: { ...state, failures: state.failures + 1 }, retryAt };
  }

  return createInboxWorker({
    inboxes,
    kind: 'rotas',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'can’t look at a rota; trying again',
    handling: deps.handling,
    clock,
    log,
  });
}
