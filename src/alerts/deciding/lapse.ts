import { placed } from '../alert.ts';
import { end } from './act.ts';
import type { Incidents } from './incidents.ts';
import type { NewsDesk } from './news.ts';
import {
  type AlertState,
  type Followed,
  groupOf,
  type Incident,
  isAwaited,
  isEscalating,
  isKept,
  singleUntil,
} from './state.ts';

/** How many alerts that can't resolve are kept for people who may do something about them: the latest. */
const MAX_SINGLES = 200;

/** Ends incidents of which nothing can come any more, though nobody said that they are over; their posts lose their buttons. */
export function lapse(
  state: AlertState,
  { desk, incidents, now }: { desk: NewsDesk; incidents: Incidents; now: number },
): void {
  const open = state.incidents.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return;
  const alerts = Map.groupBy(state.alerts, groupOf);
  const mayStay = (incident: Incident): boolean =>
    (alerts.get(groupOf(incident)) ?? []).some(alert => isKept(alert, incident, now));
  const idle = open.filter(incident =>
    alerts.get(groupOf(incident))?.every(alert => isIdle(alert, incident)),
  );
  const tooMany = new Set(idle.slice(0, Math.max(0, idle.length - MAX_SINGLES)));
  for (const incident of open) {
    if (!tooMany.has(incident) && mayStay(incident)) continue;
    end(incident, now);
    incidents.note(incident);
    const firing = (alerts.get(groupOf(incident)) ?? []).filter(({ status }) => status === 'firing');
    const { hook, post } = incident;
    desk
      .of(hook)
      .lapsed.push(
        ...firing.map(alert => ({ name: placed(alert), called: alert.name, severity: alert.severity, post })),
      );
  }
}

/** When the next of those ends that can't resolve; null: there is none. */
export function nextLapseAt({ alerts, incidents }: AlertState): number | null {
  const singles = new Map(alerts.filter(({ single }) => single).map(alert => [groupOf(alert), alert]));
  const times = incidents.flatMap(incident => {
    const alert = singles.get(groupOf(incident));
    return alert && incident.endedAt === null && isIdle(alert, incident) ? singleUntil(alert, incident) : [];
  });
  return times.length > 0 ? times.reduce((first, one) => Math.min(first, one)) : null;
}

const isIdle = (alert: Followed, incident: Incident): boolean =>
  alert.single && !isAwaited(alert) && !isEscalating(incident);
