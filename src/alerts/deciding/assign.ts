import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import type { Problem } from '../../kit/problem.ts';
import { keyOfResponder } from '../alert.ts';
import { type Crowd, type Crowds, NOBODY } from './crowds.ts';
import type { Incidents } from './incidents.ts';
import { addUnreached, type NewsDesk } from './news.ts';
import { type Route, textedBy } from './route.ts';
import { type AlertState, type Followed, type Incident, isEscalating, wait } from './state.ts';

/** How long until we ask Slack again about people it didn't answer for, and when we give up. */
const ASK_AGAIN_MS = 5000;
const GIVE_UP_MS = 30 * 60_000;

/** The most numbers one alert reaches: as many as a hook's recipients can stand for. */
const MAX_NUMBERS = 4000;

/** The numbers a recipient stands for right now, as far as we know. */
export type Lookup = {
  numbers: readonly string[];
  /** People we can't text, and why. */
  omitted: readonly { recipient: string; problem: Problem }[];
  /** Recipients that we can't ask Slack about now: the recipient itself, or some of its members. */
  silent: readonly string[];
};

type Assigning = {
  routes: ReadonlyMap<string, Route>;
  crowds: Crowds;
  desk: NewsDesk;
  incidents: Incidents;
  now: number;
};

/** Finds the numbers that alerts must wait for; returns when to ask Slack again, or null if there is no need. */
export function* assign(
  state: AlertState,
  lookUp: (recipient: string) => Lookup,
  about: Assigning,
): CooperativeTask<number | null> {
  const { crowds, desk, incidents, now } = about;
  const open = Map.groupBy(
    state.alerts.filter(({ asked }) => asked.length > 0),
    ({ asked }) => asked,
  );
  let askAgain: number | null = null;
  for (const [asked, alerts] of open) {
    const { numbers, omitted, ...found } = reach(asked, lookUp);
    const reached = crowds.of(numbers);
    for (const alert of alerts) {
      wait(crowds, alert, 'firing', crowds.without(reached, alert.told));
      // Whoever a later step texts hears of it, even if an earlier one texted them.
      if (incidents.hasAdvanced(incidents.of(alert)))
        wait(crowds, alert, 'reminder', crowds.common(reached, alert.told));
      yield;
    }
    unreached(desk, alerts, omitted);
    const isNobody = numbers.length === 0 && found.silent.length === 0;
    for (const alert of isNobody ? alerts : []) {
      if (passOn(about, alert, asked)) askAgain = now;
      yield;
    }
    if (isNobody && askAgain === now) continue;

    const silent = crowds.of(found.silent);
    const late = silent.length > 0 ? alerts.filter(({ askedAt }) => now - askedAt >= GIVE_UP_MS) : [];
    unreached(desk, late, nameless(silent));
    for (const alert of alerts) alert.asked = silent;
    for (const alert of late) alert.asked = NOBODY;
    if (silent.length > 0 && late.length < alerts.length) askAgain = now + ASK_AGAIN_MS;
    yield;
  }
  return askAgain;
}

/**
 * Nobody can be texted about an alert: if whoever has it can't, or nobody whom its sender named, those are asked who would be
 * otherwise; if a step has nobody, it is the next one's turn. False: there is nobody else.
 */
function passOn({ routes, crowds, desk, incidents, now }: Assigning, alert: Followed, asked: Crowd): boolean {
  const incident = incidents.of(alert);
  alert.asked = NOBODY;
  if (!incident) return false;
  const { taken, escalation } = incident;
  const route = routes.get(alert.hook);
  const own = route ? textedBy(route, null) : [];
  // Its sender named others.
  const isNamed = own.some(recipient => !asked.includes(recipient)) && (escalation?.turn ?? 0) === 0;
  if ((taken && asked.includes(keyOfResponder(taken.by))) || isNamed) {
    alert.asked = crowds.of(own);
    return alert.asked.length > 0;
  }
  if (!isEscalating(incident)) return false;
  if (!isDueAt(incident, now)) desk.of(alert.hook).emptySteps += 1;
  incident.escalation = { turn: incident.escalation?.turn ?? 0, dueAt: now };
  incidents.note(incident);
  return true;
}

const isDueAt = ({ escalation }: Incident, now: number): boolean =>
  escalation?.dueAt != null && escalation.dueAt <= now;

/** Everybody the recipients stand for, up to the most that one alert may reach. */
function reach(asked: Crowd, lookUp: (recipient: string) => Lookup) {
  const numbers = new Set<string>();
  const omitted: Unreachable[] = [];
  const silent: string[] = [];
  for (const recipient of asked) {
    const found = lookUp(recipient);
    const count = numbers.size + found.numbers.length;
    if (count > MAX_NUMBERS) {
      omitted.push({ recipient, problem: { kind: 'RECIPIENTS_TOO_MANY', count, limit: MAX_NUMBERS } });
      continue;
    }
    for (const number of found.numbers) numbers.add(number);
    omitted.push(...found.omitted);
    silent.push(...found.silent);
  }
  return { numbers: [...numbers], omitted, silent };
}

type Unreachable = { recipient: string; problem: Problem | null };

const nameless = (silent: Crowd): Unreachable[] => silent.map(recipient => ({ recipient, problem: null }));

/** Tells each hook how many of these alerts don't reach whom. */
function unreached(desk: NewsDesk, alerts: readonly Followed[], who: readonly Unreachable[]): void {
  if (who.length === 0) return;
  for (const [hook, its] of Map.groupBy(alerts, alert => alert.hook)) {
    for (const one of who) addUnreached(desk.of(hook), { ...one, alerts: its.length });
  }
}
