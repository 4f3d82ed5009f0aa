import { NO_FACTS } from '../../alert.ts';
import type { IncomingCall, PolicyEvent } from '../events.ts';
import { close } from '../incidents/end.ts';
import type { Route } from '../incidents/route.ts';
import { groupKeyOf, withoutChanges } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { type HeartbeatNews, recordPings } from './heartbeat.ts';

/** The group of a heartbeat's own alert, which mutes name. A heartbeat's calls bring no alerts, so it has no other group. */
const HEARTBEAT_GROUP = 'heartbeat';

/** Records pings, and returns a call for each heartbeat that fell silent or is back, to be handled like a sender's call. */
export function checkHeartbeats(work: WorkingState, events: readonly PolicyEvent[]): IncomingCall[] {
  const pings = events.filter(event => event.kind === 'ping');
  if (work.watch.heartbeats.length === 0 && pings.length === 0) return [];
  const { routes, isSure } = work.context;
  const silences = new Map(
    [...routes].flatMap(([hook, { heartbeat }]) => (heartbeat ? [[hook, heartbeat.silentMs] as const] : [])),
  );
  const { watch, news } = recordPings(work.watch, pings, silences, { now: work.now, isSure });
  work.watch = watch;
  return news.flatMap(change => {
    const heartbeat = routes.get(change.hook)?.heartbeat;
    if (change.kind === 'gone') dropSilence(work, change.hook);
    else if (change.kind === 'unwatched')
      work.update(change).unwatched = { from: change.from, until: change.until };
    else if (heartbeat) return callFor(change, heartbeat, work.now);
    return [];
  });
}

function callFor(
  change: HeartbeatNews & { kind: 'stopped' | 'back' },
  { severity, name }: NonNullable<Route['heartbeat']>,
  now: number,
): IncomingCall {
  const { hook, kind, calledAt } = change;
  const silentMs = Math.max(0, (change.kind === 'back' ? change.at : now) - calledAt);
  const alert = {
    fingerprint: HEARTBEAT_GROUP,
    match: null,
    name,
    place: '',
    startsAt: null,
    facts: { ...NO_FACTS, silentMs, calledAt },
  };
  return {
    kind: 'call',
    id: `${HEARTBEAT_GROUP} ${hook} ${now}`,
    hook,
    group: HEARTBEAT_GROUP,
    alerts: [
      kind === 'stopped'
        ? { ...alert, status: 'firing', severity, labels: {} }
        : { ...alert, status: 'ended', endsAt: null },
    ],
    leftOut: 0,
    to: null,
    single: false,
    test: false,
    receivedAt: now,
  };
}

/** Ends the incident of a hook that is no longer a heartbeat. Its recipients aren't told that it is over. */
function dropSilence(work: WorkingState, hook: string): void {
  const incident = work.incidents.get(groupKeyOf({ hook, group: HEARTBEAT_GROUP }));
  if (!incident || incident.endedAt !== null) return;
  incident.alerts = incident.alerts.map(alert => ({ ...withoutChanges(alert), endedAt: work.now }));
  close(work, incident);
}
