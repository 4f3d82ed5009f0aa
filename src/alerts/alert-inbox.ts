import { type Clock, pause } from '../kit/clock.ts';
import { type FairScheduler, runToEnd } from '../kit/fair-scheduler.ts';
import type { DedupeKey, InboxAddress, InboxCommit } from '../kit/inbox/model.ts';
import { type InboxContents, PACKED, pack } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { abridged } from '../kit/slack-text.ts';
import { placed } from './alert.ts';
import { keyOfCall } from './calling/called-person.ts';
import { MAX_NAME } from './policy/channel/alert-summary.ts';
import type { StoredEvent, WhichIncidents } from './policy/events.ts';
import { type AlertState, EMPTY_STATE, type Incident, type TrackedAlert } from './policy/incidents/state.ts';
import { readState } from './policy/stored-state.ts';

declare module '../kit/inbox/model.ts' {
  interface InboxKinds {
    /**
     * `alerts`: the alerts of a workspace; `messages`: messages that call a person about them (`name`: the user's id); `notices`:
     * further messages to people; `posts`, `timelines` and `refusals`: the posts of a hook, the timelines of its incidents, and its
     * refused calls (`name`: the hook's id).
     */
    alerts: 'alerts' | 'messages' | 'notices' | 'posts' | 'timelines' | 'refusals';
  }
}

/** The inbox of a workspace's alerts. */
export const alertsOf = (workspace: string): InboxAddress => ({ kind: 'alerts', workspace, name: '' });

/** An event for a workspace's alerts, to be stored in the commit of another inbox. */
export const alertEvent = (workspace: string, event: StoredEvent): InboxCommit['events'][number] => ({
  address: alertsOf(workspace),
  body: pack(JSON.stringify(event)),
});

/** Stores an event for a workspace's alerts. @param dedupe null if each such event is new */
export const tellAlerts = (
  {
    inboxes,
    clock,
    newId,
  }: { inboxes: Pick<Inboxes, 'put'>; clock: Pick<Clock, 'now'>; newId: () => string },
  workspace: string,
  event: StoredEvent,
  dedupe: DedupeKey | null = null,
): ReturnType<Inboxes['put']> =>
  inboxes.put({ id: newId(), ...alertEvent(workspace, event), dedupe }, clock.now());

/** The pause between two checks whether an event was decided, and the time until giving up. */
const CHECK_MS = 50;
const MAX_WAIT_MS = 2000;

/** Resolves with true once an event was decided, or with false after two seconds. */
export async function wasDecided(
  { inboxes, clock }: { inboxes: Pick<Inboxes, 'waiting'>; clock: Pick<Clock, 'after'> },
  workspace: string,
  event: string,
): Promise<boolean> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += CHECK_MS) {
    if (!(await inboxes.waiting(alertsOf(workspace))).includes(event)) return true;
    await pause(clock, CHECK_MS);
  }
  return false;
}

/**
 * The state of a workspace's alerts as of the last decision.
 *
 * @throws if it can't be read; the next decision quarantines it and begins with an empty state
 */
export async function lookAtAlerts(
  { inboxes, runFairly }: { inboxes: Pick<Inboxes, 'look'>; runFairly: FairScheduler },
  workspace: string,
): Promise<AlertState> {
  const state = await inboxes.look(alertsOf(workspace));
  return state === null ? EMPTY_STATE : runFairly(workspace, readState(state));
}

/** The incidents that a person wants to act on or to see. */
export function incidentsIn({ incidents }: AlertState, which: WhichIncidents, hook?: string): Incident[] {
  const { upTo } = which;
  const isMeant = ({ id, post }: Incident): boolean =>
    'incidents' in which ? which.incidents.includes(id) : post === which.post;
  return [...incidents.values()].filter(
    incident =>
      incident.kind !== 'unseen' &&
      isMeant(incident) &&
      (upTo === null || incident.id <= upTo) &&
      (hook ?? incident.hook) === incident.hook,
  );
}

/** The stored format of a workspace's alerts. */
export const alertContents = {
  ...PACKED,
  onlyToldTo(lines, number) {
    const all = [...stateIn(lines).incidents.values()];
    const { theirs = [], shared = [] } = Object.groupBy(all, incident =>
      isOnlyFor(incident, number) ? 'theirs' : 'shared',
    );
    const sharedWords = new Set(shared.flatMap(({ alerts }) => alerts.flatMap(wordsOf)));
    const words = new Set(theirs.flatMap(({ alerts }) => alerts.flatMap(wordsOf)));
    return [...words].filter(word => !sharedWords.has(word));
  },
} satisfies InboxContents;

function stateIn(lines: string): AlertState {
  try {
    return runToEnd(readState(lines));
  } catch {
    return EMPTY_STATE;
  }
}

/** True if only this number was told of an incident, and no one else will be. */
function isOnlyFor({ notified, unresolved, added }: Incident, number: string): boolean {
  const numbers = notified.flatMap(entry => entry.numbers);
  const key = JSON.stringify({ kind: 'number', number });
  const own = [key, keyOfCall(key, 'text')];
  const hasOthers = [...unresolved.flatMap(({ to }) => to), ...added].some(each => !own.includes(each));
  return numbers.length > 0 && numbers.every(texted => texted === number) && !hasOthers;
}

/** The words of an alert, as stored here and in posts. */
function wordsOf(alert: TrackedAlert): string[] {
  const { summary = '', description = '', title = '', message = '' } = alert.facts ?? {};
  const words = [placed(alert), alert.name, alert.place, summary, description, title, message].filter(
    Boolean,
  );
  return words.flatMap(word => [word, abridged(word, MAX_NAME)]);
}
