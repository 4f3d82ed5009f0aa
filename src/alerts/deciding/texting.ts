import { type AlertKind, inOrder } from '../listing.ts';
import type { Statement } from '../phrase.ts';
import type { Allowance } from './allowance.ts';
import type { Cohort, Crowd } from './crowds.ts';
import type { Held } from './news.ts';
import { BUCKETS, CRITICAL_BUCKETS, GATHER_MS, roomAt } from './pace.ts';
import { type AlertState, countFiring, type Followed, type Occasion } from './state.ts';

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

/** A text this soon after another to the same number tells of more. */
const SOON_MS = 2 * 60_000;

/** `known`: nothing waits, but these numbers were told that something critical is firing in this group. */
export type Item = WaitingAlert | { known: string };

/** What numbers are texted from. */
export type Releasing = {
  state: AlertState;
  /** Notes that these numbers wait for these alerts until then. */
  hold: (
    numbers: readonly string[],
    waiting: readonly WaitingAlert[],
    until: number,
    why: Held['why'],
  ) => void;
  /** Notes that they wait until tomorrow, since the hooks have texted what they may. */
  withhold: (numbers: readonly string[], waiting: readonly WaitingAlert[]) => void;
  /** How many alerts of a group fire. */
  fires: (group: string) => number;
  allowance: Allowance<OneText>;
  now: number;
};

/** All numbers in a cohort wait for the same alerts; when there is room for a text differs for each number. */
export function releaseTo(cohort: Cohort<Item>, about: Releasing): AlertText[] {
  const { hold, withhold, allowance } = about;
  const { numbers } = cohort;
  const items = cohort.items();
  const waiting = items.filter(item => 'occasion' in item);
  const known = new Set(items.flatMap(item => ('known' in item ? item.known : [])));
  const asleep = waiting.filter(({ quiet }) => quiet !== null);
  for (const [until, some] of Map.groupBy(asleep, ({ quiet }) => quiet ?? about.now)) {
    hold(numbers, some, until, 'quiet');
  }
  const awake = waiting.filter(({ quiet }) => quiet === null);
  const texts: AlertText[] = [];
  let left: readonly string[] = awake.length > 0 ? numbers : [];
  // Whenever a hook has texted what it may, the numbers that are left hear only of the others'.
  while (left.length > 0) {
    const isAllowed = (one: WaitingAlert): boolean =>
      isFirstCritical(one, known) || allowance.isOpen(one.alert.hook);
    const [permission, mayNot] = [awake.filter(isAllowed), awake.filter(one => !isAllowed(one))];
    const done = permission.length > 0 ? textSome(left, permission, known, { ...about, texts }) : left.length;
    if (mayNot.length > 0 && done > 0) withhold(left.slice(0, done), mayNot);
    left = left.slice(done);
  }
  return texts;
}

/** Texts these alerts to these numbers, or holds them; returns how many numbers were dealt with before a hook may no longer. */
function textSome(
  numbers: readonly string[],
  alerts: readonly WaitingAlert[],
  known: ReadonlySet<string>,
  { state, hold, fires, allowance, now, texts }: Releasing & { texts: AlertText[] },
): number {
  const urgent = alerts.some(one => isFirstCritical(one, known));
  const words = { true: null as OneText | null, false: null as OneText | null };
  const held = new Map<number, string[]>();
  let done = 0;
  for (const number of numbers) {
    const at = turnOf(number, urgent, state, now);
    if (at > now) held.set(at, (held.get(at) ?? []).concat(number));
    else {
      const follows = (state.sent[number]?.at(-1) ?? Number.NEGATIVE_INFINITY) > now - SOON_MS;
      const text = words[`${follows}`] ?? textOf(alerts, { fires, follows });
      words[`${follows}`] = text;
      if (!allowance.take(text, urgent)) break;
      texts.push({ number, urgent, ...text });
    }
    done += 1;
  }
  for (const [at, some] of held) {
    hold(some, alerts, at, urgent && at - now <= GATHER_MS ? 'together' : 'pace');
  }
  return done;
}

/** How many alerts of a group fire: counted once, and only if somebody asks. */
export function firingIn({ alerts }: AlertState): (group: string) => number {
  let counts: Map<string, number> | null = null;
  return group => {
    counts ??= countFiring(alerts);
    return counts.get(group) ?? 0;
  };
}

/** When a number may get its next text. */
function turnOf(number: string, urgent: boolean, { sent, urgent: last }: AlertState, now: number): number {
  const times = sent[number] ?? [];
  if (!urgent) return roomAt(BUCKETS, times, now);
  const gathered = (last[number] ?? Number.NEGATIVE_INFINITY) + GATHER_MS;
  return Math.max(roomAt(CRITICAL_BUCKETS, times, now), gathered);
}

/** A group's first critical alert doesn't wait for the usual pace, and no limit of its hook holds it back. */
const isFirstCritical = (
  { occasion, alert, group }: WaitingAlert,
  knownGroups: ReadonlySet<string>,
): boolean => occasion === 'firing' && alert.severity === 'critical' && !knownGroups.has(group);
