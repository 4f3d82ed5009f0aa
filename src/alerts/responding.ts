import { type Act, actSchema, type Severity, type WhichIncidents } from '../domain/alert.ts';
import type { Clock } from '../domain/clock.ts';
import type { InTurns } from '../domain/in-turns.ts';
import type { Inboxes } from '../storage/ports.ts';
import { createIncidents } from './deciding/incidents.ts';
import type { IncidentNews } from './deciding/news.ts';
import { standingOf } from './deciding/standing.ts';
import { type AlertState, EMPTY_STATE, groupOf } from './deciding/state.ts';
import type { Hooks } from './hooks.ts';
import { readAlertState } from './kept-state.ts';
import { routesOf } from './routes.ts';

/** How often to look whether an act was carried out, and for how long. */
const LOOK_MS = 50;
const PATIENCE_MS = 2000;

/** An incident as it stands, with what it is about. */
export type StandingIncident = IncidentNews & {
  hook: string;
  alerts: { name: string; severity: Severity; status: 'firing' | 'resolved'; startsAt: number | null }[];
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
  /** Incidents as they were last decided, over or not; those that are over are forgotten after about an hour. */
  find(workspace: string, hook: string, which: WhichIncidents): Promise<StandingIncident[]>;
};

export function createResponding(parts: {
  inboxes: Pick<Inboxes, 'put' | 'look'>;
  hooks: Pick<Hooks, 'remembered'>;
  inTurns: InTurns;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): Responding {
  const { inboxes, hooks, inTurns, clock, newId, wake } = parts;
  const addressOf = (workspace: string) => ({ kind: 'alerts', workspace, name: '' }) as const;

  async function find(workspace: string, hook: string, which: WhichIncidents): Promise<StandingIncident[]> {
    const { state: stored } = await inboxes.look(addressOf(workspace));
    const state = stored === null ? EMPTY_STATE : await inTurns(workspace, readAlertState(stored));
    const route = routesOf(await hooks.remembered(workspace)).get(hook);
    return standing(state, hook, which, route);
  }

  return {
    find,
    async act(workspace, act) {
      const id = newId();
      const body = JSON.stringify(actSchema.parse(act));
      await inboxes.put({ id, address: addressOf(workspace), body, sameness: null }, clock.now());
      wake();
      for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
        const { events } = await inboxes.look(addressOf(workspace));
        if (!events.includes(id)) break;
        await new Promise<void>(resolve => {
          clock.after(LOOK_MS, resolve);
        });
      }
      return find(workspace, act.hook, act.which);
    },
  };
}

function standing(
  state: AlertState,
  hook: string,
  which: WhichIncidents,
  route: Parameters<typeof standingOf>[2],
): StandingIncident[] {
  return createIncidents(state)
    .which(hook, which)
    .map(incident => {
      const alerts = state.alerts.filter(alert => groupOf(alert) === groupOf(incident));
      return {
        ...standingOf(incident, alerts, route),
        hook,
        alerts: alerts.map(({ name, severity, status, startsAt }) => ({ name, severity, status, startsAt })),
        intents: incident.texts.map(({ intent }) => intent),
      };
    });
}
