import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import type { OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import { identitiesOf, rank } from './alert.ts';
import { lookAtAlerts } from './alert-inbox.ts';
import { listOfIncident, recipientsOf } from './call-lists.ts';
import type { Hook, Hooks } from './hooks.ts';
import { type IncidentStatus, isAcknowledgedBy, statusOf } from './incident-actions.ts';
import { type StepStatus, stepStatus } from './policy/channel/post-status.ts';
import { isUnanswered, routeIn, routesOf } from './policy/incidents/route.ts';
import { hasOpen, type Incident, isShared, isShown } from './policy/incidents/state.ts';
import type { RotasOf } from './responder-rotas.ts';
import { rotasInSteps } from './second-steps.ts';

/** An incident that isn't over, as a list of all of them shows it. */
export type IncidentRow = IncidentStatus & {
  hookName: string;
  /** Its post shows other incidents, too, or may. */
  isShared: boolean;
  /** One of its firing alerts is neither acknowledged nor muted. */
  isOpen: boolean;
  /** The current step; null if no step is on. */
  step: StepStatus | null;
  /** All steps are over, and nobody has acknowledged it. */
  isUnanswered: boolean;
  /** The reader has acknowledged it, or it calls them: by name, by their number, or because they are on call. */
  isMine: boolean;
};

export type IncidentOverview = {
  /** The incidents of all hooks as of the last decision, the ones that need somebody first, then the most severe, then the newest. */
  of(workspace: string, userId: string): Promise<IncidentRow[]>;
};

export function createIncidentOverview(deps: {
  inboxes: Pick<Inboxes, 'look'>;
  hooks: Pick<Hooks, 'list'>;
  rotasOf: RotasOf;
  onCallRotas: OnCallRotasOf;
  teammates: KnownNumbers;
  runFairly: FairScheduler;
}): IncidentOverview {
  const { hooks, rotasOf, teammates } = deps;

  /** Those of these incidents whose list names the reader, or a rota for which the reader is on call. */
  async function thoseCalling(
    workspace: string,
    userId: string,
    incidents: readonly Incident[],
    byId: ReadonlyMap<string, Hook>,
  ): Promise<Set<Incident>> {
    const by = { kind: 'person' as const, userId };
    // Incidents with the same recipients are one question.
    const alike = Map.groupBy(incidents, ({ hook, policy, named, added }) =>
      JSON.stringify([hook, policy, named, added]),
    );
    const calling = await Promise.all(
      [...alike.values()].map(async some => {
        const [first] = some;
        const hook = first && byId.get(first.hook);
        if (!hook) return [];
        const to = recipientsOf(listOfIncident(hook, first));
        if (to.some(each => each.kind === 'teammate' && each.userId === userId)) return some;
        const which = { incidents: some.map(({ id }) => id), upTo: null };
        const rotas = await rotasOf(workspace, { hook: hook.id, which, by });
        return rotas.length > 0 ? some : [];
      }),
    );
    return new Set(calling.flat());
  }

  return {
    async of(workspace, userId) {
      const [state, all, numbers] = await Promise.all([
        lookAtAlerts(deps, workspace),
        hooks.list(workspace),
        teammates.numbers(workspace),
      ]);
      const routes = routesOf(all, await rotasInSteps(deps.onCallRotas, workspace, all));
      const byId = new Map(all.map(hook => [hook.id, hook]));
      const shown = [...state.incidents.values()].filter(
        ({ kind, hook, endedAt }) => endedAt === null && isShown(kind) && byId.has(hook),
      );
      const calling = await thoseCalling(workspace, userId, shown, byId);
      const identities = identitiesOf({ kind: 'person', userId }, numbers);
      const rows = shown.map((incident): IncidentRow => {
        const status = statusOf(incident, state);
        const route = routeIn(routes, incident);
        const isCalled = identities.some(self =>
          status.numbers.includes(self.kind === 'number' ? self.number : self.userId),
        );
        return {
          ...status,
          hookName: byId.get(incident.hook)?.name ?? '',
          isShared: isShared(incident),
          isOpen: hasOpen(incident),
          step: route ? stepStatus(route, incident) : null,
          isUnanswered: route !== undefined && isUnanswered(route, incident),
          isMine: isCalled || calling.has(incident) || isAcknowledgedBy(status, identities),
        };
      });
      return rows.sort(
        (one, other) =>
          Number(other.isOpen) - Number(one.isOpen) ||
          rank(one.severity) - rank(other.severity) ||
          other.since - one.since,
      );
    },
  };
}
