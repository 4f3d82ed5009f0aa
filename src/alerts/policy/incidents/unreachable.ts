import { MINUTE_MS, SECOND_MS } from '../../../kit/day.ts';
import { keyOfUser, type Reached, reachOf } from '../../calling/called-person.ts';
import { addUndeliverable } from '../channel/channel-update.ts';
import type { RecipientLookup } from '../events.ts';
import { firingUpTo } from '../texts/notified.ts';
import { acknowledgerUnreachable } from './acknowledgement.ts';
import { advanceIfDue, begin, callFirst, giveWay, isUnheard, startTime } from './escalation.ts';
import { escalates, isRunning, type Route } from './route.ts';
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
 * Once recipients are looked up, their texts go or wait. If none of them can be texted, others get their turn at once, and the incident's
 * post says so if no recipient could be texted at all.
 */

/** The time until the app asks Slack again about people it didn't answer for, and until the app gives up. */
export const ASK_AGAIN_MS = 5 * SECOND_MS;
const GIVE_UP_MS = 30 * MINUTE_MS;
/** The most numbers that the recipients of a request stand for together. */
const MAX_NUMBERS = 4000;

/** Combines the look-ups of several recipients, up to `MAX_NUMBERS` numbers; null if one of them is missing. */
export function resolveAll(
  to: readonly string[],
  lookups: ReadonlyMap<string, RecipientLookup>,
): RecipientLookup | null {
  const numbers = new Set<string>();
  const called = new Map<string, RecipientLookup['called'][number]>();
  const omitted: RecipientLookup['omitted'][number][] = [];
  const silent: string[] = [];
  for (const recipient of to) {
    const lookup = lookups.get(recipient);
    if (!lookup) return null;
    const count = numbers.size + called.size + lookup.numbers.length + lookup.called.length;
    if (count > MAX_NUMBERS) {
      omitted.push({ recipient, problem: { kind: 'RECIPIENTS_TOO_MANY', count, limit: MAX_NUMBERS } });
      continue;
    }
    for (const number of lookup.numbers) numbers.add(number);
    for (const person of lookup.called) called.set(`${person.userId} ${person.place}`, person);
    omitted.push(...lookup.omitted);
    silent.push(...lookup.silent);
  }
  return { numbers: [...numbers], called: [...called.values()], omitted, silent };
}

/** Where recipients are called now. `people`: those who chose how. */
export type RecipientReach = Pick<RecipientLookup, 'omitted' | 'silent'> & {
  addresses: readonly string[];
  people: readonly Reached[];
};

/** Where recipients are called about an incident. People may want no call unless it is critical. */
export function reachOfAll(lookup: RecipientLookup, isCritical: boolean): RecipientReach {
  const { numbers, called, omitted, silent } = lookup;
  if (called.length === 0) return { addresses: numbers, people: [], omitted, silent };
  const people = called.map(person => reachOf(person, isCritical));
  const problems = people.flatMap(({ userId, problem }) =>
    problem ? { recipient: keyOfUser(userId), problem } : [],
  );
  return {
    addresses: [...new Set([...numbers, ...people.flatMap(({ addresses }) => addresses)])],
    people,
    omitted: [...omitted, ...problems],
    silent,
  };
}

/**
 * Settles a request whose recipients are known: it is done, waits, or reaches no one.
 *
 * @param held what holds back the incident's texts; null if they went
 */
export function settleRequest(
  work: WorkingState,
  route: Route,
  incident: Incident,
  request: UnresolvedRecipients,
  { addresses, omitted, silent, held }: RecipientReach & { held: Hold | null },
): void {
  const { now } = work;
  const remaining = incident.unresolved.filter(entry => entry !== request);
  // Skips a request that was dropped or changed after it was looked up. A changed one is looked up again.
  if (remaining.length === incident.unresolved.length) return;
  const isLate = silent.length > 0 && now - request.waitsSince >= GIVE_UP_MS;
  const isWaiting = silent.length > 0 && !isLate;
  const { reason } = request;
  if (reason === 'acknowledger' && incident.acknowledged)
    incident.acknowledged = { ...incident.acknowledged, numbers: addresses };
  const again: Hold | null = isWaiting ? { until: now + ASK_AGAIN_MS, why: null } : held;
  incident.unresolved = again ? [...remaining, { ...request, held: again }] : remaining;
  const isStep = reason === 'step' || reason === 'named';
  // A number's own limits don't stop the step's time, because the others of the step, and the next steps, must not wait for them.
  const isGoing = addresses.length > 0 && (held === null || held.why === 'pace' || held.why === 'together');
  if (isStep && (isGoing || (addresses.length === 0 && isWaiting))) startTime(work, route, incident);
  const alerts = incident.alerts.filter(isAnnounced).length;
  const update = work.update(incident);
  if (again === null) {
    for (const { recipient, problem } of omitted) addUndeliverable(update, { recipient, alerts, problem });
    if (isLate)
      for (const recipient of silent) addUndeliverable(update, { recipient, alerts, problem: null });
  }
  if (addresses.length > 0 || isWaiting) return;
  if (held) incident.unresolved = remaining;
  noneReached(work, route, incident, request);
}

/** Gives others their turn at once, because none of a request's recipients can be texted. */
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
      // The sender named nobody who can be texted, so the hook's own recipients are.
      incident.named = null;
      if (incident.escalation) begin(work, route, incident, Math.max(0, incident.escalation.turn));
      else callFirst(work, route, incident);
      break;
    case 'step':
      if (!isRunning(route, incident) || !escalates(route, incident)) break;
      // Only a text in place of a message couldn't go: others of the step have heard.
      if (!isUnheard(work, incident)) break;
      work.update(incident).emptySteps += 1;
      giveWay(work, incident);
      break;
    case 'someone_else':
    case 'renewal':
    case 'reminder':
    case 'further_call':
      break;
  }
}

/** Ends steps whose time is over, and steps without recipients. Terminates because an escalation has a limited number of steps. */
export function settleSteps(work: WorkingState, route: Route, incident: Incident): void {
  for (;;) {
    const empty = incident.unresolved.find(({ to }) => to.length === 0);
    if (empty) {
      incident.unresolved = incident.unresolved.filter(entry => entry !== empty);
      noneReached(work, route, incident, empty);
    }
    if (!advanceIfDue(work, route, incident) && !empty) break;
  }
  work.wake(incident.escalation?.dueAt ?? null);
}

/** Says in the post that no recipient could be texted about an open alert, unless a text or a step is still to come. */
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
