import { HOUR_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { type AlertFacts, NO_FACTS, rank } from '../../alert.ts';
import { isPage } from '../../paging/page-id.ts';
import {
  type Incident,
  isFiring,
  type Notified,
  type TrackedAlert,
  type UnresolvedRecipients,
} from './state.ts';
import type { SpaceUsed, WorkingState } from './working-state.ts';

/*
 * A state is read and written with every decision, so it stays small. Alerts beyond the capacity are only counted. Ended alerts give
 * way to firing ones, and critical alerts have additional space. Reminders take no space, because each number is in an incident once.
 */

type Capacity = { alerts: number; bytes: number };
/** Limits of one workspace: the number of its alerts, and their bytes in the store. */
const USUAL: Capacity = { alerts: 5000, bytes: 640 * 1024 };
const CRITICAL: Capacity = { alerts: 5500, bytes: 768 * 1024 };
/** The additional space of details for texts, and of labels for mutes. */
const FACTS_BYTES = 128 * 1024;
const LABELS_BYTES = 128 * 1024;

/** Rough packed sizes. Repeated words take a tenth of their length, others up to a half, so a third on average. */
const ALERT_BYTES = 30;
const INCIDENT_BYTES = 40;
const ENTRY_BYTES = 10;
const WORDS_RATIO = 3;
/** The size of a field's name and punctuation. */
const AROUND_BYTES = 20;

/** The time after which admins hear again that the state is full. */
const SAY_AGAIN_MS = HOUR_MS;
/** The time after which a hook's recipients hear again how many critical alerts exceed the capacity. */
export const OVERFLOW_MS = HOUR_MS;

type Applicant = Pick<TrackedAlert, 'fingerprint' | 'match' | 'name' | 'place' | 'labels' | 'severity'>;

/**
 * Takes space for one more alert. Returns the labels to store with it, or null if there is no space for the alert. Without its labels,
 * no mute by label covers it.
 *
 * @param group the group of the incident that the alert begins; null if it joins one
 */
export function takeSpace(
  work: WorkingState,
  alert: Applicant,
  group: string | null,
): TrackedAlert['labels'] | null {
  const capacity = alert.severity === 'critical' ? CRITICAL : USUAL;
  const more = weigh(alert) + (group === null ? 0 : INCIDENT_BYTES + bytesIn(group) / WORDS_RATIO);
  const isFull = (usage: Capacity): boolean =>
    usage.alerts >= capacity.alerts || usage.bytes + more > capacity.bytes;
  let usage = work.usage ?? measure(work);
  if (isFull(usage) && !usage.hasSwept) {
    for (const incident of [...work.incidents.values()]) dropEnded(work, incident);
    usage = { ...measure(work), hasSwept: true };
  }
  work.usage = usage;
  if (isFull(usage)) return null;
  usage.alerts += 1;
  usage.bytes += more;
  const bytes = weighLabels(alert.labels);
  if (usage.labels + bytes > LABELS_BYTES) return {};
  usage.labels += bytes;
  return alert.labels;
}

/** Drops ended alerts. Recipients who haven't heard of these ends won't hear of them. */
function dropEnded(work: WorkingState, incident: Incident): void {
  const alerts = incident.alerts.filter(isFiring);
  if (alerts.length === incident.alerts.length) return;
  incident.alerts = alerts;
  if (incident.endedAt !== null) work.remove(incident);
}

const weigh = ({ fingerprint, match, name, place }: Omit<Applicant, 'labels' | 'severity'>): number =>
  ALERT_BYTES + (bytesIn(fingerprint) + bytesIn(name) + bytesIn(place)) / WORDS_RATIO + weighMatch(match);

const weighMatch = (match: TrackedAlert['match']): number =>
  match === null
    ? 0
    : AROUND_BYTES +
      bytesIn(match.looseId) +
      bytesIn(match.thingId) +
      (bytesIn(match.subject) + bytesIn(match.words)) / WORDS_RATIO;

/** Labels take less than words, because alerts of a kind have most labels in common. */
function weighLabels(labels: TrackedAlert['labels']): number {
  let bytes = 0;
  for (const name in labels) bytes += (bytesIn(name) + bytesIn(labels[name] ?? '')) / 4;
  return bytes;
}

function measure(work: WorkingState): SpaceUsed {
  const usage: SpaceUsed = { alerts: 0, bytes: 0, labels: 0, hasSwept: false };
  const weighed = new Set<readonly unknown[]>();
  const once = (list: readonly unknown[], weighAll: () => number): number => {
    if (weighed.has(list)) return 0;
    weighed.add(list);
    return weighAll();
  };
  const wordsIn = (list: readonly string[]): number =>
    once(list, () => list.reduce((sum, word) => sum + bytesIn(word) / WORDS_RATIO + 3, 0));
  const entriesIn = (entries: readonly Notified[]): number =>
    once(entries, () => entries.reduce((sum, { numbers }) => sum + ENTRY_BYTES + wordsIn(numbers), 0));
  const requestsIn = (requests: readonly UnresolvedRecipients[]): number =>
    requests.reduce((sum, { to }) => sum + ENTRY_BYTES + wordsIn(to), 0);
  for (const { group, alerts, notified, unresolved, added, calls } of work.incidents.values()) {
    usage.alerts += alerts.length;
    usage.bytes += INCIDENT_BYTES + bytesIn(group) / WORDS_RATIO + wordsIn(added);
    usage.bytes += ENTRY_BYTES + entriesIn(notified) + requestsIn(unresolved);
    usage.bytes += once(calls, () => calls.length * ENTRY_BYTES);
    for (const alert of alerts) {
      usage.bytes += weigh(alert);
      usage.labels += weighLabels(alert.labels);
    }
  }
  return usage;
}

/** Tells admins, at most once an hour, that alerts are only counted. */
export function sayIfFull(work: WorkingState): void {
  if (work.untracked === 0) return;
  if (work.fullSaidAt !== null && work.now - work.fullSaidAt < SAY_AGAIN_MS) return;
  work.fullSaidAt = work.now;
  work.notices.push({ kind: 'full', untracked: work.untracked });
}

/**
 * Drops facts beyond their space. Facts that texts need come first (of the most severe and then the oldest alerts), then facts of single
 * and muted alerts and of pages, which may be texted later without another call, then what posts and pages show of other firing alerts.
 */
export function* trimFacts(work: WorkingState): CooperativeTask<void> {
  const all: { incident: Incident; alert: TrackedAlert; need: number }[] = [];
  let looked = 0;
  for (const incident of work.incidents.values()) {
    const { unresolved, escalation, endedAt, kind, endsHeld } = incident;
    const isNeeded = unresolved.length > 0 || escalation?.dueAt != null || endsHeld !== null;
    for (const alert of incident.alerts) {
      if (alert.facts === null) continue;
      const isShown = endedAt === null && isFiring(alert);
      // A muted alert is texted once its mute ends.
      const isComing = kind === 'single' || isPage(incident.hook) || alert.mutedBy !== null;
      const need = isNeeded ? 3 : isComing && isShown ? 2 : Number(isShown);
      all.push({ incident, alert, need });
      looked += 1;
      if (looked % ALERTS_PER_SLICE === 0) yield;
    }
  }
  if (all.length === 0) return;
  all.sort(
    (a, b) =>
      b.need - a.need || rank(a.alert.severity) - rank(b.alert.severity) || a.alert.change - b.alert.change,
  );
  yield;
  let freeBytes = FACTS_BYTES;
  const trimmed = new Map<Incident, Map<TrackedAlert, AlertFacts | null>>();
  for (const { incident, alert, need } of all) {
    let facts = need === 0 ? null : alert.facts;
    if (facts && need === 1) facts = shownFacts(facts);
    const bytes = facts ? weighFacts(facts) : 0;
    if (bytes <= freeBytes) freeBytes -= bytes;
    else facts = null;
    if (facts === alert.facts) continue;
    const changes = trimmed.get(incident) ?? new Map<TrackedAlert, AlertFacts | null>();
    trimmed.set(incident, changes.set(alert, facts));
    looked += 1;
    if (looked % ALERTS_PER_SLICE === 0) yield;
  }
  for (const [incident, facts] of trimmed) {
    incident.alerts = incident.alerts.map(alert => {
      const change = facts.get(alert);
      return change === undefined ? alert : { ...alert, facts: change };
    });
    yield;
  }
}

/** Alerts looked at between two yields. */
const ALERTS_PER_SLICE = 500;

/** The facts that posts and pages show. Returns the facts themselves if they have no others. */
function shownFacts(facts: AlertFacts): AlertFacts {
  const { summary, description, links, calledAt } = facts;
  const hasMore =
    Object.keys(facts.labels).length + Object.keys(facts.annotations).length > 0 ||
    facts.title + facts.message + facts.value !== '' ||
    facts.composed ||
    facts.silentMs !== undefined;
  if (!hasMore) return facts;
  return { ...NO_FACTS, summary, description, links, ...(calledAt !== undefined && { calledAt }) };
}

function weighFacts({ labels, annotations, links, ...facts }: AlertFacts): number {
  let bytes = 0;
  for (const value of Object.values(facts)) bytes += typeof value === 'string' ? bytesIn(value) : 0;
  for (const { url } of links) bytes += AROUND_BYTES + bytesIn(url);
  for (const fields of [labels, annotations]) {
    for (const name in fields) bytes += AROUND_BYTES + bytesIn(name) + bytesIn(fields[name] ?? '');
  }
  return AROUND_BYTES + bytes;
}

const bytesIn = (text: string): number => Buffer.byteLength(text);
