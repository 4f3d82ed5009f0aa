import type { Clock } from '../kit/clock.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { type Act, actSchema, type Severity, type WhichIncidents } from './alert.ts';
import { leadOf } from './deciding/escalate.ts';
import { isAmong } from './deciding/incidents.ts';
import { type Followed, firingByGroup, groupOf, type Incident } from './deciding/state.ts';
import { textOf } from './deciding/texting.ts';
import { alertsOf, lookAtAlerts, tellAlerts } from './kept-state.ts';
import type { Statement } from './phrase.ts';

/** How often to look whether an act was carried out, and for how long. */
const LOOK_MS = 50;
const PATIENCE_MS = 2000;
/** Slack repeats what it wasn't answered, and so do people. */
const ASKED_AGAIN_MS = 3_600_000;

/** An incident as it stands, with what it is about. `severity`: of its most severe alert that fires. */
export type StandingIncident = Pick<Incident, 'hook' | 'since' | 'taken' | 'endedAt' | 'resolvedBy'> & {
  severity: Severity;
  /** `startedAt`: as the sender says; otherwise when its incident began here. */
  alerts: (Pick<Followed, 'name' | 'place' | 'facts' | 'severity' | 'status'> & {
    startedAt: number;
  })[];
  /** Intents of the texts that said it is firing, the oldest first. */
  intents: readonly string[];
};

/** What people do about incidents. */
export type Responding = {
  /**
   * Notes what somebody did; it is carried out even if this process dies now. Resolves once it was carried out, or after two
   * seconds at most.
   */
  act(workspace: string, act: Act): Promise<StandingIncident[]>;
  /**
   * The same in two steps: resolves when it is noted, with what waits until it was carried out.
   *
   * @param identity what asked for it: however often that asks, it is done once
   */
  note(workspace: string, act: Act, identity: string): Promise<() => Promise<StandingIncident[]>>;
  /** What a text about them would say now; null: nothing of them fires. */
  statement(workspace: string, hook: string, which: WhichIncidents): Promise<Statement | null>;
  /**
   * Incidents as they were last decided, over or not; those that are over are forgotten after about an hour. Of all hooks, if none is
   * given.
   */
  find(workspace: string, which: WhichIncidents, hook?: string): Promise<StandingIncident[]>;
};

export function createResponding(deps: {
  inboxes: Pick<Inboxes, 'put' | 'look' | 'waiting'>;
  runFairly: FairScheduler;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): Responding {
  const { inboxes, clock, newId, wake } = deps;

  const find: Responding['find'] = async (workspace, which, hook) => {
    const { alerts, incidents } = await lookAtAlerts(deps, workspace);
    const alertsIn = Map.groupBy(alerts, groupOf);
    return incidents
      .filter(incident => isAmong(incident, which) && (hook ?? incident.hook) === incident.hook)
      .map(incident => withAlerts(incident, alertsIn.get(groupOf(incident)) ?? []));
  };

  async function note(
    workspace: string,
    act: Act,
    identity: string,
  ): Promise<() => Promise<StandingIncident[]>> {
    const sameness = { key: `act ${identity}`, digest: null, forMs: ASKED_AGAIN_MS, ends: null };
    const { id } = await tellAlerts(deps, workspace, actSchema.parse(act), sameness);
    wake();
    return async () => {
      for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
        if (!(await inboxes.waiting(alertsOf(workspace))).includes(id)) break;
        await new Promise<void>(resolve => {
          clock.after(LOOK_MS, resolve);
        });
      }
      return find(workspace, act.which, act.hook);
    };
  }

  return {
    find,
    async statement(workspace, hook, which) {
      const state = await lookAtAlerts(deps, workspace);
      const firing = firingByGroup(state.alerts);
      const waiting = state.incidents
        .filter(incident => incident.hook === hook && isAmong(incident, which))
        .flatMap(incident =>
          (firing.get(groupOf(incident)) ?? []).map(alert => ({
            alert,
            group: groupOf(alert),
            occasion: 'firing' as const,
            crowd: alert.asked,
            quiet: null,
            incident: incident.id,
          })),
        );
      // Nothing of it is over.
      const about = { fires: () => 0, follows: false };
      return waiting.length > 0 ? textOf(waiting, about).statement : null;
    },
    note,
    act: async (workspace, act) => (await note(workspace, act, newId()))(),
  };
}

export function withAlerts(
  { hook, since, taken, endedAt, resolvedBy, texts }: Incident,
  alerts: readonly Followed[],
): StandingIncident {
  return {
    ...{ hook, since, taken, endedAt, resolvedBy, severity: leadOf(alerts)?.severity ?? 'none' },
    alerts: alerts.map(({ name, place, facts, severity, status, startsAt }) => ({
      ...{ name, place, facts, severity, status },
      startedAt: startsAt ?? since,
    })),
    intents: texts.map(({ intent }) => intent),
  };
}
