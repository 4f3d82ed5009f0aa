import type { Occasion } from '../../alert.ts';
import { type AlertKind, inOrder } from '../../alert-list-text.ts';
import type { Statement } from '../../statement.ts';
import { type Incident, isFiring, type TrackedAlert } from '../incidents/state.ts';

/** An alert in a text, and why the text mentions it. */
export type TextItem = { incident: Incident; alert: TrackedAlert; occasion: Occasion };

/** A text before it is worded. `hook`: the hook that it is mainly about, whose wording it gets. */
export type OneText = {
  hook: string;
  statement: Statement;
  /** All hooks whose alerts it tells of. */
  hooks: readonly string[];
  /** The incidents that it says are firing, which its reader may acknowledge. */
  firing: readonly number[];
  /** All incidents that it tells of. */
  incidents: readonly number[];
  /** It counts critical alerts that exceed the capacity. */
  isOverflow: boolean;
};

/** Composes one text about these alerts. @param follows its reader got a text a moment ago */
export function composeText(items: readonly TextItem[], follows: boolean): OneText {
  const kinds = kindsOf(items);
  const { alert, occasion, incident } = leadOf(items, kinds);
  const { severity, name, place, facts } = alert;
  const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
  const firing = items.filter(item => item.occasion !== 'resolved' && !isTest(item));
  return {
    hook: incident.hook,
    hooks: distinct(items.map(item => item.incident.hook)),
    firing: distinct(firing.map(item => item.incident.id)),
    incidents: distinct(items.map(item => item.incident.id)),
    isOverflow: incident.kind === 'overflow',
    statement: {
      occasion,
      severity,
      name,
      place,
      facts,
      kinds,
      still: stillFiring(items),
      follows,
      test: incident.kind === 'test',
      isResolvedHere: occasion === 'resolved' && !alert.isEndHeard,
    },
  };
}

const isTest = ({ incident }: TextItem): boolean => incident.kind === 'test';

/** Ended alerts of all severities are one kind, because severity no longer matters. */
const kindKeyOf = (item: TextItem): string =>
  item.occasion === 'resolved'
    ? JSON.stringify([item.occasion, item.alert.name])
    : JSON.stringify([item.occasion, isTest(item), item.alert.severity, item.alert.name]);

/** These alerts by name, with counts: the most important first, tests last. */
function kindsOf(items: readonly TextItem[]): AlertKind[] {
  const kinds = [...Map.groupBy(items, kindKeyOf).values()].flatMap(alike => {
    const [first] = alike;
    if (!first) return [];
    const { severity, name: called, place } = first.alert;
    const alerts = alike.reduce((sum, { alert }) => sum + alert.count, 0);
    const test = isTest(first) && { test: true };
    const { occasion } = first;
    return { occasion, severity, called, place: alerts > 1 ? bothPlaces(alike) : place, alerts, ...test };
  });
  return kinds.sort(inOrder);
}

/** Both places of two alerts that ended, because others of the same name may still fire; otherwise empty. */
function bothPlaces(alike: readonly TextItem[]): string {
  const places = alike.flatMap(({ alert, occasion }) => (occasion === 'resolved' && alert.place) || []);
  return alike.length === 2 && places.length === 2 ? places.join(' + ') : '';
}

/** The alert that a text is mainly about: the oldest of the first kind, preferably one whose facts are stored. */
function leadOf(items: readonly TextItem[], [first]: readonly AlertKind[]): TextItem {
  const alike = items.filter(
    item =>
      item.occasion === first?.occasion &&
      item.alert.name === first.called &&
      isTest(item) === (first.test ?? false) &&
      (item.occasion === 'resolved' || item.alert.severity === first.severity),
  );
  return alike.reduce((lead, item) => (comesBefore(item.alert, lead.alert) < 0 ? item : lead));
}

const comesBefore = (one: TrackedAlert, other: TrackedAlert): number =>
  Number(one.facts === null) - Number(other.facts === null) || one.change - other.change;

/** The number of alerts that still fire in incidents of ended alerts, apart from those that the text tells of. */
function stillFiring(items: readonly TextItem[]): number {
  const ended = new Set(items.flatMap(({ occasion, incident }) => (occasion === 'resolved' ? incident : [])));
  const mentioned = items.filter(({ occasion, incident }) => occasion !== 'resolved' && ended.has(incident));
  const all = [...ended].reduce((sum, { alerts }) => sum + alerts.filter(isFiring).length, 0);
  return Math.max(0, all - mentioned.length);
}
