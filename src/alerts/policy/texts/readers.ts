import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { eachIncident } from '../incidents/each-incident.ts';
import { type Incident, isCritical, type Notified, type UnresolvedRecipients } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { incidentQuietUntil } from './quiet-hours.ts';
import {
  knowledgeOf,
  type NumberRequest,
  owesEnds,
  reasonFor,
  type TextSection,
  whatToTell,
} from './what-to-tell.ts';

/*
 * Groups the numbers that are told the same, so that each group gets one text. A storm may bring 5,500 alerts for 4,000 numbers, so
 * incidents with the same recipients are looked at together (a cohort), and so are numbers that know the same.
 */

/** The addresses at which recipients are called about an incident; null if they haven't been looked up. */
export type AddressesOf = (to: readonly string[], isCritical: boolean) => readonly string[] | null;

/** Incidents with the same notified addresses and requests, all critical or none, so an address is told the same about each. */
export type Cohort = {
  incidents: Incident[];
  /** The entry of each number. */
  notified: ReadonlyMap<string, Notified>;
  requests: readonly UnresolvedRecipients[];
};

/** Numbers that are told the same. */
export type Readers = { numbers: string[]; sections: TextSection[] };

/** Numbers looked at between two yields. */
const NUMBERS_PER_SLICE = 200;

/**
 * The incidents that may be texted about now: with looked-up recipients outside quiet hours, or with ends that people haven't heard of.
 */
export function* cohortsOf(work: WorkingState, addressesOf: AddressesOf): CooperativeTask<Cohort[]> {
  const cohorts = new Map<string, Cohort>();
  const idOf = createListIds();
  const resolved = new Map<readonly string[], boolean>();
  const isResolved = ({ to }: UnresolvedRecipients): boolean => {
    const isKnown = resolved.get(to) ?? addressesOf(to, false) !== null;
    resolved.set(to, isKnown);
    return isKnown;
  };
  yield* eachIncident(work, incident => {
    if (incident.unresolved.length === 0 && incident.notified.length === 0) return;
    const requests =
      incident.unresolved.length > 0 && incidentQuietUntil(work, incident) === null
        ? incident.unresolved.filter(isResolved)
        : [];
    if (requests.length === 0 && !owesEnds(incident)) return;
    const keys = requests.map(
      request => `${idOf(request.to)} ${reasonFor(request)} ${request.remind ? request.since : ''}`,
    );
    const key = `${idOf(incident.notified)} ${isCritical(incident)} ${keys.join()} ${requests.map(({ reason }) => reason).join()}`;
    const cohort = cohorts.get(key);
    const first = cohort?.incidents[0];
    if (cohort && first) {
      incident.notified = first.notified;
      cohort.incidents.push(incident);
    } else {
      const notified = new Map(
        incident.notified.flatMap(entry => entry.numbers.map(number => [number, entry] as const)),
      );
      cohorts.set(key, { incidents: [incident], notified, requests });
    }
  });
  return [...cohorts.values()];
}

/** Gives equal lists the same id. In a state that was read, equal lists are one object, so few have to be compared as JSON. */
function createListIds(): (list: readonly unknown[]) => number {
  const ids = new Map<unknown, number>();
  return list => {
    const current = ids.get(list);
    if (current !== undefined) return current;
    const text = JSON.stringify(list);
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id).set(list, id);
    return id;
  };
}

/** Everything that a number is told, cohort after cohort. Numbers that are told the same share one story. */
type Story = {
  before: Story | null;
  sections: readonly TextSection[];
  longer: Map<readonly TextSection[], Story>;
};

/** The numbers to text about these cohorts, grouped by what they are told. */
export function* readersOf(
  work: WorkingState,
  cohorts: readonly Cohort[],
  addressesOf: AddressesOf,
): CooperativeTask<Readers[]> {
  const stories = new Map<string, Story>();
  const nothing: Story = { before: null, sections: [], longer: new Map() };
  for (const cohort of cohorts) {
    yield* continueStories(work, cohort, addressesOf, stories, nothing);
    yield;
  }
  return [...Map.groupBy(stories, ([, story]) => story)].map(([story, alike]) => ({
    numbers: alike.map(([number]) => number),
    sections: sectionsOf(story),
  }));
}

function sectionsOf(story: Story): TextSection[] {
  const cohorts: (readonly TextSection[])[] = [];
  for (let last: Story | null = story; last; last = last.before) cohorts.push(last.sections);
  return cohorts.reverse().flat();
}

/** Extends each number's story by what the number is told about a cohort. */
function* continueStories(
  work: WorkingState,
  { notified, requests, incidents }: Cohort,
  addressesOf: AddressesOf,
  stories: Map<string, Story>,
  nothing: Story,
): CooperativeTask<void> {
  const people = new Map<string, NumberRequest>();
  const isAnyCritical = incidents.some(isCritical);
  for (const request of requests) {
    for (const number of addressesOf(request.to, isAnyCritical) ?? []) {
      const before = people.get(number);
      people.set(number, {
        reason: before?.reason === 'all' ? 'all' : reasonFor(request),
        remindBefore: Math.max(before?.remindBefore ?? 0, request.remind ? request.since : 0),
      });
    }
  }
  if (incidents.some(owesEnds)) {
    for (const number of notified.keys())
      if (!people.has(number)) people.set(number, { reason: null, remindBefore: 0 });
  }
  const byKnowledge = new Map<string, readonly TextSection[]>();
  let looked = 0;
  for (const [number, request] of people) {
    looked += 1;
    if (looked % NUMBERS_PER_SLICE === 0) yield;
    const knowledge = knowledgeOf(number, notified.get(number), request, work.texts);
    const { firingUpTo, endedUpTo, reason, isReminded, isPending } = knowledge;
    const key = `${firingUpTo} ${endedUpTo} ${reason} ${isReminded} ${isPending}`;
    let sections = byKnowledge.get(key);
    if (!sections) {
      const toTell: TextSection[] = [];
      for (const [place, incident] of incidents.entries()) {
        const section = whatToTell(incident, knowledge);
        if (section) toTell.push(section);
        if (place % NUMBERS_PER_SLICE === NUMBERS_PER_SLICE - 1) yield;
      }
      sections = toTell;
      byKnowledge.set(key, sections);
    }
    if (sections.length === 0) continue;
    const before = stories.get(number) ?? nothing;
    const story = before.longer.get(sections) ?? { before, sections, longer: new Map() };
    before.longer.set(sections, story);
    stories.set(number, story);
  }
}
