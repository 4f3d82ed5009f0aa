import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { nextLookAt } from './calls/heartbeat.ts';
import { ingest } from './calls/ingest.ts';
import { checkHeartbeats } from './calls/missed-heartbeats.ts';
import { carryOut } from './calls/responder-actions.ts';
import type { ChannelUpdate } from './channel/channel-update.ts';
import { reportPosts } from './channel/post-status.ts';
import type { PolicyEvent, RecipientLookup } from './events.ts';
import { endIfOver, handOver } from './incidents/acknowledgement.ts';
import { announceAll } from './incidents/announce.ts';
import { sayBlocked, setBlocked } from './incidents/blocked.ts';
import { sayIfFull, trimFacts } from './incidents/capacity.ts';
import { eachIncident, eachOngoing } from './incidents/each-incident.ts';
import { stop } from './incidents/escalation.ts';
import { dropRevoked, expireIncidents, prune } from './incidents/expire.ts';
import { endMutes, mute, unmute } from './incidents/mutes.ts';
import { passOverflow } from './incidents/overflow.ts';
import { type AlertState, hasOpen, type Incident, isAnnounced } from './incidents/state.ts';
import {
  ASK_AGAIN_MS,
  type Resolved,
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
import { releaseTexts } from './texts/release-texts.ts';
import { cancelNeedless, noteDelivery } from './texts/undelivered.ts';
import { owesEnds, quietUntil } from './texts/what-to-tell.ts';

/*
 * The whole policy for alerts, in pure functions: what follows from calls, actions, deliveries and time passing.
 *
 *   events → incidents → time: mutes, quiet hours, acknowledgements, steps → recipients to look up
 *   lookups → texts, or until when they wait → … → what the channel is told, and when to decide again
 *
 * Given the same state, events and times, every process makes the same decision.
 */

export type Decision = {
  state: AlertState;
  /** Recipients to look up: their answers are the next event, in the same commit. */
  lookUps: ReadonlySet<string>;
  texts: readonly AlertText[];
  /** Ids of texts whose intents are to be cancelled, as far as they wait. */
  cancelled: readonly number[];
  /** For each hook whose channel has something to hear. */
  updates: readonly ChannelUpdate[];
  notices: readonly DirectNotice[];
  /** When to decide again even if no event comes in; null: only when one does. */
  dueAt: number | null;
};

/** Incidents looked at in one go. */
const SOME = 200;

/** Decides what follows from these events, oldest first, and from the time that passed. */
export function* decide(
  before: AlertState,
  events: readonly PolicyEvent[],
  context: PolicyContext,
): CooperativeTask<Decision> {
  const work = yield* openState(before, context);
  yield* dropRevoked(work);
  for (const event of events) {
    yield* note(work, event);
    yield;
  }
  if (!events.some(({ kind }) => kind === 'lookups')) {
    const pings = events.flatMap(event => (event.kind === 'ping' ? { beat: event.hook, at: event.at } : []));
    for (const call of checkHeartbeats(work, pings)) yield* ingest(work, call);
  }
  yield* passTime(work);
  yield* findDue(work);
  cancelNeedless(work);
  sayIfFull(work);
  yield* prune(work);
  yield* trimFacts(work);
  const { lastChange, blocked, mutes } = work;
  const posts = { routes: context.routes, mutes, blockedBy: blocked?.why ?? null, lastChange };
  const changed = yield* changedIncidents(before, work);
  yield* reportPosts(
    work.incidents.values(),
    changed,
    (hook, status) => {
      work.update({ hook }).posts.push(status);
    },
    posts,
  );
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
    dueAt: wakeAt === null ? null : Math.max(context.now, wakeAt),
  };
}

function* note(work: WorkingState, event: PolicyEvent): CooperativeTask<void> {
  switch (event.kind) {
    case 'call':
      yield* ingest(work, event);
      break;
    case 'action':
      yield* carryOut(work, event);
      break;
    case 'delivery':
      noteDelivery(work, event);
      break;
    case 'lookups':
      if (!work.blocked) yield* textTo(work, event.lookups);
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
    case 'hand_over':
      handOver(work, event.rota);
      break;
    case 'unreadable':
      for (const hook of event.hook !== null && work.routeOf({ hook: event.hook })
        ? [event.hook]
        : work.context.routes.keys())
        work.update({ hook }).unreadable.push(event.id);
      break;
    case 'ping':
      break; // Heartbeats look at all of them together.
  }
}

/** Texts the people that recipients stand for now. */
function* textTo(work: WorkingState, lookups: ReadonlyMap<string, RecipientLookup>): CooperativeTask<void> {
  const found = new Map<readonly string[], Resolved | null>();
  const resolve = (to: readonly string[]): Resolved | null => {
    let resolved = found.get(to);
    if (resolved === undefined) {
      resolved = resolveAll(to, lookups);
      found.set(to, resolved);
    }
    return resolved;
  };
  const released = yield* releaseTexts(work, to => resolve(to)?.numbers ?? null);
  for (const [index, { incident, requests, held }] of released.entries()) {
    incident.endsHeld = held;
    const route = work.routeOf(incident);
    for (const request of route ? requests : []) {
      const resolved = resolve(request.to);
      if (route && resolved) settleRequest(work, route, incident, request, { ...resolved, held });
    }
    if (index % SOME === SOME - 1) yield;
  }
}

/** What is due by now: ends of mutes, quiet hours and acknowledgements, and steps. */
function* passTime(work: WorkingState): CooperativeTask<void> {
  yield* endMutes(work);
  yield* announceAll(work);
  yield* expireIncidents(work);
  yield* eachOngoing(work, (incident, route) => {
    passOverflow(work, route, incident);
    endIfOver(work, route, incident);
    if (!hasOpen(incident)) rest(incident);
    if (!work.blocked) settleSteps(work, route, incident);
  });
  yield* sayBlocked(work);
}

/** Nothing of it is open: only people who hear of it in any case are still to be texted, and no step goes on. */
function rest(incident: Incident): void {
  const isOn = incident.alerts.some(isAnnounced);
  const stays = ({ reason }: Incident['unresolved'][number]): boolean =>
    isOn && (reason === 'acknowledger' || reason === 'someone_else');
  if (!incident.unresolved.every(stays)) incident.unresolved = incident.unresolved.filter(stays);
  // Where a mute covers all of it, it begins anew afterwards.
  if (!incident.acknowledged && incident.kind !== 'test') incident.escalation = null;
  else stop(incident);
}

/** Finds whom to look up, what waits and until when, and who couldn't be texted at all. */
function* findDue(work: WorkingState): CooperativeTask<void> {
  const { now } = work;
  const recipients = new Set<string>();
  let isDue = false;
  let areEndsDue = false;
  yield* eachIncident(work, incident => {
    const { unresolved } = incident;
    const quiet = unresolved.length > 0 ? quietUntil(work, incident) : null;
    const waiting = incident.alerts.filter(({ change, endChange }) => change + endChange > 0).length;
    if (quiet !== null) {
      work.noteHeld(incident, waiting, { until: quiet, why: 'quiet' });
      work.wake(quiet);
    } else if (!work.blocked) {
      for (const { to, held } of unresolved) {
        for (const recipient of to) recipients.add(recipient);
        if (held === null || held.until <= now) isDue = true;
        else {
          work.wake(held.until);
          work.noteHeld(incident, waiting, held);
        }
      }
    }
    if (!work.blocked && owesEnds(incident)) {
      const { endsHeld } = incident;
      if (endsHeld === null || endsHeld.until <= now) areEndsDue = true;
      else {
        work.wake(endsHeld.until);
        work.noteHeld(incident, waiting, endsHeld);
      }
    }
    sayIfUnreached(work, incident);
  });
  if (isDue) {
    work.lookUps = recipients;
    // In case nobody answers.
    work.wake(now + ASK_AGAIN_MS);
  } else if (areEndsDue) {
    yield* textTo(work, new Map());
    for (const incident of work.incidents.values())
      if (owesEnds(incident) && incident.endsHeld) work.wake(incident.endsHeld.until);
  }
}
