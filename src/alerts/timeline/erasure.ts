import { type InboxContents, PACKED } from '../../kit/inbox/reading.ts';
import { readJson } from '../../kit/json.ts';
import type { TimelineEntry } from '../policy/timeline-entry.ts';
import { type HookTimelines, type IncidentTimeline, timelinesSchema } from './timeline.ts';

/** Entries that name the numbers of texts. */
const ABOUT_TEXTS: ReadonlySet<TimelineEntry['event']> = new Set([
  'texted',
  'accepted',
  'uncertain',
  'unsent',
]);

/** The stored format of a hook's timelines. */
export const timelineContents = {
  ...PACKED,
  onlyToldTo(state, number) {
    const { incidents } = timelinesSchema.safeParse(readJson(state)).data ?? NO_INCIDENTS;
    const { theirs = [], shared = [] } = Object.groupBy(incidents, incident =>
      isOnlyFor(incident, number) ? 'theirs' : 'shared',
    );
    const sharedNames = new Set(shared.flatMap(namesIn));
    return [...new Set(theirs.flatMap(namesIn))].filter(name => !sharedNames.has(name));
  },
} satisfies InboxContents;

const NO_INCIDENTS: Pick<HookTimelines, 'incidents'> = { incidents: [] };

/** True if this number alone was texted about the incident. */
function isOnlyFor({ entries }: IncidentTimeline, number: string): boolean {
  const about = entries.filter(({ event }) => ABOUT_TEXTS.has(event));
  return (
    about.length > 0 &&
    about.every(({ to = [], count }) => count === to.length && to.every(each => each === number))
  );
}

const namesIn = ({ names, entries }: IncidentTimeline): string[] => [
  ...names,
  ...entries.flatMap(entry => entry.names ?? []),
];
