import { z } from 'zod';
import { type Clock, doubled } from '../../kit/clock.ts';
import { DAY_MS } from '../../kit/day.ts';
import type { FairScheduler } from '../../kit/fair-scheduler.ts';
import type { InboxAddress, InboxCommit, LeasedInbox } from '../../kit/inbox/model.ts';
import { pack, readInbox, unpack } from '../../kit/inbox/reading.ts';
import type { Inboxes } from '../../kit/inbox/store.ts';
import { createInboxWorker } from '../../kit/inbox/worker.ts';
import type { Handling } from '../../kit/stalls/handling.ts';
import type { Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { type TimelineNote, timelineNoteSchema } from '../policy/timeline-entry.ts';
import { dueSums, type Month, type Week, withSaid } from './sums.ts';
import {
  type HookTimelines,
  type IncidentTimeline,
  NO_TIMELINES,
  recentTimelines,
  timelinesSchema,
  withEarlier,
  withNotes,
} from './timeline.ts';

/** An attempt to post may take several requests of five seconds each. */
const LEASE_MS = 60_000;
const WAIT_MS = { first: 2000, last: 30 * 60_000 };
/** The most notes of an event, so that a storm's are read in slices. */
const MAX_NOTES = 500;

const SCHEMAS = { state: timelinesSchema, event: z.object({ notes: z.array(timelineNoteSchema) }) };

const addressOf = (workspace: string, hook: string): InboxAddress => ({
  kind: 'timelines',
  workspace,
  name: hook,
});

/** What a decision adds to timelines, as events for its commit. */
export const timelineEvents = (
  workspace: string,
  timelines: ReadonlyMap<string, readonly TimelineNote[]>,
): InboxCommit['events'] =>
  [...timelines].flatMap(([hook, notes]) =>
    Array.from({ length: Math.ceil(notes.length / MAX_NOTES) }, (_, index) => ({
      address: addressOf(workspace, hook),
      body: pack(JSON.stringify({ notes: notes.slice(index * MAX_NOTES, (index + 1) * MAX_NOTES) })),
    })),
  );

/** Joins what two decisions add, which one commit stores. */
export function mergeTimelines(
  earlier: ReadonlyMap<string, readonly TimelineNote[]>,
  later: ReadonlyMap<string, readonly TimelineNote[]>,
): Map<string, readonly TimelineNote[]> {
  const hooks = new Set([...earlier.keys(), ...later.keys()]);
  return new Map([...hooks].map(hook => [hook, [...(earlier.get(hook) ?? []), ...(later.get(hook) ?? [])]]));
}

/** Sums that are due now: each null if it isn't, or nothing happened. */
export type DueSums = { week: Week | null; month: Month | null };

/** Posts the sums of a hook in its channel. `away`: Slack is unavailable, and asks for `afterMs` if it named a time. */
export type SaySums = (
  workspace: string,
  hook: string,
  sums: DueSums,
) => Promise<'done' | { kind: 'away'; afterMs: number | null }>;

export type Timelines = Worker & {
  /** The timelines of a hook's incidents, oldest first, as of a moment ago. */
  of(workspace: string, hook: string): Promise<IncidentTimeline[]>;
};

/**
 * Keeps the timelines of each hook's incidents, and posts on Monday what they add up to. A post is marked as made in the commit after it, so
 * it may be repeated if the process dies in between.
 */
export function createTimelines(deps: {
  inboxes: Inboxes;
  settings: Pick<SettingsOf, 'shown'>;
  say: SaySums;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Timelines {
  const { inboxes, settings, say, runFairly, clock, log, newId } = deps;

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace, name: hook } = leased.address;
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const before = read.earlier.reduce(withEarlier, read.state ?? NO_TIMELINES);
    const notes = read.events.flatMap(event => event.notes);
    const noted = await runFairly(workspace, withNotes(before, notes, clock.wall));
    const { retentionDays } = await settings.shown(workspace);
    const keptMs = retentionDays * DAY_MS;
    const { timelines, next } = recentTimelines(noted, clock.wall(), keptMs);
    const posted = await post(workspace, hook, timelines);
    const now = clock.now();
    const later = dueSums(posted.timelines, clock.wall(now)).next;
    const times = [next, later].flatMap(at => (at === null ? [] : now + Math.max(0, at - clock.wall(now))));
    if (posted.retryAt !== null) times.push(posted.retryAt);
    const { incidents, weeks, months } = posted.timelines;
    const isEmpty = incidents.length + weeks.length + months.length === 0;
    await inboxes.commit(
      read.toCommit,
      {
        state: isEmpty ? null : pack(JSON.stringify(posted.timelines)),
        dueAt: times.length > 0 ? Math.min(...times) : null,
        intents: [],
        events: [],
        unreadable: read.unreadable,
      },
      now,
    );
  }

  /** Posts the sums that are due. `retryAt`: when to try again; null if nothing is left to post. */
  async function post(
    workspace: string,
    hook: string,
    timelines: HookTimelines,
  ): Promise<{ timelines: HookTimelines; retryAt: number | null }> {
    const { week, month } = dueSums(timelines, clock.wall());
    if (!week && !month) return { timelines: { ...timelines, failures: 0 }, retryAt: null };
    const result = await say(workspace, hook, { week, month });
    if (result === 'done')
      return {
        timelines: { ...timelines, ...withSaid(timelines, { week, month }), failures: 0 },
        retryAt: null,
      };
    const { failures } = timelines;
    const wait = Math.max(doubled(WAIT_MS, failures), result.afterMs ?? 0);
    return { timelines: { ...timelines, failures: failures + 1 }, retryAt: clock.now() + wait };
  }

  const worker = createInboxWorker({
    inboxes,
    kind: 'timelines',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'can’t keep the timelines of incidents; trying again',
    handling: deps.handling,
    clock,
    log,
  });

  return {
    ...worker,
    async of(workspace, hook) {
      const stored = await inboxes.look(addressOf(workspace, hook));
      if (stored === null) return [];
      const read = timelinesSchema.safeParse(JSON.parse(unpack(stored)));
      return read.success ? read.data.incidents : [];
    },
  };
}
