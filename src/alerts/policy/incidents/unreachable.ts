import { MINUTE_MS, SECOND_MS } from '../../../kit/day.ts';
import { addUndeliverable } from '../channel/channel-update.ts';
import type { RecipientLookup } from '../events.ts';
import { firingUpTo } from '../texts/notified.ts';
import { acknowledgerUnreachable } from './acknowledgement.ts';
import { advance, begin, callFirst, escalates, isRunning, startTime } from './escalation.ts';
import type { Route } from './route.ts';
import {
  type Hold,
  hasOpen,
  type Incident,
  isAnnounced,
  isOpen,
  type UnresolvedRecipients,
} from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * What follows once it is known whom recipients stand for: texts go, or wait; or nobody can be texted, and then others get
 * their turn. An incident that nobody could be texted about says so.
 */

/** How soon Slack is asked again about people it didn't answer for, and when that is given up. */
export const ASK_AGAIN_MS = 5 * SECOND_MS;
const GIVE_UP_MS = 30 * MINUTE_MS;
/** The most numbers that recipients stand for together. */
const MAX_NUMBERS = 4000;

/** Whom recipients stand for together; null: some haven't been asked for. */
export type Resolved = Omit<RecipientLookup, 'numbers'> & { numbers: readonly string[] };

export function resolveAll(
  to: readonly string[],
  lookups: ReadonlyMap<string, RecipientLookup>,
): Resolved | null {
  const numbers = new Set<string>();
  const omitted: RecipientLookup['omitted'][number][] = [];
  const silent: string[] = [];
  for (const recipient of to) {
    const found = lookups.get(recipient);
    if (!found) return null;
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

/** Notes what became of a request whose recipients are known now. `held`: what holds the incident's texts back. */
export function settleRequest(
  work: WorkingState,
  route: Route,
  incident: Incident,
  request: UnresolvedRecipients,
  { numbers, omitted, silent, held }: Resolved & { held: Hold | null },
): void {
  const { now } = work;
  const others = incident.unresolved.filter(entry => entry !== request);
  // A request that was dropped or changed meanwhile is decided on again.
  if (others.length === incident.unresolved.length) return;
  const isLate = silent.length > 0 && now - request.since >= GIVE_UP_MS;
  const isWaiting = silent.length > 0 && !isLate;
  const { reason } = request;
  if (reason === 'acknowledger' && incident.acknowledged)
    incident.acknowledged = { ...incident.acknowledged, numbers };
  const again: Hold | null = isWaiting ? { until: now + ASK_AGAIN_MS, why: null } : held;
  incident.unresolved = again ? [...others, { ...request, held: again }] : others;
  const isStep = reason === 'step' || reason === 'named';
  // A number's own limits don't stop the step's time: others of the step, and the next ones, must not wait for them.
  const isGoing = numbers.length > 0 && (held === null || held.why === 'pace' || held.why === 'together');
  if (isStep && (isGoing || (numbers.length === 0 && isWaiting))) startTime(work, route, incident);
  const alerts = incident.alerts.filter(isAnnounced).length;
  const update = work.update(incident);
  if (again === null) {
    for (const { recipient, problem } of omitted) addUndeliverable(update, { recipient, alerts, problem });
    if (isLate)
      for (const recipient of silent) addUndeliverable(update, { recipient, alerts, problem: null });
  }
  if (numbers.length > 0 || isWaiting) return;
  if (held) incident.unresolved = others;
  noneReached(work, route, incident, request);
}

/** None of these recipients can be texted: others get their turn at once. */
function noneReached(
  work: WorkingState,
  route: Route,
  incident: Incident,
  { reason }: UnresolvedRecipients,
): void {
  switch (reason) {
    case 'acknowledger':
      acknowledgerUnreachable(work, route, incident);
      break;
    case 'named':
      // The sender's choice is nobody: it is the hook's own people's.
      incident.named = null;
      if (incident.escalation) begin(work, route, incident, Math.max(0, incident.escalation.turn));
      else callFirst(work, route, incident);
      break;
    case 'step':
      if (!incident.escalation || !isRunning(route, incident) || !escalates(route, incident)) break;
      work.update(incident).emptySteps += 1;
      incident.escalation = { ...incident.escalation, dueAt: work.now };
      break;
    case 'someone_else':
    case 'renewal':
    case 'reminder':
      break;
  }
}

/** Steps without anybody in them give way, and steps whose time is over end. There are only so many. */
export function settleSteps(work: WorkingState, route: Route, incident: Incident): void {
  for (;;) {
    const empty = incident.unresolved.find(({ to }) => to.length === 0);
    if (empty) {
      incident.unresolved = incident.unresolved.filter(entry => entry !== empty);
      noneReached(work, route, incident, empty);
    }
    const dueAt = incident.escalation?.dueAt ?? null;
    const isDue = dueAt !== null && dueAt <= work.now;
    if (isDue) advance(work, route, incident);
    if (!empty && !isDue) break;
  }
  work.wake(incident.escalation?.dueAt ?? null);
}

/** Says that nobody could be texted about something open, unless more texts are to come. */
export function sayIfUnreached(work: WorkingState, incident: Incident): void {
  const { trouble, endedAt, kind, unresolved, escalation, alerts, notified } = incident;
  if (trouble || endedAt !== null || kind === 'test' || unresolved.length > 0 || escalation?.dueAt != null)
    return;
  if (!hasOpen(incident)) return;
  const last = firingUpTo(notified);
  if (alerts.every(alert => !isOpen(incident, alert) || alert.change <= last)) return;
  incident.trouble = 'unreached';
  work.tell(incident, 'unreached');
}
