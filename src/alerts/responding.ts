import type { Clock } from '../kit/clock.ts';
import type { InTurns } from '../kit/in-turns.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { type Act, actSchema, type WhichIncidents } from './alert.ts';
import { isAmong } from './deciding/incidents.ts';
import { type Route, routesOf } from './deciding/route.ts';
import { type IncidentStanding, standingOf } from './deciding/standing.ts';
import { type Followed, groupOf, type Incident } from './deciding/state.ts';
import { textOf } from './deciding/texting.ts';
import type { Hooks } from './hooks.ts';
import { alertsOf, lookAtAlerts } from './kept-state.ts';
import type { Statement } from './phrase.ts';

/** How often to look whether an act was carried out, and for how long. */
const LOOK_MS = 50;
const PATIENCE_MS = 2000;
/** Slack repeats what it wasn't answered, and so do people. */
const ASKED_AGAIN_MS = 3_600_000;

/** An incident as it stands, with what it is about. */
export type StandingIncident = IncidentStanding & {
  hook: string;
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
  /** Incidents as they were last decided, over or not; those that are over are forgotten after about an hour. */
  find(workspace: string, hook: string, which: WhichIncidents): Promise<StandingIncident[]>;
  /** The same over all hooks. */
  findAll(workspace: string, which: WhichIncidents): Promise<StandingIncident[]>;
};

export function createResponding(parts: {
  inboxes: Pick<Inboxes, 'put' | 'look' | 'waiting'>;
  hooks: Pick<Hooks, 'remembered'>;
  inTurns: InTurns;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): Responding {
  const { inboxes, hooks, clock, newId, wake } = parts;

  async function standing(
    workspace: string,
    fits: (incident: Incident) => boolean,
  ): Promise<StandingIncident[]> {
    const state = await lookAtAlerts(parts, workspace);
    const found = state.incidents.filter(fits);
    if (found.length === 0) return [];
    const routes = routesOf(await hooks.remembered(workspace));
    const alertsIn = Map.groupBy(state.alerts, groupOf);
    return found.map(incident =>
      withAlerts(incident, alertsIn.get(groupOf(incident)) ?? [], routes.get(incident.hook)),
    );
  }

  const find: Responding['find'] = (workspace, hook, which) =>
    standing(workspace, incident => incident.hook === hook && isAmong(incident, which));

  async function note(
    workspace: string,
    act: Act,
    identity: string,
  ): Promise<() => Promise<StandingIncident[]>> {
    const body = JSON.stringify(actSchema.parse(act));
    const sameness = { identity: `act ${identity}`, digest: null, forMs: ASKED_AGAIN_MS, ends: null };
    const { id } = await inboxes.put(
      { id: newId(), address: alertsOf(workspace), body, sameness },
      clock.now(),
    );
    wake();
    return async () => {
      for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
        if (!(await inboxes.waiting(alertsOf(workspace))).includes(id)) break;
        await new Promise<void>(resolve => {
          clock.after(LOOK_MS, resolve);
        });
      }
      return find(workspace, act.hook, act.which);
    };
  }

  return {
    find,
    findAll: (workspace, which) => standing(workspace, incident => isAmong(incident, which)),
    async statement(workspace, hook, which) {
      const state = await lookAtAlerts(parts, workspace);
      const firing = Map.groupBy(
        state.alerts.filter(({ status }) => status === 'firing'),
        groupOf,
      );
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
  incident: Incident,
  alerts: readonly Followed[],
  route: Route | undefined,
): StandingIncident {
  const { hook, since, texts } = incident;
  return {
    ...standingOf(incident, alerts, route),
    hook,
    alerts: alerts.map(({ name, place, facts, severity, status, startsAt }) => ({
      ...{ name, place, facts, severity, status },
      startedAt: startsAt ?? since,
    })),
    intents: texts.map(({ intent }) => intent),
  };
}
