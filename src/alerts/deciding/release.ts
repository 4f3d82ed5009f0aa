import { endOfDay } from '../../kit/day.ts';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { createAllowance, type Pricing } from './allowance.ts';
import { type Crowd, type Crowds, cohortsOf } from './crowds.ts';
import type { Incidents } from './incidents.ts';
import type { NewsDesk } from './news.ts';
import { quietUntil } from './pace.ts';
import type { Route } from './route.ts';
import { type AlertState, type Followed, groupOf, isAwaited, letGo, OCCASIONS } from './state.ts';
import {
  type AlertText,
  firingIn,
  type Item,
  type OneText,
  type Releasing,
  releaseTo,
  type WaitingAlert,
} from './texting.ts';

/** How soon to look again whether it is known what texts cost. */
const PRICE_MS = 60_000;

export type Released = {
  texts: AlertText[];
  /** When something that is held may go; null: nothing is held. */
  dueAt: number | null;
};

/** Takes from `state` what each number may be told now, as one text each; the rest keeps waiting and is reported. */
export function* release(
  state: AlertState,
  routes: ReadonlyMap<string, Route>,
  about: {
    crowds: Crowds;
    desk: NewsDesk;
    incidents: Incidents;
    pricing: Pricing<OneText>;
    now: number;
    wall: number;
  },
): CooperativeTask<Released> {
  const { crowds, desk, incidents, pricing, now, wall } = about;
  const released: Released = { texts: [], dueAt: null };
  const hold: Releasing['hold'] = (numbers, waiting, until, why) => {
    const [number = '', ...others] = numbers;
    released.dueAt = Math.min(released.dueAt ?? until, until);
    for (const [hook, its] of Map.groupBy(waiting, ({ alert }) => alert.hook)) {
      desk.of(hook).held.push({ number, others: others.length, alerts: its.length, until, why });
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
  const allowance = createAllowance(state, routes, pricing, wall);
  const withheld = new Map<WaitingAlert, string[]>();
  const releasing: Releasing = {
    state,
    hold,
    fires: firingIn(state),
    allowance,
    withhold(numbers, items) {
      hold(numbers, items, now + endOfDay(wall) - wall, 'daily');
      // The price may be known by then: then more may go.
      if (pricing.past === null && items.some(({ alert }) => isInCredits(routes.get(alert.hook))))
        released.dueAt = Math.min(released.dueAt ?? now + PRICE_MS, now + PRICE_MS);
      for (const item of items) withheld.set(item, (withheld.get(item) ?? []).concat(numbers));
    },
    now,
  };
  const cohorts = yield* cohortsOf([...marksOf(waiting), ...knownCritical(state)]);
  for (const cohort of cohorts) {
    for (const text of releaseTo(cohort, releasing)) released.texts.push(text);
    yield;
  }
  allowance.report(desk);
  const texted = crowds.of(released.texts.map(({ number }) => number));
  for (const one of waiting) {
    const its = withheld.get(one);
    if (one.quiet === null) tell(one, its ? crowds.without(texted, crowds.of(its)) : texted, crowds, now);
    yield;
  }
  noteTexts(state, texted, now);
  for (const { number, urgent } of released.texts) if (urgent) state.urgent[number] = now;
  return released;
}

const isInCredits = (route: Route | undefined): boolean => route?.daily != null && 'credits' in route.daily;

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
