import { z } from 'zod';
import { type Clock, doubled } from '../../kit/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/day.ts';
import type { FairScheduler } from '../../kit/fair-scheduler.ts';
import type { LeasedInbox } from '../../kit/inbox/model.ts';
import { pack, readInbox } from '../../kit/inbox/reading.ts';
import type { Inboxes } from '../../kit/inbox/store.ts';
import { createInboxWorker } from '../../kit/inbox/worker.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { Handling } from '../../kit/stalls/handling.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import { alertEvent, lookAtAlerts } from '../alert-inbox.ts';
import type { DeliveryStatus } from '../policy/events.ts';
import { type DirectMessage, directMessageOf, directMessageSchema } from './direct-message.ts';

/** An attempt takes a request of five seconds. */
const LEASE_MS = 15 * SECOND_MS;
const WAIT_MS = { first: 2 * SECOND_MS, last: 20 * SECOND_MS };
/** A message that Slack hasn't taken after this time is given up, and the person is texted. */
const GIVE_UP_MS = MINUTE_MS;
/** A message isn't tried at all after this time, like a text about alerts. */
const LATEST_MS = 30 * MINUTE_MS;

const stateSchema = z.object({ waiting: z.array(directMessageSchema), failures: z.int() });
type Waiting = z.infer<typeof stateSchema>;
const SCHEMAS = { state: stateSchema, event: directMessageSchema };
const NOTHING: Waiting = { waiting: [], failures: 0 };

/**
 * Posts the messages that call people, each person's by itself, oldest first. The next decision learns whether a message arrived. A process
 * that dies in between may post a message twice.
 *
 * @param delivered called once a decision is due
 */
export function createDirectMessages(deps: {
  inboxes: Inboxes;
  poster: Pick<Poster, 'pin'>;
  words: Pick<WordsFor, 'of'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  delivered: () => void;
}): Worker {
  const { inboxes, poster, words, clock, log, newId, delivered } = deps;

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace, name: userId } = leased.address;
    const read = await deps.runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const { state, earlier, events, unreadable, toCommit } = read;
    const before = state ?? NOTHING;
    // Messages that were quarantined have waited longer.
    const waiting = [...earlier.flatMap(each => each.waiting), ...before.waiting, ...events];
    const [first, ...rest] = waiting;
    const result = first ? await post(workspace, userId, first, before.failures) : null;
    const next =
      result && 'retryAt' in result
        ? { waiting, failures: before.failures + 1 }
        : { waiting: rest, failures: 0 };
    const dueAt = result && 'retryAt' in result ? result.retryAt : clock.now();
    const isOver = next.waiting.length === 0;
    const news =
      first && result && 'status' in result
        ? [alertEvent(workspace, { kind: 'delivery', text: first.text, statuses: [[userId, result.status]] })]
        : [];
    const commit = {
      state: isOver ? null : pack(JSON.stringify(next)),
      dueAt: isOver ? null : dueAt,
      intents: [],
      events: news,
      unreadable,
    };
    if ((await inboxes.commit(toCommit, commit, clock.now())) && news.length > 0) delivered();
  }

  /** Posts a message, unless a responder is on all of it already or Slack has been away for too long. */
  async function post(
    workspace: string,
    userId: string,
    message: DirectMessage,
    failures: number,
  ): Promise<{ status: DeliveryStatus } | { retryAt: number }> {
    const { text, at } = message;
    const state = await lookAtAlerts(deps, workspace);
    if (state.texts.get(text)?.isCancelled) return { status: 'unsent' };
    // The app was down: what it says may be over, so the next decision tells what is.
    if (clock.now() - at >= LATEST_MS) return { status: 'expired' };
    const shown = await poster.pin(
      workspace,
      userId,
      directMessageOf(await words.of(workspace, userId), message),
    );
    if (shown.kind === 'ok') return { status: 'sent' };
    if (shown.kind === 'refused') {
      log.warn({ workspace, error: shown.error }, 'Slack refused a message that calls somebody');
      return { status: 'unsent' };
    }
    const now = clock.now();
    const giveUpAt = at + GIVE_UP_MS;
    if (now >= giveUpAt) return { status: 'unsent' };
    const waitMs = Math.max(doubled(WAIT_MS, failures), shown.afterMs ?? 0);
    return { retryAt: Math.min(now + waitMs, giveUpAt) };
  }

  return createInboxWorker({
    inboxes,
    kind: 'messages',
    leaseMs: LEASE_MS,
    byTimeOfDay: false,
    work,
    failure: 'can’t message people about alerts; trying again',
    handling: deps.handling,
    clock,
    log,
  });
}
