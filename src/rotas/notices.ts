import { z } from 'zod';
import { type Clock, doubled } from '../kit/clock.ts';
import { HOUR_MS } from '../kit/day.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { InboxAddress, InboxCommit, LeasedInbox } from '../kit/inbox/model.ts';
import { readInbox } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { createInboxWorker } from '../kit/inbox/worker.ts';
import type { Handling } from '../kit/stalls/handling.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import { type Intent, intentIdOf } from '../texts/intent.ts';
import type { NoticeChoicesOf } from './notice-choices.ts';
import {
  isLate,
  KINDS,
  lastTimes,
  type NoticedTurn,
  type NoticeTime,
  nextTime,
  noticedTurns,
} from './notice-times.ts';
import { planOf } from './plan.ts';
import { isSamePerson, PLACES, teammate } from './rota.ts';
import type { Rotas } from './service.ts';
import { onCall } from './stints.ts';

/** If a clock is set back, remembered times come again without notices. */
const MAX_REMEMBERED = 20;

/** Somebody came on call and chose to hear of it by a message. */
const handOverSchema = z.object({
  kind: z.literal('hand_over'),
  userId: z.string(),
  at: z.int(),
  rota: z.string(),
  place: z.enum(PLACES),
});
export type HandOverNotice = z.infer<typeof handOverSchema>;

/** A message that isn't posted yet. */
const messageSchema = z.union([
  z.object({ kind: z.enum(KINDS), userId: z.string(), at: z.int() }),
  handOverSchema,
]);
type NoticeMessage = z.infer<typeof messageSchema>;

const stateSchema = z.object({
  /** The times whose notices went out, newest last. */
  past: z.array(z.string()),
  messages: z.array(messageSchema),
  /** Failed attempts to post the first of them. */
  failures: z.int(),
});
type NoticeState = z.infer<typeof stateSchema>;

/** `check`: there may be a first rota. */
const eventSchema = z.union([z.object({ kind: z.literal('check') }), handOverSchema]);
const SCHEMAS = { state: stateSchema.nullable(), event: eventSchema };

const addressOf = (workspace: string): InboxAddress => ({ kind: 'on_call_notices', workspace, name: '' });
type NoticeEvent = InboxCommit['events'][number];

/** Begins a workspace's notices, once it has a rota. */
export const checkNotices = (workspace: string): NoticeEvent => ({
  address: addressOf(workspace),
  body: JSON.stringify({ kind: 'check' }),
});
export const handOverNotice = (workspace: string, notice: Omit<HandOverNotice, 'kind'>): NoticeEvent => ({
  address: addressOf(workspace),
  body: JSON.stringify({ kind: 'hand_over', ...notice }),
});

/** Older messages about a hand-over aren't posted. */
const HAND_OVER_LATE_MS = HOUR_MS;
const LEASE_MS = 30_000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };

const isTooLate = (message: NoticeMessage, at: number): boolean =>
  message.kind === 'hand_over' ? at - message.at >= HAND_OVER_LATE_MS : isLate(message, at);

type PostedNotice = { kind: 'ok' | 'refused' } | { kind: 'away'; afterMs: number | null };
/** Posts a notice to the person. */
export type PostNotice = (
  workspace: string,
  userId: string,
  kind: NoticeMessage['kind'],
  turns: readonly NoticedTurn[],
) => Promise<PostedNotice>;

/**
 * Tells people of their turns: the evening before, and on Monday for the week. One commit stores that a time is past, its texts and
 * its messages, so nobody gets a text twice, even if processes die or a clock is set. A message may come twice.
 *
 * @param texted is called when there may be a text to send
 */
export function createNotices(deps: {
  inboxes: Inboxes;
  rotas: Pick<Rotas, 'list' | 'one' | 'holidays'>;
  choices: NoticeChoicesOf;
  post: PostNotice;
  words: Pick<WordsFor, 'of'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  texted: () => void;
}): Worker {
  const { inboxes, rotas, choices, post, runFairly, clock, log, newId, texted } = deps;

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const all = await rotas.list(workspace);
    const wall = clock.wall();
    const before = read.state ?? { past: lastTimes(wall).map(nameOf), messages: [], failures: 0 };
    const times = lastTimes(wall).filter(time => !before.past.includes(nameOf(time)));
    const notices = await noticesFor(
      workspace,
      times.filter(time => !isLate(time, wall)),
    );
    const handOvers = read.events.flatMap(event => (event.kind === 'hand_over' ? event : []));
    const state = {
      ...before,
      past: [...before.past, ...times.map(nameOf)].slice(-MAX_REMEMBERED),
      messages: [...before.messages, ...handOvers, ...notices.messages],
    };
    // Stores the messages first, so that another process posts them if this one dies.
    const isMore = state.messages.length > before.messages.length;
    const sent = isMore ? { state, retryAt: null } : await postFirst(workspace, state);
    const now = clock.now();
    const isIdle = all.length === 0 && sent.state.messages.length === 0;
    const dues = [
      now + Math.max(0, nextTime(wall) - clock.wall(now)),
      ...(sent.state.messages.length > 0 ? [sent.retryAt ?? now] : []),
    ];
    const next = {
      // A workspace without rotas needs no state.
      state: isIdle ? null : JSON.stringify(sent.state),
      dueAt: isIdle ? null : Math.min(...dues),
      intents: notices.texts,
      events: [],
      unreadable: read.unreadable,
    };
    if (!(await inboxes.commit(read.toCommit, next, now))) return;
    if (notices.texts.length > 0) texted();
  }

  async function noticesFor(
    workspace: string,
    times: readonly NoticeTime[],
  ): Promise<{ texts: Intent[]; messages: NoticeMessage[] }> {
    const texts: Intent[] = [];
    const messages: NoticeMessage[] = [];
    for (const time of times) {
      for (const [userId, turns] of await turnsAt(workspace, time)) {
        const way = (await choices.of(workspace, userId))[time.kind];
        if (way === 'message') messages.push({ ...time, userId });
        if (way === 'text') texts.push(await textOf(workspace, userId, time, turns));
      }
      log.info({ workspace, kind: time.kind }, 'people heard of their turns');
    }
    return { texts, messages };
  }

  async function turnsAt(workspace: string, time: NoticeTime): Promise<Map<string, NoticedTurn[]>> {
    const [all, holidays] = await Promise.all([rotas.list(workspace), rotas.holidays(workspace)]);
    return runFairly(workspace, noticedTurns(all, holidays, time));
  }

  async function textOf(
    workspace: string,
    userId: string,
    time: NoticeTime,
    turns: readonly NoticedTurn[],
  ): Promise<Intent> {
    const { onCallNotices } = await deps.words.of(workspace, userId);
    return {
      id: intentIdOf({ workspace, idempotencyKey: `on-call notice ${nameOf(time)} ${userId}` }),
      workspace,
      source: { feature: 'rotas', kind: 'notice', data: { userId } },
      resendOf: null,
      actor: 'rota',
      to: [teammate(userId)],
      message: onCallNotices.text[time.kind](turns),
      priority: 'people',
      confirmed: true,
      replyTo: null,
      language: null,
      acceptedAt: clock.now(),
    };
  }

  /** Posts the first message as the rotas are now. `retryAt`: when to try again; null: at once. */
  async function postFirst(
    workspace: string,
    state: NoticeState,
  ): Promise<{ state: NoticeState; retryAt: number | null }> {
    const [message, ...messages] = state.messages;
    if (!message) return { state, retryAt: null };
    const done = { state: { ...state, messages, failures: 0 }, retryAt: null };
    if (isTooLate(message, clock.wall())) return done;
    const turns = await turnsOf(workspace, message);
    if (turns.length === 0) return done;
    const posted = await post(workspace, message.userId, message.kind, turns);
    if (posted.kind === 'refused') log.warn({ workspace }, 'Slack refused a notice of a turn');
    if (posted.kind !== 'away') return done;
    const wait = Math.max(doubled(WAIT_MS, state.failures), posted.afterMs ?? 0);
    return { state: { ...state, failures: state.failures + 1 }, retryAt: clock.now() + wait };
  }

  /** The turns that a message is about; none if the person doesn't have them any more. */
  async function turnsOf(workspace: string, message: NoticeMessage): Promise<readonly NoticedTurn[]> {
    if (message.kind !== 'hand_over')
      return (await turnsAt(workspace, { kind: message.kind, at: message.at })).get(message.userId) ?? [];
    const { place, at: from } = message;
    const [rota, holidays] = await Promise.all([
      rotas.one(workspace, message.rota),
      rotas.holidays(workspace),
    ]);
    if (!rota) return [];
    const { person, until } = onCall(planOf(rota, place, holidays), clock.wall());
    return isSamePerson(person, teammate(message.userId)) ? [{ rota: rota.name, place, from, until }] : [];
  }

  return createInboxWorker({
    inboxes,
    kind: 'on_call_notices',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'can’t tell people of their turns; trying again',
    handling: deps.handling,
    clock,
    log,
  });
}

const nameOf = ({ kind, at }: NoticeTime): string => `${kind} ${at}`;
