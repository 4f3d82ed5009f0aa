import type { Allowance } from './allowance.ts';
import { BUCKETS, CRITICAL_BUCKETS, GATHER_MS, roomAt } from './buckets.ts';
import type { Cohort } from './cohorts.ts';
import type { Held } from './news.ts';
import { type AlertState, countFiring } from './state.ts';
import { type AlertText, type OneText, textOf, type WaitingAlert } from './text.ts';

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
    const [may, mayNot] = [awake.filter(isAllowed), awake.filter(one => !isAllowed(one))];
    const done = may.length > 0 ? textSome(left, may, known, { ...about, texts }) : left.length;
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
