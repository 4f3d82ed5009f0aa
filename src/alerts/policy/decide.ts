import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { nextLookAt } from './calls/heartbeat.ts';
import { ingest } from './calls/ingest.ts';
import { checkHeartbeats } from './calls/missed-heartbeats.ts';
import { applyAction } from './calls/responder-actions.ts';
import type { ChannelUpdate } from './channel/channel-update.ts';
import { reportPosts } from './channel/post-status.ts';
import type { PolicyEvent, RecipientLookup } from './events.ts';
import { endIfOver } from './incidents/acknowledgement.ts';
import { announceAll } from './incidents/announce.ts';
import { sayBlocked, setBlocked } from './incidents/blocked.ts';
import { sayIfFull, trimFacts } from './incidents/capacity.ts';
import { eachIncident, eachOngoing } from './incidents/each-incident.ts';
import { stopIfNothingOpen } from './incidents/escalation.ts';
import { dropRevoked, expireIncidents, prune } from './incidents/expire.ts';
import { makeFurtherCalls, planFurtherCalls } from './incidents/further-calls.ts';
import { handOver } from './incidents/hand-over.ts';
import { endMutes, mute, unmute } from './incidents/mutes.ts';
import { passOverflow } from './incidents/overflow.ts';
import { endRestored } from './incidents/restored.ts';
import { type AlertState, type Hold, type Incident, isCritical } from './incidents/state.ts';
import {
  ASK_AGAIN_MS,
  type RecipientReach,
  reachOfAll,
  resolveAll,
  sayIfUnreached,
  settleRequest,
  settleSteps,
} from './incidents/unreachable.ts';
import {
  type AlertText,
  changedIncidents,
  closeState,
  type DirectNotice,
  openState,
  type PolicyContext,
  type WorkingState,
} from './incidents/working-state.ts';
import { incidentQuietUntil } from './texts/quiet-hours.ts';
import type { AddressesOf } from './texts/readers.ts';
import { releaseTexts } from './texts/release-texts.ts';
import { cancelNeedless, noteDelivery } from './texts/undelivered.ts';
import { owesEnds } from './texts/what-to-tell.ts';
import type { TimelineNote } from './timeline-entry.ts';

/*
 * The way of an alert from the call to the text. A decision has five parts, in this order:
 *
 *   1. Events     A call becomes an alert of an incident (calls/ingest.ts) or a repeat (calls/repeats.ts). A responder acknowledges
 *                 (incidents/acknowledgement.ts). A delivery status says which numbers a text reached (texts/undelivered.ts).
 *   2. Time       Mutes, acknowledgements and incidents end. New alerts are announced and request their recipients
 *                 (incidents/announce.ts). The next step begins (incidents/escalation.ts), and people who chose to be called again
 *                 are (incidents/further-calls.ts).
 *   3. Look-ups   Requests outside quiet hours (texts/quiet-hours.ts) name the recipients to look up. The worker looks them up and
 *                 decides again, with the look-ups as the event.
 *   4. Texts      With the look-ups, texts go or wait (texts/release-texts.ts), and recipients without a number give way
 *                 (incidents/unreachable.ts).
 *   5. Results    Needless texts are cancelled, old state is dropped, and posts whose incidents changed are reported.
 *
 * Pure functions: given the same state, events and times, every process makes the same decision.
 */

export type Decision = {
  state: AlertState;
  /** Recipients to look up. Their look-ups are the next event, in the same commit. */
  lookUps: ReadonlySet<string>;
  texts: readonly AlertText[];
  /** Ids of texts to cancel if they are still queued. */
  cancelled: readonly number[];
  /** One update for each hook, and for each post, that has news. */
  updates: readonly ChannelUpdate[];
  notices: readonly DirectNotice[];
  /** What the timelines of incidents get, by hook. */
  timelines: ReadonlyMap<string, readonly TimelineNote[]>;
  /** When to decide again even without an event; null if only an event changes anything. */
  dueAt: number | null;
};

/** Incidents settled between two yields. */
const INCIDENTS_PER_SLICE = 200;

/** Decides what follows from these events, oldest first, and from the time that passed. */
export function* decide(
  before: AlertState,
  events: readonly PolicyEvent[],
  context: PolicyContext,
): CooperativeTask<Decision> {
  const work = yield* openState(before, context);
  // This comes first, so that incidents of revoked hooks leave their space to new alerts.
  yield* dropRevoked(work);
  for (const event of events) {
    yield* apply(work, event);
    yield;
  }
  // This follows all pings, so that a heartbeat that was just called isn't silent. Before look-ups, heartbeats were checked.
  if (!events.some(({ kind }) => kind === 'lookups')) {
    for (const call of checkHeartbeats(work, events)) yield* ingest(work, call);
  }
  yield* passTime(work);
  yield* findDue(work);
  // This follows all changes of incidents: a text is needless only if none of its incidents needs it afterwards.
  cancelNeedless(work);
  sayIfFull(work);
  yield* prune(work);
  yield* trimFacts(work);
  yield* reportChangedPosts(before, work);
  work.wake(nextLookAt(work.watch));
  const { lookUps, textsToSend: texts, cancelled, notices, wakeAt } = work;
  const updates = work.updates.all();
  return {
    state: closeState(work, updates),
    lookUps,
    texts,
    cancelled: [...cancelled],
    updates,
    notices,
    timelines: work.timeline.byHook(),
    dueAt: wakeAt === null ? null : Math.max(context.now, wakeAt),
  };
}

/** Part 1: applies one event to the state. */
function* apply(work: WorkingState, event: PolicyEvent): CooperativeTask<void> {
  switch (event.kind) {
    case 'call':
      yield* ingest(work, event);
      break;
    case 'action':
      yield* applyAction(work, event);
      break;
    case 'delivery':
      noteDelivery(work, event);
      break;
    case 'lookups':
      if (!work.blocked) yield* textRecipients(work, event.lookups);
      break;
    case 'sending':
      setBlocked(work, event.blocked);
      break;
    case 'mute':
      mute(work, event);
      break;
    case 'unmute':
      unmute(work, event);
      break;
    case 'holidays':
      // Any decision goes by the list in its context.
      break;
    case 'restored':
      yield* endRestored(work);
      break;
    case 'hand_over':
      handOver(work, event.rota);
      break;
    case 'unreadable':
      // If the event names no existing hook, the channel of each hook is told.
      for (const hook of event.hook !== null && work.routeOf({ hook: event.hook })
        ? [event.hook]
        : work.context.routes.keys())
        work.update({ hook }).unreadable.push(event.id);
      break;
    case 'ping':
      break; // `checkHeartbeats` handles all pings together.
  }
}

/** Part 2: applies the time that passed. */
function* passTime(work: WorkingState): CooperativeTask<void> {
  // Mutes end before alerts are announced, so that what they covered counts as new now.
  yield* endMutes(work);
  yield* announceAll(work);
  yield* expireIncidents(work);
  yield* eachOngoing(work, (incident, route) => {
    passOverflow(work, route, incident);
    // An acknowledgement that ends opens alerts again, so steps are stopped and begun only after it.
    endIfOver(work, route, incident);
    stopIfNothingOpen(incident);
    if (work.blocked) return;
    settleSteps(work, route, incident);
    makeFurtherCalls(work, incident);
  });
  yield* sayBlocked(work);
}

/** Part 3: finds the recipients to look up, notes what waits and until when, and texts ends that need no look-up. */
function* findDue(work: WorkingState): CooperativeTask<void> {
  const { now } = work;
  const recipients = new Set<string>();
  let isDue = false;
  let areEndsDue = false;
  yield* eachIncident(work, incident => {
    const { unresolved, endsHeld } = incident;
    const quiet = unresolved.length > 0 ? incidentQuietUntil(work, incident) : null;
    if (quiet !== null) wait(work, incident, { until: quiet, why: 'quiet' });
    else if (!work.blocked) {
      for (const { to, held } of unresolved) {
        for (const recipient of to) recipients.add(recipient);
        if (held && held.until > now) wait(work, incident, held);
        else isDue = true;
      }
    }
    if (!work.blocked && owesEnds(incident)) {
      if (endsHeld && endsHeld.until > now) wait(work, incident, endsHeld);
      else areEndsDue = true;
    }
    sayIfUnreached(work, incident);
  });
  if (isDue) {
    work.lookUps = recipients;
    // Decides again in case the look-ups don't arrive.
    work.wake(now + ASK_AGAIN_MS);
  } else if (areEndsDue) {
    // Ends go to numbers that are in the state already.
    yield* textRecipients(work, new Map());
    for (const incident of work.incidents.values())
      if (owesEnds(incident) && incident.endsHeld) work.wake(incident.endsHeld.until);
  }
}

/** Notes that an incident's alerts wait, and has a decision made when the hold ends. */
function wait(work: WorkingState, incident: Incident, hold: Hold): void {
  const alerts = incident.alerts.filter(({ change, endChange }) => change + endChange > 0).length;
  work.noteHeld(incident, alerts, hold);
  work.wake(hold.until);
}

/** Part 4: calls recipients where they are reached now, and settles the requests for them. */
function* textRecipients(
  work: WorkingState,
  lookups: ReadonlyMap<string, RecipientLookup>,
): CooperativeTask<void> {
  const reaches = { critical: createReaches(lookups, true), others: createReaches(lookups, false) };
  const reach = (to: readonly string[], isAboutCritical: boolean): RecipientReach | null =>
    reaches[isAboutCritical ? 'critical' : 'others'](to);
  const addressesOf: AddressesOf = (...about) => reach(...about)?.addresses ?? null;
  const released = yield* releaseTexts(work, addressesOf);
  const plan = planFurtherCalls(work);
  for (const [index, { incident, requests, held }] of released.entries()) {
    incident.endsHeld = held;
    const route = work.routeOf(incident);
    for (const request of route ? requests : []) {
      const whole = reach(request.to, isCritical(incident));
      if (!route || !whole) continue;
      plan(incident, whole);
      settleRequest(work, route, incident, request, { ...whole, held });
    }
    if (index % INCIDENTS_PER_SLICE === INCIDENTS_PER_SLICE - 1) yield;
  }
}

/** Finds where recipients are called, once for each list of them. Null if one of them wasn't looked up. */
function createReaches(
  lookups: ReadonlyMap<string, RecipientLookup>,
  isAboutCritical: boolean,
): (to: readonly string[]) => RecipientReach | null {
  const byRecipients = new Map<readonly string[], RecipientReach | null>();
  return to => {
    let reach = byRecipients.get(to);
    if (reach === undefined) {
      const lookup = resolveAll(to, lookups);
      reach = lookup && reachOfAll(lookup, isAboutCritical);
      byRecipients.set(to, reach);
    }
    return reach;
  };
}

/** Part 5: reports the posts whose incidents look different now. */
function* reportChangedPosts(before: AlertState, work: WorkingState): CooperativeTask<void> {
  const { lastChange, blocked, mutes } = work;
  const changed = yield* changedIncidents(before, work);
  yield* reportPosts(
    work.incidents.values(),
    changed,
    (hook, status) => {
      work.update({ hook }).posts.push(status);
    },
    { routes: work.context.routes, mutes, blockedBy: blocked?.why ?? null, lastChange },
  );
}
