import { z } from 'zod';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { addCounts, countSchema } from '../../kit/json.ts';
import { type TimelineEntry, type TimelineNote, timelineEntrySchema } from '../policy/timeline-entry.ts';
import { monthSchema, recentSums, type Sums, weekSchema, withEntry } from './sums.ts';

/*
 * The timelines of a hook's incidents: what happened to each, oldest first. They are kept as long as the workspace keeps messages, and only
 * so many, because they are read and written with each change. All times are times of day.
 */

const incidentTimelineSchema = z.object({
  /** Its id in the alert state, and when it began on the app's time line: together they identify it. */
  id: z.int(),
  since: z.number(),
  post: z.int(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** How long its first acknowledgement took; null if there was none. */
  acknowledgedMs: z.number().nullable(),
  /** The first of its alerts' names. */
  names: z.array(z.string()),
  entries: z.array(timelineEntrySchema),
  /** The number of entries that gave way to later ones. */
  dropped: countSchema,
});
export type IncidentTimeline = z.infer<typeof incidentTimelineSchema>;

export const timelinesSchema = z.object({
  incidents: z.array(incidentTimelineSchema),
  weeks: z.array(weekSchema),
  months: z.array(monthSchema),
  /** Failed attempts to post the sums. */
  failures: z.int(),
});
export type HookTimelines = z.infer<typeof timelinesSchema>;

export const NO_TIMELINES: HookTimelines = { incidents: [], weeks: [], months: [], failures: 0 };

/** The most incidents of a hook and entries of an incident, and the most entries of a hook. */
export const MAX_INCIDENTS = 200;
export const MAX_ENTRIES = 100;
export const MAX_ALL_ENTRIES = 2000;
/** Of an incident with too many entries, this many of the first stay, with all of the last. */
const FIRST_ENTRIES = 20;

/** Entries added between two yields. */
const PER_SLICE = 100;

/** Adds what happened, oldest first. @param wall the time of day of a moment on the app's time line */
export function* withNotes(
  before: HookTimelines,
  notes: readonly TimelineNote[],
  wall: (at: number) => number,
): CooperativeTask<HookTimelines> {
  const incidents = new Map(before.incidents.map(incident => [keyOf(incident.id, incident.since), incident]));
  let sums: Sums = before;
  for (const [index, { incident: id, since, post, ...noted }] of notes.entries()) {
    const entry: TimelineEntry = { ...noted, at: wall(noted.at) };
    const key = keyOf(id, since);
    const incident = incidents.get(key) ?? newTimeline({ id, since, post }, wall(since));
    const acknowledgedMs =
      entry.event === 'acknowledged' && incident.acknowledgedMs === null
        ? Math.max(0, noted.at - since)
        : null;
    // An incident that gave way to newer ones comes back with its next entry, but doesn't count again.
    const isFirst = !incidents.has(key) && since === noted.at;
    sums = withEntry(sums, entry, { isFirst, acknowledgedMs });
    incidents.set(key, afterEntry(incident, entry, acknowledgedMs));
    if (index % PER_SLICE === PER_SLICE - 1) yield;
  }
  return { ...before, ...sums, incidents: withinLimits([...incidents.values()]) };
}

/** True for the timeline of an incident. Ids alone begin again if the alert state is lost. */
export const isTimelineOf = (
  timeline: Pick<IncidentTimeline, 'id' | 'since'>,
  { id, since }: { id: number; since: number },
): boolean => timeline.id === id && timeline.since === since;

const keyOf = (id: number, since: number): string => `${id} ${since}`;

const newTimeline = (
  incident: Pick<IncidentTimeline, 'id' | 'since' | 'post'>,
  startedAt: number,
): IncidentTimeline => ({
  ...incident,
  startedAt,
  endedAt: null,
  acknowledgedMs: null,
  names: [],
  entries: [],
  dropped: 0,
});

function afterEntry(
  incident: IncidentTimeline,
  entry: TimelineEntry,
  acknowledgedMs: number | null,
): IncidentTimeline {
  const entries = [...incident.entries, entry];
  const isFull = entries.length > MAX_ENTRIES;
  return {
    ...incident,
    entries: isFull ? entries.toSpliced(FIRST_ENTRIES, 1) : entries,
    dropped: isFull ? addCounts(incident.dropped, 1) : incident.dropped,
    names: incident.names.length > 0 ? incident.names : (entry.names ?? []),
    acknowledgedMs: acknowledgedMs ?? incident.acknowledgedMs,
    endedAt: endedAfter(incident, entry),
  };
}

function endedAfter({ endedAt }: IncidentTimeline, { event, at }: TimelineEntry): number | null {
  if (event === 'over' || event === 'hook_removed') return endedAt ?? at;
  return event === 'reopened' ? null : endedAt;
}

/** Drops incidents beyond the limits: first the oldest that are over. */
function withinLimits(incidents: readonly IncidentTimeline[]): IncidentTimeline[] {
  let entries = incidents.reduce((sum, incident) => sum + incident.entries.length, 0);
  let count = incidents.length;
  const gone = new Set<IncidentTimeline>();
  const isOver = ({ endedAt }: IncidentTimeline): boolean => endedAt !== null;
  for (const incident of [...incidents.filter(isOver), ...incidents.filter(each => !isOver(each))]) {
    if (count <= MAX_INCIDENTS && entries <= MAX_ALL_ENTRIES) break;
    gone.add(incident);
    entries -= incident.entries.length;
    count -= 1;
  }
  return incidents.filter(incident => !gone.has(incident));
}

/**
 * Drops what is older than the workspace keeps messages: entries, incidents without any, and sums.
 *
 * @returns `next`: when something is to be dropped without a new entry; null if nothing is
 */
export function recentTimelines(
  timelines: HookTimelines,
  at: number,
  keptMs: number,
): { timelines: HookTimelines; next: number | null } {
  const isRecent = (entry: TimelineEntry): boolean => entry.at > at - keptMs;
  const incidents = timelines.incidents.flatMap(incident => {
    if (incident.entries.every(isRecent)) return incident;
    const entries = incident.entries.filter(isRecent);
    return entries.length > 0 ? { ...incident, entries } : [];
  });
  const { weeks, months, drops } = recentSums(timelines, at);
  const nexts = [...incidents.flatMap(({ entries }) => (entries[0] ? entries[0].at + keptMs : [])), ...drops];
  return {
    timelines: { ...timelines, weeks, months, incidents },
    next: nexts.length > 0 ? Math.min(...nexts) : null,
  };
}

/** Adds the incidents, and the sums, of earlier timelines that were quarantined. */
export function withEarlier(timelines: HookTimelines, earlier: HookTimelines): HookTimelines {
  const keys = new Set(timelines.incidents.map(({ id, since }) => keyOf(id, since)));
  const mondays = new Set(timelines.weeks.map(({ monday }) => monday));
  const starts = new Set(timelines.months.map(({ start }) => start));
  return {
    ...timelines,
    incidents: withinLimits([
      ...earlier.incidents.filter(({ id, since }) => !keys.has(keyOf(id, since))),
      ...timelines.incidents,
    ]),
    weeks: [...earlier.weeks.filter(({ monday }) => !mondays.has(monday)), ...timelines.weeks],
    months: [...earlier.months.filter(({ start }) => !starts.has(start)), ...timelines.months],
  };
}
