import { type AlertFacts, NO_FACTS, rank } from '../alert.ts';
import { type AlertState, crowdsIn, type Followed, groupOf, isAwaited, isEscalating } from './state.ts';

/*
 * A workspace's alert state is read and written with every decision, so it stays small: alerts beyond these limits are
 * counted and reported, but not followed one by one.
 */

type AlertBudget = { alerts: number; bytes: number };
/** The alerts of one workspace, and the bytes they take in the store. */
const USUAL: AlertBudget = { alerts: 5000, bytes: 640 * 1024 };
/** The extra room is for critical alerts, which we text even in the worst storm. */
const CRITICAL: AlertBudget = { alerts: 5500, bytes: 768 * 1024 };
/** In addition: what texts say about alerts, apart from their names. */
const FACTS_BYTES = 128 * 1024;

/** Roughly what the store needs for an alert beside its words, for a member of a crowd, and for the time of a text. */
const ALERT_BYTES = 90;
const MEMBER_BYTES = 3;
/** The same for an incident, and for one of its texts. */
const INCIDENT_BYTES = 120;
const TEXT_BYTES = 64;
const TIME_BYTES = 14;
/** What surrounds one field of the facts. */
const AROUND_BYTES = 20;

/** An alert that needs room. `to`: its own recipients, beside those of its hook. */
type Applicant = Pick<Followed, 'severity' | 'name' | 'place' | 'fingerprint' | 'group' | 'match'> & {
  to: readonly string[];
};

export type Budget = {
  /** Takes room for one more; false: there is no room. */
  take(alert: Applicant): boolean;
};

export function createBudget(state: AlertState): Budget {
  /** What is in use; measured when the first alert needs room. */
  let there: { alerts: number; bytes: number } | null = null;
  /** What many alerts share is counted once. */
  const weighed = new Set<unknown>();
  const once = (what: unknown, weigh: () => number): number => {
    if (weighed.has(what)) return 0;
    weighed.add(what);
    return weigh();
  };
  return {
    take({ severity, name, place, fingerprint, group, match, to }) {
      if (!there) {
        for (const { group, name } of state.alerts) weighed.add(group).add(`name ${name}`);
        there = { alerts: state.alerts.length, bytes: weigh(state) };
      }
      const most = severity === 'critical' ? CRITICAL : USUAL;
      const more = ALERT_BYTES + bytesIn(place) + bytesIn(fingerprint) + weighMatch(match);
      if (there.alerts >= most.alerts || there.bytes + more > most.bytes) return false;
      there.alerts += 1;
      there.bytes +=
        more +
        once(group, () => bytesIn(group) + INCIDENT_BYTES) +
        once(`name ${name}`, () => bytesIn(name)) +
        once(to, () => weighMembers(to));
      return true;
    },
  };
}

/** Roughly how many bytes a state takes in the store, without the facts of its alerts. */
function weigh(state: AlertState): number {
  const groups = new Set(state.alerts.map(({ group }) => group));
  const names = new Set(state.alerts.map(({ name }) => name));
  const times = new Set(Object.values(state.sent));
  return sum([
    ...state.alerts.map(
      ({ place, fingerprint, match }) =>
        ALERT_BYTES + bytesIn(place) + bytesIn(fingerprint) + weighMatch(match),
    ),
    ...[...groups, ...names].map(bytesIn),
    ...state.incidents.map(({ texts }) => INCIDENT_BYTES + texts.length * TEXT_BYTES),
    ...[...crowdsIn(state)].map(weighMembers),
    weighMembers(Object.keys(state.sent)),
    ...[...times].map(each => each.length * TIME_BYTES),
  ]);
}

/** What a match has beside its words: ids, and the names of its fields. */
const MATCH_BYTES = 60;

const weighMatch = (match: Followed['match']): number =>
  match === null
    ? 0
    : MATCH_BYTES + sum([match.looseId, match.thingId, match.subject, match.words].map(bytesIn));

const weighMembers = (members: readonly string[]): number =>
  sum(members.map(member => MEMBER_BYTES + bytesIn(member)));

/**
 * Keeps the facts that texts need for waiting alerts, the most severe and then the oldest first, while there is room; then those of
 * alerts that can't resolve: nobody says them again, and somebody else may have to be texted; and then what posts and pages show of
 * others that fire.
 */
export function keepFacts(state: AlertState): void {
  let left = FACTS_BYTES;
  // The next step is told, too.
  const escalating = new Set(state.incidents.filter(isEscalating).map(groupOf));
  const isNeeded = (alert: Followed): boolean => isAwaited(alert) || escalating.has(groupOf(alert));
  const inOrder = state.alerts
    .filter(({ facts }) => facts !== null)
    .map(alert => ({ alert, need: isNeeded(alert) ? 2 : Number(alert.single) }))
    .sort(
      (a, b) => b.need - a.need || rank(a.alert.severity) - rank(b.alert.severity) || a.alert.id - b.alert.id,
    );
  for (const { alert, need } of inOrder) {
    const { facts } = alert;
    if (facts === null) continue;
    if (need === 0 && alert.status === 'firing') {
      const { summary, description, links } = facts;
      alert.facts = { ...NO_FACTS, summary, description, links };
    } else if (need === 0) alert.facts = null;
    const bytes = alert.facts ? weighFacts(alert.facts) : 0;
    if (bytes <= left) left -= bytes;
    else alert.facts = null;
  }
}

function weighFacts({ labels, annotations, links, ...facts }: AlertFacts): number {
  let bytes = 0;
  for (const said of Object.values(facts)) bytes += typeof said === 'string' ? bytesIn(said) : 0;
  for (const { url } of links) bytes += AROUND_BYTES + bytesIn(url);
  for (const fields of [labels, annotations]) {
    for (const name in fields) bytes += AROUND_BYTES + bytesIn(name) + bytesIn(fields[name] ?? '');
  }
  return AROUND_BYTES + bytes;
}

const bytesIn = (text: string): number => Buffer.byteLength(text);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
