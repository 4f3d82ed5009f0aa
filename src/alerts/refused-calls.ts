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
 * Calls with the right token of which nothing was made. Their senders are machines, which drop the answer: so the hook's channel is
 * told, and whoever made the hook. The first is told at once; those of the next hour are counted, and told at its end.
 */

/** How long calls are counted in memory before that is written: a storm costs a write for so long, and a kill as many counts. */
const GATHER_MS = 5000;
/** Some posts of five seconds each. */
const LEASE_MS = 60_000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };
/** Names of fields that are said. */
const MAX_SEEN = 5;
const SEEN_CHARACTERS = 40;

const countsSchema = z.partialRecord(z.enum(REFUSALS), countSchema);
const eventSchema = z.object({ counts: countsSchema, seen: z.array(z.string()) });
/** How many were refused why, and some names in those that weren't understood. */
type RefusedCounts = z.infer<typeof eventSchema>;

const stateSchema = z.object({
  /** Refused, and not told yet. */
  pending: eventSchema,
  /** When that was last told; null: never. */
  toldAt: z.number().nullable(),
  /** Who already has what is being told, or can't be told. */
  done: z.array(z.object({ where: z.string(), isTold: z.boolean() })),
  /** How often Slack didn't take it. */
  failures: z.int(),
});
type RefusedState = z.infer<typeof stateSchema>;

const NONE: RefusedCounts = { counts: {}, seen: [] };
const NOTHING_TOLD: RefusedState = { pending: NONE, toldAt: null, done: [], failures: 0 };
const SCHEMAS = { state: stateSchema, event: eventSchema };

const reasonsOf = ({ counts }: RefusedCounts): { why: RefusalReason; count: number }[] =>
  REFUSALS.flatMap(why => (counts[why] ? [{ why, count: counts[why] }] : []));

function added(one: RefusedCounts, other: RefusedCounts): RefusedCounts {
  const all = REFUSALS.map(why => [why, addCounts(one.counts[why] ?? 0, other.counts[why] ?? 0)] as const);
  return {
    counts: Object.fromEntries(all.filter(([, count]) => count > 0)),
    seen: [...new Set([...one.seen, ...other.seen])].slice(0, MAX_SEEN),
  };
}

export type RefusedCalls = Worker & {
  /**
   * Notes a refused call. Resolves once it is stored that somebody will be told of it.
   *
   * @param seen names in a body that wasn't understood, as far as they may be shown
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
    const before = read.state ?? NOTHING_TOLD;
    const hook = (await hooks.list(workspace)).find(({ id }) => id === name);
    const pending = read.events.reduce(added, before.pending);
    // Revoked: nobody has to change anything any more.
    const { state, dueAt } = hook
      ? await told(workspace, hook, { ...before, pending })
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

  /** Tells what is pending, if it is time to. State null: nothing is pending, and what comes next is told at once. */
  async function told(
    workspace: string,
    hook: Hook,
    state: RefusedState,
  ): Promise<{ state: RefusedState | null; dueAt: number | null }> {
    const reasons = reasonsOf(state.pending);
    const nextAt = state.toldAt === null ? 0 : state.toldAt + HOUR_MS;
    if (clock.now() < nextAt) return { state, dueAt: nextAt };
    if (reasons.length === 0) return { state: null, dueAt: null };
    const { calls } = await words.of(workspace, null);
    const { seen } = state.pending;
    const text = calls.nothingMade({
      hook: harmless(hook.name, 60),
      reasons,
      seen: seen.map(name => harmless(name, SEEN_CHARACTERS)),
    });
    const { done, away } = await tellAll(workspace, hook, text, state.done);
    if (away.length === 0) {
      log.info({ workspace, hook: hook.id, reasons }, 'somebody was told of refused calls');
      return { state: { ...NOTHING_TOLD, toldAt: clock.now() }, dueAt: clock.now() + HOUR_MS };
    }
    const dueAt = clock.now() + Math.max(doubled(WAIT_MS, state.failures), ...away);
    return { state: { ...state, done, failures: state.failures + 1 }, dueAt };
  }

  /** The channel and the maker; whoever runs the workspace in place of one of them that can't be told. */
  async function tellAll(workspace: string, hook: Hook, text: string, before: RefusedState['done']) {
    const done = [...before];
    /** For how long Slack asks to wait. */
    const away: number[] = [];
    const tell = async (where: string): Promise<void> => {
      if (done.some(one => one.where === where)) return;
      const posted = await poster.post(workspace, where, { text });
      if (posted.kind === 'away') away.push(posted.afterMs ?? 0);
      else done.push({ where, isTold: posted.kind === 'ok' });
    };
    await tell(hook.channel);
    if (await isThere(workspace, hook.createdBy)) await tell(hook.createdBy);
    else done.push({ where: hook.createdBy, isTold: false });
    const isMissing = done.some(({ isTold }) => !isTold);
    for (const admin of isMissing ? await people.admins(workspace) : []) await tell(admin);
    return { done, away };
  }

  /** Slack takes what is written to somebody who left, and nobody reads it. */
  async function isThere(workspace: string, userId: string): Promise<boolean> {
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

/** Writes the first of a hook's refused calls at once, and what follows together. */
function createGathering({
  put,
  clock,
  log,
}: {
  put: (hook: CalledHook, refused: RefusedCounts) => Promise<void>;
  clock: Clock;
  log: Log;
}) {
  const open = new Map<string, { hook: CalledHook; first: Promise<void>; rest: RefusedCounts }>();
  const timers = new Map<string, () => void>();

  /** Ends the time of a hook's gathering; it goes on if there was more. */
  async function end(id: string): Promise<void> {
    timers.delete(id);
    const gathered = open.get(id);
    open.delete(id);
    if (!gathered || reasonsOf(gathered.rest).length === 0) return;
    try {
      await begin(gathered.hook, gathered.rest);
    } catch (error) {
      log.warn({ err: error }, 'can’t write down refused calls');
    }
  }

  function begin(hook: CalledHook, refused: RefusedCounts): Promise<void> {
    const id = hook.hookId;
    const first = put(hook, refused);
    open.set(id, { hook, first, rest: NONE });
    timers.set(
      id,
      clock.after(GATHER_MS, () => void end(id)),
    );
    // What wasn't written, the next call has to write.
    first.catch(() => {
      if (open.get(id)?.first === first) open.delete(id);
    });
    return first;
  }

  return {
    note(hook: CalledHook, refused: RefusedCounts): Promise<void> {
      const gathered = open.get(hook.hookId);
      if (!gathered) return begin(hook, refused);
      gathered.rest = added(gathered.rest, refused);
      return gathered.first;
    },
    async stop() {
      for (const cancel of timers.values()) cancel();
      await Promise.all([...open.keys()].map(end));
      for (const cancel of timers.values()) cancel();
    },
  };
}
