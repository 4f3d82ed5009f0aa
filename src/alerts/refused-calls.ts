import { z } from 'zod';
import { type Clock, doubled } from '../kit/clock.ts';
import { HOUR_MS } from '../kit/day.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { LeasedInbox } from '../kit/inbox/model.ts';
import { readInbox } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { createInboxWorker } from '../kit/inbox/worker.ts';
import { addCounts, countSchema } from '../kit/json.ts';
import type { Poster } from '../kit/slack/posting.ts';
import { harmless } from '../kit/slack-text.ts';
import type { Handling } from '../kit/stalls/handling.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { People } from '../workspace/people.ts';
import type { Hook, Hooks } from './hooks.ts';
import { type CalledHook, REFUSALS, type RefusalReason } from './recent-calls.ts';

/*
 * Reports calls that had the right token but were refused. Their senders are machines that drop the answer, so the hook's channel and
 * the hook's maker get a message: at once for the first refused call, and at the end of an hour for all others of that hour.
 */

/** Counts stay in memory this long: a storm costs one write in this time, and a kill loses at most these counts. */
const GATHER_MS = 5000;
/** Enough for several posts of five seconds each. */
const LEASE_MS = 60_000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };
/** Limit for the names of fields in a message. */
const MAX_SEEN = 5;
const SEEN_CHARACTERS = 40;

const countsSchema = z.partialRecord(z.enum(REFUSALS), countSchema);
const eventSchema = z.object({ counts: countsSchema, seen: z.array(z.string()) });
/** The number of refused calls for each reason, and some names of fields in those that weren't understood. */
type RefusedCounts = z.infer<typeof eventSchema>;

const stateSchema = z.object({
  /** Not reported yet. */
  pending: eventSchema,
  /** The time of the last report; null if there was none. */
  reportedAt: z.number().nullable(),
  /** Recipients of the current report that have it, or that Slack refused. */
  posts: z.array(z.object({ recipient: z.string(), isPosted: z.boolean() })),
  /** Failed attempts at the current report. */
  failures: z.int(),
});
type RefusedState = z.infer<typeof stateSchema>;

const NONE: RefusedCounts = { counts: {}, seen: [] };
const NO_REPORT: RefusedState = { pending: NONE, reportedAt: null, posts: [], failures: 0 };
const SCHEMAS = { state: stateSchema, event: eventSchema };

const reasonsOf = ({ counts }: RefusedCounts): { why: RefusalReason; count: number }[] =>
  REFUSALS.flatMap(why => (counts[why] ? [{ why, count: counts[why] }] : []));

function sumOf(before: RefusedCounts, added: RefusedCounts): RefusedCounts {
  const sums = REFUSALS.map(
    why => [why, addCounts(before.counts[why] ?? 0, added.counts[why] ?? 0)] as const,
  );
  return {
    counts: Object.fromEntries(sums.filter(([, count]) => count > 0)),
    seen: [...new Set([...before.seen, ...added.seen])].slice(0, MAX_SEEN),
  };
}

export type RefusedCalls = Worker & {
  /**
   * Notes a refused call. Resolves once its report is stored.
   *
   * @param seen harmless names of fields in a body that wasn't understood
   * @throws StorageError
   */
  note(hook: CalledHook, why: RefusalReason, seen: readonly string[]): Promise<void>;
};

export function createRefusedCalls(deps: {
  inboxes: Inboxes;
  hooks: Pick<Hooks, 'list'>;
  people: Pick<People, 'facts' | 'admins'>;
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
}): RefusedCalls {
  const { inboxes, hooks, people, poster, words, runFairly, handling, clock, log, newId } = deps;
  const gathering = createGathering({ put, clock, log });
  const worker = createInboxWorker({
    inboxes,
    kind: 'refusals',
    leaseMs: LEASE_MS,
    byTimeOfDay: false,
    work,
    handling,
    clock,
    log,
    failure: 'can’t tell of refused calls; trying again',
  });

  async function put({ workspace, hookId }: CalledHook, refused: RefusedCounts): Promise<void> {
    const address = { kind: 'refusals', workspace, name: hookId } as const;
    await inboxes.put({ id: newId(), address, body: JSON.stringify(refused), dedupe: null }, clock.now());
    worker.wake();
  }

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace, name } = leased.address;
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const before = read.state ?? NO_REPORT;
    const hook = (await hooks.list(workspace)).find(({ id }) => id === name);
    const pending = read.events.reduce(sumOf, before.pending);
    // A revoked hook's calls need no report.
    const { state, dueAt } = hook
      ? await report(workspace, hook, { ...before, pending })
      : { state: null, dueAt: null };
    const next = {
      state: state && JSON.stringify(state),
      dueAt,
      intents: [],
      events: [],
      unreadable: read.unreadable,
    };
    await inboxes.commit(read.toCommit, next, clock.now());
  }

  /** Reports the pending calls if it is time. `state`: null if nothing is pending, so the next call is reported at once. */
  async function report(
    workspace: string,
    hook: Hook,
    state: RefusedState,
  ): Promise<{ state: RefusedState | null; dueAt: number | null }> {
    const reasons = reasonsOf(state.pending);
    const nextAt = state.reportedAt === null ? 0 : state.reportedAt + HOUR_MS;
    if (clock.now() < nextAt) return { state, dueAt: nextAt };
    if (reasons.length === 0) return { state: null, dueAt: null };
    const { calls } = await words.of(workspace, null);
    const { seen } = state.pending;
    const text = calls.nothingMade({
      hook: harmless(hook.name, 60),
      reasons,
      seen: seen.map(name => harmless(name, SEEN_CHARACTERS)),
    });
    const { posts, away } = await postToAll(workspace, hook, text, state.posts);
    if (away.length === 0) {
      log.info({ workspace, hook: hook.id, reasons }, 'somebody was told of refused calls');
      return { state: { ...NO_REPORT, reportedAt: clock.now() }, dueAt: clock.now() + HOUR_MS };
    }
    const dueAt = clock.now() + Math.max(doubled(WAIT_MS, state.failures), ...away);
    return { state: { ...state, posts, failures: state.failures + 1 }, dueAt };
  }

  /** Posts to the channel and to the hook's maker, and to the workspace's admins if one of the two can't be reached. */
  async function postToAll(workspace: string, hook: Hook, text: string, before: RefusedState['posts']) {
    const posts = [...before];
    /** The waiting times that Slack asks for, in milliseconds. */
    const away: number[] = [];
    const postTo = async (recipient: string): Promise<void> => {
      if (posts.some(post => post.recipient === recipient)) return;
      const posted = await poster.post(workspace, recipient, { text });
      if (posted.kind === 'away') away.push(posted.afterMs ?? 0);
      else posts.push({ recipient, isPosted: posted.kind === 'ok' });
    };
    await postTo(hook.channel);
    if (await isMember(workspace, hook.createdBy)) await postTo(hook.createdBy);
    else posts.push({ recipient: hook.createdBy, isPosted: false });
    const isMissing = posts.some(({ isPosted }) => !isPosted);
    for (const admin of isMissing ? await people.admins(workspace) : []) await postTo(admin);
    return { posts, away };
  }

  /** False for a user whom Slack doesn't know or has deactivated. Slack delivers a deactivated user's messages, but no one reads them. */
  async function isMember(workspace: string, userId: string): Promise<boolean> {
    const answer = await people.facts(workspace, userId);
    return answer.kind === 'known' ? !answer.facts.deactivated : answer.kind !== 'refused';
  }

  return {
    note: (hook, why, seen) => gathering.note(hook, { counts: { [why]: 1 }, seen: [...seen] }),
    wake: worker.wake,
    async stop() {
      await gathering.stop();
      await worker.stop();
    },
  };
}

/** Stores the first refused call of a hook at once, and the following ones together. */
function createGathering({
  put,
  clock,
  log,
}: {
  put: (hook: CalledHook, refused: RefusedCounts) => Promise<void>;
  clock: Clock;
  log: Log;
}) {
  const open = new Map<string, { hook: CalledHook; first: Promise<void>; further: RefusedCounts }>();
  const timers = new Map<string, () => void>();

  /** Ends a hook's gathering, and begins the next one with the further calls. */
  async function end(id: string): Promise<void> {
    timers.delete(id);
    const gathered = open.get(id);
    open.delete(id);
    if (!gathered || reasonsOf(gathered.further).length === 0) return;
    try {
      await begin(gathered.hook, gathered.further);
    } catch (error) {
      log.warn({ err: error }, 'can’t write down refused calls');
    }
  }

  function begin(hook: CalledHook, refused: RefusedCounts): Promise<void> {
    const id = hook.hookId;
    const first = put(hook, refused);
    open.set(id, { hook, first, further: NONE });
    timers.set(
      id,
      clock.after(GATHER_MS, () => void end(id)),
    );
    // After a failed write, the next call writes at once.
    first.catch(() => {
      if (open.get(id)?.first === first) open.delete(id);
    });
    return first;
  }

  return {
    note(hook: CalledHook, refused: RefusedCounts): Promise<void> {
      const gathered = open.get(hook.hookId);
      if (!gathered) return begin(hook, refused);
      gathered.further = sumOf(gathered.further, refused);
      return gathered.first;
    },
    async stop() {
      for (const cancel of timers.values()) cancel();
      await Promise.all([...open.keys()].map(end));
      for (const cancel of timers.values()) cancel();
    },
  };
}
