import { NO_FACTS } from '../../alert.ts';
import type { IncomingCall } from '../events.ts';
import { close } from '../incidents/end.ts';
import type { Route } from '../incidents/route.ts';
import { groupKeyOf } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { type HeartbeatNews, listen } from './heartbeat.ts';

/** The group of a heartbeat's own alert. Its calls bring no alerts, so it has no other; mutes name it, too. */
const HEARTBEAT_GROUP = 'heartbeat';

/** Notes which heartbeats were called. Their silence comes as calls, like any alert. */
export function checkHeartbeats(
  work: WorkingState,
  pings: readonly { beat: string; at: number }[],
): IncomingCall[] {
  if (work.watch.heartbeats.length === 0 && pings.length === 0) return [];
  const { routes, isSure } = work.context;
  const silences = new Map(
    [...routes].flatMap(([hook, { heartbeat }]) => (heartbeat ? [[hook, heartbeat.silentMs] as const] : [])),
  );
  const { watch, news } = listen(work.watch, pings, silences, { now: work.now, isSure });
  work.watch = watch;
  return news.flatMap(change => {
    const heartbeat = routes.get(change.hook)?.heartbeat;
    if (change.kind === 'gone') forget(work, change.hook);
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
  const facts = { ...NO_FACTS, silentMs, calledAt };
  const fingerprint = HEARTBEAT_GROUP;
  return {
    kind: 'call',
    id: `${HEARTBEAT_GROUP} ${hook} ${now}`,
    hook,
    group: HEARTBEAT_GROUP,
    alerts: [
      kind === 'stopped'
        ? {
            status: 'firing',
            fingerprint,
            match: null,
            severity,
            name,
            place: '',
            labels: {},
            startsAt: null,
            facts,
          }
        : {
            status: 'ended',
            fingerprint,
            match: null,
            startsAt: null,
            endsAt: null,
            name,
            place: '',
            facts,
          },
    ],
    leftOut: 0,
    to: null,
    single: false,
    test: false,
    receivedAt: now,
  };
}

/** It is no heartbeat any more: nobody hears of its silence, or that this is over. */
function forget(work: WorkingState, hook: string): void {
  const incident = work.incidents.get(groupKeyOf({ hook, group: HEARTBEAT_GROUP }));
  if (!incident || incident.endedAt !== null) return;
  const endedAt = work.now;
  incident.alerts = incident.alerts.map(alert => ({
    ...alert,
    endedAt,
    firstChange: 0,
    change: 0,
    endChange: 0,
  }));
  close(work, incident);
}
