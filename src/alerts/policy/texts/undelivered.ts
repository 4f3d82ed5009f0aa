import { MINUTE_MS } from '../../../kit/day.ts';
import { keyOfResponder, type Responder } from '../../alert.ts';
import { isUserId, keyOfCall } from '../../calling/called-person.ts';
import type { PolicyEvent } from '../events.ts';
import { acknowledgerUnreachable } from '../incidents/acknowledgement.ts';
import { begin, giveWay, isUnheard, request } from '../incidents/escalation.ts';
import { isRunning, type Route, recipientsSoFar, stepsOf } from '../incidents/route.ts';
import { type Hold, hasOpen, type Incident, isAnnounced } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { withoutText } from './notified.ts';

/* Texts that didn't arrive, and texts that are no longer needed. */

/** The time until requests are tried again after no text could go. They are tried at once if texts can go before. */
const TRY_AGAIN_MS = MINUTE_MS;

type DeliveryEvent = Extract<PolicyEvent, { kind: 'delivery' }>;

/**
 * Notes the delivery status of a text, and of the messages with it. An address that it didn't reach knows what it knew before, and may be
 * told again. A text takes the place of a message that didn't arrive.
 */
export function noteDelivery(work: WorkingState, { text: id, statuses, problems = [] }: DeliveryEvent): void {
  const text = work.texts.get(id);
  if (!text) return;
  const news = statuses.filter(([number]) => text.pending.includes(number));
  const settled = new Set(news.map(([number]) => number));
  const sent = text.sent + news.filter(([, status]) => status === 'sent').length;
  const pending = text.pending.filter(number => !settled.has(number));
  work.texts.set(id, { ...text, pending, sent });
  for (const incidentId of text.incidents) {
    const incident = work.byId(incidentId);
    const route = incident && work.routeOf(incident);
    if (!incident || !route) continue;
    addToTimeline(work, incident, news, { problems, isShared: incidentId !== text.incidents[0] });
    const blocked: string[] = [];
    for (const [number, status] of news) {
      const isOver = incident.endedAt !== null;
      if (status === 'sent' || status === 'uncertain') {
        if (isUserId(number) && !isOver) work.tell(incident, 'messaged', { by: personAt(number) });
        continue;
      }
      const { notified, wasLast } = withoutText(incident.notified, number, id);
      incident.notified = notified;
      if (isOver) continue;
      if (status === 'blocked') blocked.push(number);
      else if (isUserId(number) && !text.isCancelled)
        textInstead(work, route, incident, { id, userId: number });
      else if (incident.acknowledged?.numbers.includes(number))
        acknowledgerUnreachable(work, route, incident);
      // The number gets a new text about the current alerts: a reminder if a later text told it of them.
      else if ((status === 'expired' || text.isCancelled) && hasOpen(incident))
        request(work, incident, 'renewal', [keyOfRetry(number)], !wasLast);
    }
    if (blocked.length > 0) waitUntilMended(work, route, incident, { id, blocked });
    else if (pending.length === 0) giveWayIfUnheard(work, incident, id);
  }
}

/** Adds to an incident's timeline what became of its texts. */
function addToTimeline(
  { timeline }: WorkingState,
  incident: Incident,
  statuses: DeliveryEvent['statuses'],
  { problems, isShared }: { problems: NonNullable<DeliveryEvent['problems']>; isShared: boolean },
): void {
  for (const [number, status] of statuses) {
    if (isUserId(number)) continue; // A message, of which the post is told, too.
    const to = [number];
    if (status === 'sent') timeline.add(incident, 'accepted', { to, isShared });
    else if (status === 'uncertain') timeline.add(incident, 'uncertain', { to, isShared });
    else {
      const problem = problems.find(([unsent]) => unsent === number)?.[1];
      timeline.add(incident, 'unsent', { to, isShared, problem });
    }
  }
}

const personAt = (userId: string): Responder => ({ kind: 'person', userId });

/** The recipient to tell again in place of a text: the same number, or a person as they chose. */
const keyOfRetry = (address: string): string =>
  isUserId(address)
    ? keyOfResponder(personAt(address))
    : keyOfCall(keyOfResponder({ kind: 'number', number: address }), 'text');

/** Texts a person whom a message couldn't reach. If they have no number, it is as if none of the request's recipients could be texted. */
function textInstead(
  work: WorkingState,
  route: Route,
  incident: Incident,
  { id, userId }: { id: number; userId: string },
): void {
  const { acknowledged, escalation } = incident;
  const by = personAt(userId);
  work.tell(incident, 'not_messaged', { by });
  const isAcknowledger = acknowledged?.numbers.includes(userId) ?? false;
  if (!isAcknowledger && !hasOpen(incident)) return;
  const isOfStep = isRunning(route, incident) && (escalation?.texts.includes(id) ?? false);
  const reason = isAcknowledger ? 'acknowledger' : isOfStep ? 'step' : 'renewal';
  request(work, incident, reason, [keyOfCall(keyOfResponder(by), 'text')]);
}

/** Ends a step's time if all its texts have a status and none was sent. While no text of the workspace can go, the step waits instead. */
function giveWayIfUnheard(work: WorkingState, incident: Incident, id: number): void {
  const { escalation, unresolved } = incident;
  if (work.blocked || escalation?.dueAt == null || !escalation.texts.includes(id)) return;
  if (unresolved.some(({ reason }) => reason === 'step' || reason === 'named')) return;
  if (isUnheard(work, incident)) giveWay(work, incident);
}

/** Requests again the recipients of a text that couldn't go. They are looked up once texts can go. */
function waitUntilMended(
  work: WorkingState,
  route: Route,
  incident: Incident,
  { id, blocked }: { id: number; blocked: readonly string[] },
): void {
  const { escalation, acknowledged } = incident;
  if (acknowledged && blocked.some(number => acknowledged.numbers.includes(number)))
    request(work, incident, 'acknowledger', [keyOfResponder(acknowledged.by)]);
  if (hasOpen(incident)) {
    if (escalation?.texts.includes(id) && escalation.turn < stepsOf(route).total)
      begin(work, route, incident, Math.max(0, escalation.turn));
    else request(work, incident, 'renewal', recipientsSoFar(route, incident));
  }
  const held: Hold = { until: work.now + TRY_AGAIN_MS, why: null };
  incident.unresolved = incident.unresolved.map(entry => ({ ...entry, held }));
}

/** Cancels texts that only say what fires, if a responder is on all of it, a mute covers it, or it is over. */
export function cancelNeedless(work: WorkingState): void {
  const statuses = new Map<number, { isOpen: boolean; isOn: boolean }>();
  const statusOf = (id: number): { isOpen: boolean; isOn: boolean } => {
    const before = statuses.get(id);
    if (before) return before;
    const incident = work.byId(id);
    const isOn = incident?.endedAt === null && incident.alerts.some(isAnnounced);
    const status = { isOn, isOpen: isOn && (incident.kind === 'test' || hasOpen(incident)) };
    statuses.set(id, status);
    return status;
  };
  for (const [id, text] of work.texts) {
    if (!text.isOnlyFiring || text.isCancelled || text.pending.length === 0) continue;
    if (
      text.incidents.some(incident => (text.isForAll ? statusOf(incident).isOn : statusOf(incident).isOpen))
    )
      continue;
    work.cancelled.add(id);
    work.texts.set(id, { ...text, isCancelled: true });
  }
}
