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

/** Slack repeats what it wasn't answered, and so do people. */
const ASKED_AGAIN_MS = 3_600_000;

/** An incident as it is now, with what it is about. `severity`: of its most severe alert that fires. */
export type IncidentStatus = Pick<
  Incident,
  'id' | 'hook' | 'group' | 'since' | 'acknowledged' | 'overdue' | 'endedAt' | 'resolvedBy'
> & {
  severity: Severity;
  /** `startedAt`: as the sender says; otherwise when its incident began here. */
  alerts: (Pick<TrackedAlert, 'name' | 'place' | 'facts' | 'severity'> & {
    status: 'firing' | 'resolved';
    /** Who does something about it, if it fires. */
    standing: ReturnType<typeof standingOf>;
    startedAt: number;
  })[];
  /** Numbers that a text about it reached, and the intents of the latest texts, the oldest first. */
  numbers: readonly string[];
  intents: readonly string[];
  /** The mute that keeps one of its alerts from texting anybody. */
  mute: Mute | null;
  /** The last of its changes that people may be told. */
  lastChange: number;
};

/** What people do about incidents. */
export type IncidentActions = {
  /**
   * Notes what somebody did; it is carried out even if this process dies now. Resolves once it was carried out, or after two
   * seconds at most.
   */
  act(workspace: string, action: ResponderActionRequest): Promise<IncidentStatus[]>;
  /**
   * The same in two steps: resolves when it is noted, with what waits until it was carried out.
   *
   * @param identity what asked for it: however often that asks, it is done once
   */
  note(
    workspace: string,
    action: ResponderActionRequest,
    identity: string,
  ): Promise<() => Promise<IncidentStatus[]>>;
  /** What a text about them would say now; null: nothing of them fires. */
  statement(workspace: string, hook: string, which: WhichIncidents): Promise<Statement | null>;
  /**
   * Incidents as they were last decided, over or not; those that are over are forgotten after about an hour. Of all hooks, if none is
   * given.
   */
  find(workspace: string, which: WhichIncidents, hook?: string): Promise<IncidentStatus[]>;
  /** As whom somebody may have acknowledged an incident, themselves first. */
  identities(workspace: string, by: Responder): Promise<Responder[]>;
};

type OptionalIn<Action> = Action extends unknown ? Omit<Action, 'kind' | 'rotas' | 'also'> : never;
/** What somebody wants done. */
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
    identity: string,
  ): Promise<() => Promise<IncidentStatus[]>> {
    const dedupe = { key: `act ${identity}`, digest: null, forMs: ASKED_AGAIN_MS, ends: [] };
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

/** Whether somebody has acknowledged it. @param as as whom they may have done so */
export const isAcknowledgedBy = ({ acknowledged }: IncidentStatus, as: readonly Responder[]): boolean =>
  acknowledged !== null && isAmong(as, acknowledged.by);

export function statusOf(
  incident: Incident,
  { texts, mutes }: { texts: ReadonlyMap<number, TextInFlight>; mutes: readonly Mute[] },
): IncidentStatus {
  const { id, hook, group, since, acknowledged, overdue, endedAt, resolvedBy, alerts, notified } = incident;
  const firing = alerts.filter(isFiring).map(({ severity }) => severity);
  const its = [...texts.values()].filter(({ incidents }) => incidents.includes(id));
  return {
    id,
    hook,
    group,
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
    intents: its.flatMap(({ intents }) => intents),
    mute: mutes.find(mute => alerts.some(({ mutedBy }) => mutedBy === mute.id)) ?? null,
    lastChange: alerts.reduce((last, { change }) => Math.max(last, change), 0),
  };
}

/** Of somebody's first text about an incident it may not be known yet what became of it. */
function numbersReached(
  { numbers, before, text }: Notified,
  texts: ReadonlyMap<number, TextInFlight>,
): readonly string[] {
  const pending = before[0] > 0 ? undefined : texts.get(text)?.pending;
  return pending ? numbers.filter(number => !pending.includes(number)) : numbers;
}
