import { type AlertKind, inOrder } from '../listing.ts';
import type { Statement } from '../phrase.ts';
import type { Crowd } from './crowds.ts';
import type { Followed, Occasion } from './state.ts';

/** One text to one number: what it says, in the words of the hook it is mainly about. */
export type AlertText = {
  number: string;
  hook: string;
  statement: Statement;
  /** It tells of a group's first critical alert, which doesn't wait for the usual limits. */
  urgent: boolean;
  hooks: string[];
  /** Those that it says are firing, by their ids. */
  incidents: number[];
  /** The same, and those of which it says that something is over. */
  about: number[];
};

/** What a text says, whoever gets it. */
export type OneText = Omit<AlertText, 'number' | 'urgent'>;

/**
 * Something a crowd waits to be told. `quiet`: when the quiet hours it waits for end; null: it needn't wait for any.
 */
export type WaitingAlert = {
  alert: Followed;
  group: string;
  occasion: Occasion;
  crowd: Crowd;
  quiet: number | null;
  /** Its incident's id; null: it is over for so long that we don't know it. */
  incident: number | null;
};

/**
 * What one text says about everything that a number waits for.
 *
 * @param about `fires`: how many alerts of a group fire; `follows`: a text went to the same number a moment ago
 */
export function textOf(
  waiting: readonly WaitingAlert[],
  about: { fires: (group: string) => number; follows: boolean },
): OneText {
  const kinds = kindsOf(waiting);
  const { alert, occasion } = leadOf(waiting, kinds);
  const { severity, name, place, facts, hook, test } = alert;
  return {
    hook,
    hooks: [...new Set(waiting.map(({ alert }) => alert.hook))],
    incidents: [
      ...new Set(
        waiting.flatMap(({ occasion, incident }) =>
          occasion === 'resolved' || incident === null ? [] : incident,
        ),
      ),
    ],
    about: [...new Set(waiting.flatMap(({ incident }) => incident ?? []))],
    statement: {
      occasion,
      severity,
      name,
      place,
      facts,
      kinds,
      still: stillFiring(waiting, about.fires),
      follows: about.follows,
      test,
    },
  };
}

/** Nobody needs to know how severe something was that is over. */
const keyOf = ({ occasion, alert: { severity, name, test } }: WaitingAlert): string =>
  occasion === 'resolved' ? `${occasion} ${name}` : `${occasion} ${test} ${severity} ${name}`;

/** What people call these alerts, with counts, the most important first. */
function kindsOf(waiting: readonly WaitingAlert[]): AlertKind[] {
  const kinds = [...Map.groupBy(waiting, keyOf).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { occasion, alert } = first;
    const { severity, name: called, place, test } = alert;
    const alerts = 1 + others.length;
    return { occasion, severity, called, place: alerts > 1 ? '' : place, alerts, ...(test && { test }) };
  });
  return kinds.sort(inOrder);
}

/** The alert that a text is mainly about: of the first kind the oldest, if there is one of which we have facts. */
function leadOf(waiting: readonly WaitingAlert[], [first]: readonly AlertKind[]): WaitingAlert {
  const ofFirst = waiting.filter(
    ({ occasion, alert }) =>
      occasion === first?.occasion &&
      alert.name === first.called &&
      alert.test === (first.test ?? false) &&
      (occasion === 'resolved' || alert.severity === first.severity),
  );
  return ofFirst.reduce((lead, one) => (comesBefore(one.alert, lead.alert) < 0 ? one : lead));
}

const comesBefore = (one: Followed, other: Followed): number =>
  Number(one.facts === null) - Number(other.facts === null) || one.id - other.id;

/** Of the groups in which something is over: how many other alerts fire, beside those that the text tells of. */
function stillFiring(waiting: readonly WaitingAlert[], fires: (group: string) => number): number {
  const groups = new Set(waiting.flatMap(({ occasion, group }) => (occasion === 'resolved' ? group : [])));
  const told = waiting.filter(({ occasion, group }) => occasion !== 'resolved' && groups.has(group));
  const all = [...groups].reduce((sum, group) => sum + fires(group), 0);
  return Math.max(0, all - told.length);
}
