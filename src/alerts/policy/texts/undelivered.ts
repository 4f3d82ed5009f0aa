import { MINUTE_MS } from '../../../kit/day.ts';
import { keyOfResponder } from '../../alert.ts';
import type { PolicyEvent } from '../events.ts';
import { acknowledgerUnreachable } from '../incidents/acknowledgement.ts';
import { begin, request } from '../incidents/escalation.ts';
import { type Route, recipientsSoFar, stepsOf } from '../incidents/route.ts';
import { type Hold, hasOpen, type Incident, isAnnounced } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { withoutText } from './notified.ts';

/* Texts that didn't arrive, or needn't any more. */

/** Texts that found no way out are tried again after this, unless that is mended before. */
const LOOK_AGAIN_MS = MINUTE_MS;

type DeliveryEvent = Extract<PolicyEvent, { kind: 'delivery' }>;

/** Notes what became of a text. A number that it didn't reach knows what it knew before, and may be texted anew. */
export function noteDelivery(work: WorkingState, { text: id, statuses }: DeliveryEvent): void {
  const text = work.texts.get(id);
  if (!text) return;
  const known = statuses.filter(([number]) => text.pending.includes(number));
  const settled = new Set(known.map(([number]) => number));
  const sent = text.sent + known.filter(([, status]) => status === 'sent').length;
  const pending = text.pending.filter(number => !settled.has(number));
  work.texts.set(id, { ...text, pending, sent });
  for (const incidentId of text.incidents) {
    const incident = work.byId(incidentId);
    const route = incident && work.routeOf(incident);
    if (!incident || !route) continue;
    const blocked: string[] = [];
    for (const [number, status] of known) {
      if (status === 'sent' || status === 'uncertain') continue;
      const isLast = forget(incident, number, id);
      if (incident.endedAt !== null) continue;
      if (status === 'blocked') blocked.push(number);
      else if (incident.acknowledged?.numbers.includes(number))
        acknowledgerUnreachable(work, route, incident);
      // They hear how things are by then: a reminder, if another text reached them.
      else if ((status === 'expired' || text.isCancelled) && hasOpen(incident))
        request(work, incident, 'renewal', [keyOfResponder({ kind: 'number', number })], !isLast);
    }
    if (blocked.length > 0) waitUntilMended(work, route, incident, { id, blocked });
    else if (pending.length === 0) giveWayIfUnheard(work, incident, id);
  }
}

/** A text didn't reach a number. Returns whether it was the last one to it about this incident. */
function forget(incident: Incident, number: string, id: number): boolean {
  const { notified, wasLast } = withoutText(incident.notified, number, id);
  incident.notified = notified;
  return wasLast;
}

/** A step of which no text arrived for certain doesn't wait for its time; while no text can go, it does. */
function giveWayIfUnheard(work: WorkingState, incident: Incident, id: number): void {
  const { escalation, unresolved } = incident;
  if (work.blocked || escalation?.dueAt == null || !escalation.texts.includes(id)) return;
  if (unresolved.some(({ reason }) => reason === 'step' || reason === 'named')) return;
  const isUnheard = escalation.texts.every(textId => {
    const text = work.texts.get(textId);
    return text !== undefined && text.pending.length === 0 && text.sent === 0;
  });
  if (isUnheard) incident.escalation = { ...escalation, dueAt: work.now };
}

/** Texts found no way out: their recipients are asked for anew, whoever they are once texts can go. */
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
  const held: Hold = { until: work.now + LOOK_AGAIN_MS, why: null };
  incident.unresolved = incident.unresolved.map(entry => ({ ...entry, held }));
}

/** Cancels texts that only say what fires, where a responder is on all of it, a mute covers it, or it is over. */
export function cancelNeedless(work: WorkingState): void {
  const known = new Map<number, { isOpen: boolean; isOn: boolean }>();
  const statusOf = (id: number): { isOpen: boolean; isOn: boolean } => {
    const before = known.get(id);
    if (before) return before;
    const incident = work.byId(id);
    const isOn = incident?.endedAt === null && incident.alerts.some(isAnnounced);
    const status = { isOn, isOpen: isOn && (incident.kind === 'test' || hasOpen(incident)) };
    known.set(id, status);
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
