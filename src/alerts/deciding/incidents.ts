import { MAX_WAIT_MS } from '../../texts/text.ts';
import type { WhichIncidents } from '../alert.ts';
import type { Escalating } from './route.ts';
import {
  type AlertState,
  type Followed,
  groupOf,
  type Incident,
  type IncidentText,
  isEscalating,
} from './state.ts';

/** Incidents of a hook that begin within this time of the first of them share a post. */
const BURST_MS = 10_000;
/** Alerts without a key have nothing to do with each other, so that each has a post of its own; of a flood the first do. */
const ALONE = 10;
/**
 * An incident remembers each of its texts that may still wait: if somebody takes it, these are cancelled. Of the others it
 * remembers the latest, whose links lead to it.
 */
const MAY_WAIT_MS = MAX_WAIT_MS.alert + 60_000;
const MAX_TEXTS = 50;
/** More than a key can send before they would be too late. */
const MAX_WAITING = 2000;

/** The incidents of a state, looked up by their groups, and which of them have changed. */
export type Incidents = {
  /** The latest of a group, over or not; undefined: there was none lately. */
  of(group: { hook: string; group: string }): Incident | undefined;
  /** The one that is going on in an alert's group; if there is none, it begins. */
  begin(alert: Pick<Followed, 'hook' | 'group' | 'single'>, now: number): Incident;
  /** Those that an act is about, as far as they are known, over or not. */
  which(hook: string, which: WhichIncidents): Incident[];
  /** Notes that there is something to say about it. */
  note(incident: Incident): void;
  noted(): readonly Incident[];
  /** Notes that it has come to its next step in this decision. */
  advance(incident: Incident): void;
  hasAdvanced(incident: Incident | undefined): boolean;
};

export function createIncidents(state: AlertState): Incidents {
  const byGroup = new Map(state.incidents.map(incident => [groupOf(incident), incident]));
  const noted = new Set<Incident>();
  const advanced = new Set<Incident | undefined>();

  function postFor(hook: string, alone: boolean, now: number): number {
    const alike = state.incidents.filter(one => one.hook === hook && one.alone === alone);
    const last = alike.at(-1);
    const first = last && alike.find(({ post }) => post === last.post);
    const isNew = alone && alike.filter(({ since }) => now - since < BURST_MS).length < ALONE;
    if (first && now - first.since < BURST_MS && !isNew) return first.post;
    state.nextId += 1;
    return state.nextId - 1;
  }

  return {
    of: group => byGroup.get(groupOf(group)),
    begin({ hook, group, single }, now) {
      const known = byGroup.get(groupOf({ hook, group }));
      if (known && known.endedAt === null) return known;
      const post = postFor(hook, single, now);
      const incident: Incident = {
        id: state.nextId,
        hook,
        group,
        post,
        alone: single,
        since: now,
        taken: null,
        endedAt: null,
        resolvedBy: null,
        escalation: null,
        texts: [],
      };
      state.nextId += 1;
      state.incidents = state.incidents.filter(one => one !== known);
      state.incidents.push(incident);
      byGroup.set(groupOf(incident), incident);
      noted.add(incident);
      return incident;
    },
    which: (hook, which) =>
      state.incidents.filter(incident => incident.hook === hook && isAmong(incident, which)),
    note(incident) {
      noted.add(incident);
    },
    noted: () => [...noted],
    advance(incident) {
      advanced.add(incident);
    },
    hasAdvanced: incident => advanced.has(incident),
  };
}

export function isAmong({ id, post, texts }: Incident, which: WhichIncidents): boolean {
  if ('intent' in which) return texts.some(({ intent }) => intent === which.intent);
  return 'post' in which ? post === which.post && id <= which.upTo : id === which.incident;
}

/** Begins to count down to the next step, if it doesn't yet. */
export function startEscalation(incident: Incident, escalating: Escalating | null, now: number): void {
  const [first] = escalating?.steps ?? [];
  if (first && !incident.taken) incident.escalation ??= { turn: 0, dueAt: now + first.waitMs };
}

/** Nobody else is texted because of time passing. */
export function stopEscalation(incident: Incident): void {
  if (isEscalating(incident)) incident.escalation = { turn: incident.escalation?.turn ?? 0, dueAt: null };
}

/** Notes which intents tell that incidents are firing. */
export function noteTexts(
  state: AlertState,
  planned: readonly { intent: { id: string }; incidents: ReadonlySet<number>; alone: boolean }[],
  now: number,
): void {
  const byId = new Map(state.incidents.map(incident => [incident.id, incident]));
  for (const { intent, incidents, alone } of planned) {
    for (const id of incidents) {
      const incident = byId.get(id);
      if (!incident) continue;
      const text = { intent: intent.id, turn: incident.escalation?.turn ?? 0, alone, at: now };
      incident.texts = [...incident.texts, text];
    }
  }
  for (const incident of new Set(
    planned.flatMap(({ incidents }) => [...incidents]).map(id => byId.get(id)),
  )) {
    if (incident) incident.texts = remembered(incident.texts, now);
  }
}

/** The newest last. */
function remembered(texts: readonly IncidentText[], now: number): readonly IncidentText[] {
  const first = texts.findIndex(({ at }) => now - at <= MAY_WAIT_MS);
  const waiting = first === -1 ? 0 : Math.min(texts.length - first, MAX_WAITING);
  return texts.slice(-Math.max(MAX_TEXTS, waiting));
}
