import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Clock, doubled } from '../kit/clock.ts';
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
import { type OnCall, onCall, onSince, type Rota } from './rota.ts';
import type { Rotas } from './service.ts';

/** A hand-over that was missed for longer than this is not said any more: nobody is woken hours after the fact. */
export const LATE_MS = 3_600_000;
/** How many hand-overs are remembered. If a clock is set back, they come once more, and aren't said again. */
const MAX_REMEMBERED = 20;

const stateSchema = z.object({
  /** Who was on call when we looked last, as a mark. */
  on: z.string(),
  /** The hand-overs that were said, the newest last. */
  announced: z.array(z.string()),
  /** The one that is to be posted: when it was, as a time of day. */
  post: z.int().nullable(),
  /** How often Slack didn't take that post. */
  failures: z.int(),
});
export type HandOverState = z.infer<typeof stateSchema>;

/** `comes`: the hand-over that is to be said, by a name of its own; null: there is none. */
type RotaLook = { state: HandOverState; now: OnCall; comes: { name: string; at: number } | null };

/**
 * Whether there was a hand-over since we looked last. It was when whoever is on call now came on; or when somebody changed
 * the rota, if that is why they are.
 *
 * @param before null: we look for the first time, and whoever is on call is no news
 */
export function lookAt(rota: Rota, before: HandOverState | null, at: number): RotaLook {
  const now = onCall(rota, at);
  const on = markOf(now.person);
  const state: HandOverState = { ...(before ?? { announced: [], post: null, failures: 0 }), on };
  if (before === null || before.on === on) return { state, now, comes: null };
  const came = Math.max(onSince(rota, at) ?? 0, rota.changedAt);
  const name = `${came} ${on}`;
  if (at - came >= LATE_MS || state.announced.includes(name)) return { state, now, comes: null };
  const announced = [...state.announced, name].slice(-MAX_REMEMBERED);
  return {
    state: { ...state, announced: announced, post: rota.channel === null ? null : came, failures: 0 },
    now,
    comes: { name, at: came },
  };
}

/** Tells people apart without keeping who they are: they may be forgotten. */
function markOf(person: Recipient | null): string {
  return person === null
    ? '-'
    : createHash('sha256').update(recipientKeyOf(person)).digest('base64url').slice(0, 16);
}

/** A post may take two requests of five seconds each. */
const LEASE_MS = 30_000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };
/** What is said to be coming is written by then. */
const ONCE_MORE_MS = 60_000;

const EVENT = { kind: 'coming' } as const;
const SCHEMAS = { state: stateSchema.nullable(), event: z.object({ kind: z.literal(EVENT.kind) }) };

/** What came of a post. */
type SaidHandOver =
  | { kind: 'ok' }
  | { kind: 'refused'; error: string }
  | { kind: 'away'; afterMs: number | null };

/** Hears, however late, that somebody else is on call in a rota, or nobody any more. */
type HandOverListener = {
  /** Is stored with the hand-over itself. */
  eventOf(workspace: string, rota: string): InboxCommit['events'][number];
  /** Called then: there is something to look at. */
  wake(): void;
};

declare module '../kit/inbox/model.ts' {
  interface InboxKinds {
    /** The hand-overs of a rota; `name`: the rota's id. */
    rotas: 'rotas';
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
  now: OnCall,
) => Promise<SaidHandOver>;

/**
 * Says, durably, that who is on call in a rota may be about to change.
 *
 * @param wake called then: there is something to look at
 */
export function createComing(deps: {
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
 * Says hand-overs: in the rota's channel, and by text to whoever comes on. That a hand-over was seen, its text, and when to
 * look next are stored in one step: one text, whoever dies or looks at the same time, and wherever the clock is set. A
 * post may come twice.
 *
 * @param texted is called when there may be a text to send
 */
export function createHandOvers(deps: {
  inboxes: Inboxes;
  rotas: Pick<Rotas, 'one'>;
  listeners: () => readonly HandOverListener[];
  say: SayHandOver;
  words: Pick<WordsFor, 'of'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  texted: () => void;
}): Worker {
  const { inboxes, rotas, say, runFairly, clock, log, newId, texted } = deps;

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace, name: id } = leased.address;
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const rota = await rotas.one(workspace, id);
    const wall = clock.wall();
    const looked = rota && lookAt(rota, read.state, wall);
    const comes = looked?.comes ?? null;
    const intents =
      rota && comes && rota.texts ? await textOf(workspace, rota, looked?.now ?? null, comes) : [];
    const posted =
      rota && looked && !comes
        ? await post(workspace, rota, looked)
        : { state: looked?.state ?? null, again: null };
    // Whether it is said or not: that depends on how late it is.
    const isOther = (looked?.state.on ?? null) !== (read.state?.on ?? null);
    const listeners = isOther ? deps.listeners() : [];
    const now = clock.now();
    const dues = [
      // What is to be posted is stored first: then it is posted even if this process dies.
      ...(comes ? [now] : []),
      ...(posted.again === null ? [] : [posted.again]),
      ...(read.events.length > 0 ? [now + ONCE_MORE_MS] : []),
      ...(looked?.now.until ? [now + Math.max(0, looked.now.until - clock.wall(now))] : []),
    ];
    const next = {
      // A rota that was deleted leaves nothing.
      state: posted.state && JSON.stringify(posted.state),
      dueAt: dues.length > 0 ? Math.min(...dues) : null,
      intents,
      events: listeners.map(({ eventOf }) => eventOf(workspace, id)),
      unreadable: read.unreadable,
    };
    if (!(await inboxes.commit(read.toCommit, next, now))) return;
    for (const { wake } of listeners) wake();
    if (comes) {
      log.info({ workspace, rota: id }, 'a rota was handed over');
      texted();
    }
  }

  /** The text to whoever comes on. Its identity is the hand-over’s own. */
  async function textOf(
    workspace: string,
    rota: Rota,
    now: OnCall | null,
    { name }: { name: string },
  ): Promise<Intent[]> {
    if (!now?.person) return [];
    const words = await deps.words.of(workspace, null);
    return [
      {
        id: intentIdOf({ workspace, idempotencyKey: `${rota.id} ${name}` }),
        workspace,
        source: { feature: 'rotas', kind: 'hand-over', data: { rota: rota.id } },
        resendOf: null,
        actor: 'rota',
        to: [now.person],
        message: words.rotas.text({ rota: rota.name, until: now.until }),
        priority: 'people',
        confirmed: true,
        replyTo: null,
        language: null,
        acceptedAt: clock.now(),
      },
    ];
  }

  /** Posts what an earlier look found. `again`: when to try once more. */
  async function post(
    workspace: string,
    rota: Rota,
    { state, now }: { state: HandOverState; now: OnCall },
  ): Promise<{ state: HandOverState; again: number | null }> {
    const done = { state: { ...state, post: null, failures: 0 }, again: null };
    if (state.post === null || rota.channel === null || clock.wall() - state.post >= LATE_MS) return done;
    const posted = await say(workspace, rota.channel, rota, now);
    if (posted.kind === 'refused') log.warn({ error: posted.error }, 'Slack refused the post of a hand-over');
    if (posted.kind !== 'away') return done;
    const wait = doubled(WAIT_MS, state.failures);
    const again = clock.now() + Math.max(wait, posted.afterMs ?? 0);
    return { state: { ...state, failures: state.failures + 1 }, again };
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
