import { type Clock, pause } from '../kit/clock.ts';
import { type FairScheduler, runToEnd } from '../kit/fair-scheduler.ts';
import type { DedupeKey, InboxAddress, InboxCommit } from '../kit/inbox/model.ts';
import { type InboxContents, PACKED, pack } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { abridged } from '../kit/slack-text.ts';
import { placed } from './alert.ts';
import { MAX_NAME } from './policy/channel/alert-summary.ts';
import type { StoredEvent, WhichIncidents } from './policy/events.ts';
import { type AlertState, EMPTY_STATE, type Incident, type TrackedAlert } from './policy/incidents/state.ts';
import { readState } from './policy/stored-state.ts';

declare module '../kit/inbox/model.ts' {
  interface InboxKinds {
    /**
     * `alerts`: the alerts of a workspace; `notices`: further messages to people about them; `posts` and `refusals`: the posts of a
     * hook and its refused calls (`name`: the hook's id).
     */
    alerts: 'alerts' | 'notices' | 'posts' | 'refusals';
  }
}

/** Where everything goes that a workspace's alerts are told. */
export const alertsOf = (workspace: string): InboxAddress => ({ kind: 'alerts', workspace, name: '' });

/** Something that a workspace's alerts are told, to be stored with what another inbox commits. */
export const alertEvent = (workspace: string, event: StoredEvent): InboxCommit['events'][number] => ({
  address: alertsOf(workspace),
  body: pack(JSON.stringify(event)),
});

/** Stores something that a workspace's alerts are told. @param dedupe null: every such event is new */
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

/** How often to look whether something was decided on, and for how long. */
const LOOK_MS = 50;
const PATIENCE_MS = 2000;

/** Resolves once an event was decided on, or after two seconds. False: it still waits. */
export async function wasDecided(
  { inboxes, clock }: { inboxes: Pick<Inboxes, 'waiting'>; clock: Pick<Clock, 'after'> },
  workspace: string,
  event: string,
): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    if (!(await inboxes.waiting(alertsOf(workspace))).includes(event)) return true;
    await pause(clock, LOOK_MS);
  }
  return false;
}

/**
 * A workspace's alerts as they were last decided.
 *
 * @throws if they can't be read: the next decision quarantines them and starts afresh
 */
export async function lookAtAlerts(
  { inboxes, runFairly }: { inboxes: Pick<Inboxes, 'look'>; runFairly: FairScheduler },
  workspace: string,
): Promise<AlertState> {
  const state = await inboxes.look(alertsOf(workspace));
  return state === null ? EMPTY_STATE : runFairly(workspace, readState(state));
}

/** The incidents that somebody wants to do something about, or to look at. */
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

/** The format of a workspace's alerts. */
export const alertContents = {
  ...PACKED,
  onlyToldTo(lines, number) {
    const all = [...stateIn(lines).incidents.values()];
    const [theirs = [], others = []] = [true, false].map(are =>
      all.filter(incident => isOnlyFor(incident, number) === are).flatMap(({ alerts }) => alerts),
    );
    const known = new Set(others.flatMap(wordsOf));
    return [...new Set(theirs.flatMap(wordsOf))].filter(words => !known.has(words));
  },
} satisfies InboxContents;

function stateIn(lines: string): AlertState {
  try {
    return runToEnd(readState(lines));
  } catch {
    return EMPTY_STATE;
  }
}

/** Whether nobody else was told of it, or will be. */
function isOnlyFor({ notified, unresolved, added }: Incident, number: string): boolean {
  const told = notified.flatMap(({ numbers }) => numbers);
  const own = JSON.stringify({ kind: 'number', number });
  const others = [...unresolved.flatMap(({ to }) => to), ...added].filter(key => key !== own);
  return told.length > 0 && told.every(one => one === number) && others.length === 0;
}

/** What it says, as it is kept here and in posts. */
function wordsOf(alert: TrackedAlert): string[] {
  const { summary = '', description = '', title = '', message = '' } = alert.facts ?? {};
  const words = [placed(alert), alert.name, alert.place, summary, description, title, message].filter(
    Boolean,
  );
  return words.flatMap(word => [word, abridged(word, MAX_NAME)]);
}
