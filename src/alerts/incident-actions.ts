import type { Clock } from '../kit/clock.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import { identitiesOf, isAmong, type Responder, rank, type Severity } from './alert.ts';
import { incidentsIn, lookAtAlerts, tellAlerts, wasDecided } from './alert-inbox.ts';
import { standingOf } from './policy/channel/post-status.ts';
import { type ResponderAction, responderActionSchema, type WhichIncidents } from './policy/events.ts';
import {
  type Incident,
  isFiring,
  type Mute,
  type Notified,
  type TextInFlight,
  type TrackedAlert,
} from './policy/incidents/state.ts';
import { composeText } from './policy/texts/compose-text.ts';
import type { RotasOf } from './responder-rotas.ts';
import type { Statement } from './statement.ts';

/** Within this time the same action counts as a duplicate, because Slack and people repeat what wasn't answered. */
const DUPLICATE_WINDOW_MS = 3_600_000;

/** An incident as of the last decision. `severity`: of its most severe firing alert. */
export type IncidentStatus = Pick<
  Incident,
  | 'id'
  | 'hook'
  | 'policy'
  | 'group'
  | 'post'
  | 'since'
  | 'acknowledged'
  | 'overdue'
  | 'endedAt'
  | 'resolvedBy'
> & {
  severity: Severity;
  /** `startedAt`: by the sender's clock; without one, when the incident began here. */
  alerts: (Pick<TrackedAlert, 'name' | 'place' | 'facts' | 'severity'> & {
    status: 'firing' | 'resolved';
    /** Meaningful while the alert fires. */
    standing: ReturnType<typeof standingOf>;
    startedAt: number;
  })[];
  /** Numbers and user ids that a text or message about it reached or may have reached, and the intents of its latest texts, oldest first. */
  numbers: readonly string[];
  intents: readonly string[];
  /** A mute that covers one of its alerts; null if none does. */
  mute: Mute | null;
  /** The last change of its alerts that people may be told. */
  lastChange: number;
};

export type IncidentActions = {
  /**
   * Stores a responder's action, which the next decision of any process applies. Resolves with the incidents once it was applied, or
   * after two seconds.
   */
  act(workspace: string, action: ResponderActionRequest): Promise<IncidentStatus[]>;
  /**
   * Stores an action like `act`, but resolves once it is stored, with a function that waits until it was applied.
   *
   * @param idempotencyKey an action with the same key is applied once
   */
  note(
    workspace: string,
    action: ResponderActionRequest,
    idempotencyKey: string,
  ): Promise<() => Promise<IncidentStatus[]>>;
  /** The content of a text about these incidents now; null if none of their alerts fires. */
  statement(workspace: string, hook: string, which: WhichIncidents): Promise<Statement | null>;
  /**
   * Incidents as of the last decision, of one hook or of all. Incidents that are over are forgotten after about an hour.
   */
  find(workspace: string, which: WhichIncidents, hook?: string): Promise<IncidentStatus[]>;
  /** A responder's identities, beginning with `by`. Any of them may have acknowledged an incident. */
  identities(workspace: string, by: Responder): Promise<Responder[]>;
};

type OptionalIn<Action> = Action extends unknown ? Omit<Action, 'kind' | 'rotas' | 'also'> : never;
/** An action before its responder's rotas and other identities are looked up. */
export type ResponderActionRequest = OptionalIn<ResponderAction>;

export function createIncidentActions(deps: {
  inboxes: Pick<Inboxes, 'put' | 'look' | 'waiting'>;
  rotasOf: RotasOf;
  teammates: KnownNumbers;
  runFairly: FairScheduler;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): IncidentActions {
  const { rotasOf, teammates, newId, wake } = deps;

  const find: IncidentActions['find'] = async (workspace, which, hook) => {
    const state = await lookAtAlerts(deps, workspace);
    return incidentsIn(state, which, hook).map(incident => statusOf(incident, state));
  };

  const identities: IncidentActions['identities'] = async (workspace, by) =>
    identitiesOf(by, await teammates.numbers(workspace));

  async function note(
    workspace: string,
    action: ResponderActionRequest,
    idempotencyKey: string,
  ): Promise<() => Promise<IncidentStatus[]>> {
    const dedupe = { key: `act ${idempotencyKey}`, digest: null, forMs: DUPLICATE_WINDOW_MS, ends: [] };
    const rotas = action.action === 'acknowledge' ? await rotasOf(workspace, action) : [];
    const isTheirs = action.action === 'extend' || action.action === 'give_back';
    const [, ...also] = isTheirs ? await identities(workspace, action.by) : [];
    const event = responderActionSchema.parse({ ...action, kind: 'action', rotas, also });
    const { id } = await tellAlerts(deps, workspace, event, dedupe);
    wake();
    return async () => {
      await wasDecided(deps, workspace, id);
      return find(workspace, action.which, action.hook);
    };
  }

  return {
    find,
    identities,
    async statement(workspace, hook, which) {
      const incidents = incidentsIn(await lookAtAlerts(deps, workspace), which, hook);
      const items = incidents.flatMap(incident =>
        incident.alerts.filter(isFiring).map(alert => ({ incident, alert, occasion: 'firing' as const })),
      );
      return items.length > 0 ? composeText(items, false).statement : null;
    },
    note,
    act: async (workspace, action) => (await note(workspace, action, newId()))(),
  };
}

/** True if one of these identities has acknowledged the incident. */
export const isAcknowledgedBy = ({ acknowledged }: IncidentStatus, as: readonly Responder[]): boolean =>
  acknowledged !== null && isAmong(as, acknowledged.by);

export function statusOf(
  incident: Incident,
  { texts, mutes }: { texts: ReadonlyMap<number, TextInFlight>; mutes: readonly Mute[] },
): IncidentStatus {
  const { id, hook, policy, group, post, since, acknowledged, overdue, endedAt } = incident;
  const { resolvedBy, alerts, notified } = incident;
  const firing = alerts.filter(isFiring).map(({ severity }) => severity);
  const about = [...texts.values()].filter(({ incidents }) => incidents.includes(id));
  return {
    id,
    hook,
    policy,
    group,
    post,
    since,
    acknowledged,
    overdue,
    endedAt,
    resolvedBy,
    severity: firing.toSorted((one, other) => rank(one) - rank(other))[0] ?? 'none',
    alerts: alerts.map(alert => ({
      name: alert.name,
      place: alert.place,
      facts: alert.facts,
      severity: alert.severity,
      status: isFiring(alert) ? 'firing' : 'resolved',
      standing: standingOf(incident, alert),
      startedAt: alert.startsAt ?? since,
    })),
    numbers: [...new Set(notified.flatMap(entry => numbersReached(entry, texts)))],
    intents: about.flatMap(({ intents }) => intents),
    mute: mutes.find(mute => alerts.some(({ mutedBy }) => mutedBy === mute.id)) ?? null,
    lastChange: alerts.reduce((last, { change }) => Math.max(last, change), 0),
  };
}

/** The numbers of an entry that a text reached. A number whose first text is still on its way isn't among them. */
function numbersReached(
  { numbers, before, text }: Notified,
  texts: ReadonlyMap<number, TextInFlight>,
): readonly string[] {
  const pending = before[0] > 0 ? undefined : texts.get(text)?.pending;
  return pending ? numbers.filter(number => !pending.includes(number)) : numbers;
}
