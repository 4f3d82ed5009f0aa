import type { PausableWork } from '../../domain/in-turns.ts';
import { BUCKETS, CRITICAL_BUCKETS, GATHER_MS, roomAt } from './buckets.ts';
import { type Cohort, cohortsOf } from './cohorts.ts';
import type { Crowd, Crowds } from './crowds.ts';
import type { Incidents } from './incidents.ts';
import { addHeld, type Held, type NewsDesk } from './news.ts';
import { quietUntil } from './quiet.ts';
import type { Route } from './route.ts';
import { type AlertState, type Followed, groupOf, isAwaited, letGo, OCCASIONS } from './state.ts';
import { type AlertText, textOf, type WaitingAlert } from './text.ts';

/** A text this soon after another to the same number tells of more. */
const SOON_MS = 2 * 60_000;

export type Released = {
  texts: AlertText[];
  /** When something that is held may go; null: nothing is held. */
  dueAt: number | null;
};

/** `known`: nothing waits, but these numbers were told that something critical is firing in this group. */
type Item = WaitingAlert | { known: string };

/** Notes that these numbers wait for these alerts until then. */
type Hold = (
  numbers: readonly string[],
  waiting: readonly WaitingAlert[],
  until: number,
  why: Held['why'],
) => void;

/** Takes from `state` what each number may be told now, as one text each; the rest keeps waiting and is reported. */
export function* release(
  state: AlertState,
  routes: ReadonlyMap<string, Route>,
  about: { crowds: Crowds; desk: NewsDesk; incidents: Incidents; now: number; wall: number },
): PausableWork<Released> {
  const { crowds, desk, incidents, now, wall } = about;
  const released: Released = { texts: [], dueAt: null };
  const hold: Hold = (numbers, waiting, until, why) => {
    const [number = '', ...others] = numbers;
    released.dueAt = Math.min(released.dueAt ?? until, until);
    for (const [hook, its] of Map.groupBy(waiting, ({ alert }) => alert.hook)) {
      addHeld(desk.of(hook), { number, others: others.length, alerts: its.length, until, why });
    }
  };
  const quiet = new Map(
    [...routes].map(([hook, route]) => {
      const until = quietUntil(route.quiet, wall);
      return [hook, until === null ? null : now + until - wall];
    }),
  );
  const waiting = state.alerts.filter(isAwaited).flatMap(alert => {
    const incident = incidents.of(alert)?.id ?? null;
    return waitingFor(alert, quiet.get(alert.hook), incident);
  });
  const fires = firingIn(state);
  const cohorts = yield* cohortsOf([...marksOf(waiting), ...knownCritical(state)]);
  for (const cohort of cohorts) {
    for (const text of releaseTo(cohort, { state, hold, fires, now })) released.texts.push(text);
    yield;
  }
  const texted = crowds.of(released.texts.map(({ number }) => number));
  for (const one of waiting) {
    if (one.quiet === null) tell(one, texted, crowds, now);
    yield;
  }
  noteTexts(state, texted, now);
  for (const { number, urgent } of released.texts) if (urgent) state.urgent[number] = now;
  return released;
}

/**
 * Who waits for an alert; nobody, if its hook no longer exists.
 *
 * @param quiet when its hook's quiet hours end; null: it is not in quiet hours; undefined: there is no such hook
 */
function waitingFor(
  alert: Followed,
  quiet: number | null | undefined,
  incident: number | null,
): WaitingAlert[] {
  const waiting: WaitingAlert[] = [];
  const group = groupOf(alert);
  for (const occasion of OCCASIONS) {
    const crowd = alert.waits[occasion];
    if (quiet === undefined) letGo(alert, occasion);
    else if (crowd.length > 0) {
      waiting.push({
        alert,
        group,
        occasion,
        crowd,
        quiet: alert.severity === 'critical' ? null : quiet,
        incident,
      });
    }
  }
  return waiting;
}

const marksOf = (waiting: readonly WaitingAlert[]) =>
  waiting.map(one => ({ crowd: one.crowd, item: one as Item }));

/** Which numbers were told about which critical alerts that are still firing. */
function knownCritical({ alerts }: AlertState): { crowd: Crowd; item: Item }[] {
  return alerts
    .filter(({ status, severity }) => status === 'firing' && severity === 'critical')
    .map(alert => ({ crowd: alert.told, item: { known: groupOf(alert) } }));
}

/** All numbers in a cohort wait for the same alerts; when there is room for a text differs for each number. */
function releaseTo(
  cohort: Cohort<Item>,
  {
    state,
    hold,
    fires,
    now,
  }: { state: AlertState; hold: Hold; fires: (group: string) => number; now: number },
): AlertText[] {
  const { numbers } = cohort;
  const items = cohort.items();
  const texts: AlertText[] = [];
  const waiting = items.filter(item => 'occasion' in item);
  const known = new Set(items.flatMap(item => ('known' in item ? item.known : [])));
  const awake = waiting.filter(({ quiet }) => quiet === null);
  if (awake.length > 0) {
    const urgent = isUrgent(awake, known);
    const byTime = Map.groupBy(numbers, number => turnOf(number, urgent, state, now));
    for (const [at, some] of byTime) {
      if (at > now) hold(some, awake, at, urgent && at - now <= GATHER_MS ? 'together' : 'pace');
      else {
        for (const [follows, its] of Map.groupBy(some, number => isSoonAfter(state.sent[number], now))) {
          const text = textOf(awake, { fires, follows });
          for (const number of its) texts.push({ number, urgent, ...text });
        }
      }
    }
  }
  const asleep = waiting.filter(({ quiet }) => quiet !== null);
  for (const [until, some] of Map.groupBy(asleep, ({ quiet }) => quiet ?? now)) {
    hold(numbers, some, until, 'quiet');
  }
  return texts;
}

/** How many alerts of a group fire: counted once, and only if somebody asks. */
function firingIn({ alerts }: AlertState): (group: string) => number {
  let counts: Map<string, number> | null = null;
  return group => {
    if (!counts) {
      counts = new Map();
      for (const alert of alerts) {
        if (alert.status === 'firing') counts.set(groupOf(alert), (counts.get(groupOf(alert)) ?? 0) + 1);
      }
    }
    return counts.get(group) ?? 0;
  };
}

const isSoonAfter = (sent: readonly number[] | undefined, now: number): boolean =>
  (sent?.at(-1) ?? Number.NEGATIVE_INFINITY) > now - SOON_MS;

/** When a number may get its next text. */
function turnOf(number: string, urgent: boolean, { sent, urgent: last }: AlertState, now: number): number {
  const times = sent[number] ?? [];
  if (!urgent) return roomAt(BUCKETS, times, now);
  const gathered = (last[number] ?? Number.NEGATIVE_INFINITY) + GATHER_MS;
  return Math.max(roomAt(CRITICAL_BUCKETS, times, now), gathered);
}

/** A group's first critical alert doesn't wait for the usual pace. */
function isUrgent(waiting: readonly WaitingAlert[], knownGroups: ReadonlySet<string>): boolean {
  return waiting.some(
    ({ occasion, alert, group }) =>
      occasion === 'firing' && alert.severity === 'critical' && !knownGroups.has(group),
  );
}

/** Notes that the people we texted now know. */
function tell({ alert, occasion, crowd }: WaitingAlert, texted: Crowd, crowds: Crowds, now: number): void {
  const told = crowds.common(crowd, texted);
  if (told.length === 0) return;
  alert.waits = { ...alert.waits, [occasion]: crowds.without(crowd, texted) };
  if (occasion === 'resolved') return;
  alert.toldAt = now;
  alert.told = crowds.union(alert.told, told);
}

/** Numbers that were texted at the same times share one list. */
function noteTexts(state: AlertState, texted: Crowd, now: number): void {
  const after = new Map<readonly number[] | undefined, readonly number[]>();
  for (const number of texted) {
    const before = state.sent[number];
    const times = after.get(before) ?? [...(before ?? []), now];
    after.set(before, times);
    state.sent[number] = times;
  }
}
