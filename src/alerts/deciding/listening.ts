import { type Beat, type Call, NO_FACTS } from '../alert.ts';
import { end } from './act.ts';
import { NOBODY } from './crowds.ts';
import { type HeartbeatNews, listen } from './heartbeat.ts';
import type { Incidents } from './incidents.ts';
import type { NewsDesk } from './news.ts';
import type { Route } from './route.ts';
import { type AlertState, NOBODY_WAITS } from './state.ts';

/** The group that a heartbeat's own alert is in; its calls bring no alerts, so it has no other. */
const GROUP = 'heartbeat';

/**
 * Notes which heartbeats were called, and tells of silence in the way any alert is told: as calls, to be admitted with the
 * others. Changes `state`.
 */
export function hear(
  state: AlertState,
  beats: readonly Beat[],
  routes: ReadonlyMap<string, Route>,
  about: { desk: NewsDesk; incidents: Incidents; now: number; isSure: boolean },
): Call[] {
  if (state.watch.heartbeats.length === 0 && beats.length === 0) return [];
  const silences = new Map(
    [...routes].flatMap(([hook, { heartbeat }]) => (heartbeat ? [[hook, heartbeat.silentMs] as const] : [])),
  );
  const { watch, news } = listen(state.watch, beats, silences, about);
  state.watch = watch;
  return news.flatMap(one => {
    const heartbeat = routes.get(one.hook)?.heartbeat;
    if (one.kind === 'gone') forget(state, one.hook, about);
    else if (one.kind === 'unwatched') {
      about.desk.of(one.hook).unwatched = { from: one.from, until: one.until };
    } else if (heartbeat) return callFor(one, heartbeat, about.now);
    return [];
  });
}

function callFor(
  news: HeartbeatNews & { kind: 'stopped' | 'back' },
  { severity, name }: NonNullable<Route['heartbeat']>,
  now: number,
): Call {
  const { hook, kind, calledAt } = news;
  const silentMs = Math.max(0, (news.kind === 'back' ? news.at : now) - calledAt);
  return {
    id: `${GROUP} ${hook} ${now}`,
    hook,
    group: GROUP,
    alerts: [
      {
        fingerprint: GROUP,
        status: kind === 'stopped' ? 'firing' : 'resolved',
        severity,
        name,
        place: '',
        startsAt: null,
        endsAt: null,
        match: null,
        facts: { ...NO_FACTS, silentMs, calledAt },
      },
    ],
    leftOut: 0,
    to: null,
    single: false,
    test: false,
    receivedAt: now,
  };
}

/** It is no heartbeat any more: its silence is nobody's business. */
function forget(
  state: AlertState,
  hook: string,
  { incidents, now }: { incidents: Incidents; now: number },
): void {
  for (const alert of state.alerts) {
    if (alert.hook !== hook || alert.group !== GROUP) continue;
    Object.assign(alert, { status: 'resolved', waits: NOBODY_WAITS, told: NOBODY, asked: NOBODY });
  }
  const incident = incidents.of({ hook, group: GROUP });
  if (!incident || incident.endedAt !== null) return;
  end(incident, now);
  incidents.note(incident);
}
