import { NO_FACTS, type Responder, type Severity } from '../../../../src/alerts/alert.ts';
import type {
  CountName,
  Happening,
  IncidentNote,
} from '../../../../src/alerts/policy/channel/channel-update.ts';
import { type Decision, decide } from '../../../../src/alerts/policy/decide.ts';
import {
  type DeliveryStatus,
  type IncomingCall,
  incomingCallSchema,
  type MuteRequest,
  type PolicyEvent,
  type RecipientLookup,
  type ResponderAction,
  responderActionSchema,
} from '../../../../src/alerts/policy/events.ts';
import type { Route } from '../../../../src/alerts/policy/incidents/route.ts';
import {
  type AlertState,
  EMPTY_STATE,
  groupKeyOf,
  type Incident,
} from '../../../../src/alerts/policy/incidents/state.ts';
import type {
  AlertText,
  DirectNotice,
  PolicyContext,
} from '../../../../src/alerts/policy/incidents/working-state.ts';
import { readState, writeState } from '../../../../src/alerts/policy/stored-state.ts';
import { runToEnd } from '../../../../src/kit/fair-scheduler.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Saturday, 15:00 in Bangladesh. */
export const AFTERNOON = Date.UTC(2026, 10, 21, 9);

export type SentText = AlertText & { at: number };

export const routeTo = (recipients: readonly string[], more: Partial<Route> = {}): Route => ({
  recipients,
  severities: ['critical', 'error', 'warning'],
  quiet: null,
  quietOnHolidays: false,
  resolved: true,
  reminders: true,
  escalation: null,
  acknowledgedMs: 4 * HOUR,
  heartbeat: null,
  daily: null,
  ...more,
});

/** A second step for critical alerts, in one round. */
export const STEPS: NonNullable<Route['escalation']> = {
  firstMs: 5 * MINUTE,
  steps: [{ to: ['B'], waitMs: 10 * MINUTE }],
  rounds: 1,
  severities: ['critical'],
};

/** A responder in Slack. */
export const person = (userId: string): Responder => ({ kind: 'person', userId });

/** A short name: a person's id, a number, or the key itself. */
export function nameOf(recipient: string): string {
  if (!recipient.startsWith('{')) return recipient;
  const { userId, number } = JSON.parse(recipient) as { userId?: string; number?: string };
  return userId ?? number ?? recipient;
}

export const lookupOf = (...numbers: string[]): RecipientLookup => ({
  numbers,
  called: [],
  omitted: [],
  silent: [],
});

type CallOptions = Partial<Pick<IncomingCall, 'hook' | 'to' | 'single' | 'test' | 'receivedAt'>> & {
  startsAt?: number | null;
  endsAt?: number | null;
  labels?: Record<string, string>;
};
type ActionOptions = {
  hook?: string;
  by?: string;
  to?: string[];
  upTo?: number | null;
  forMs?: number | null;
  rotas?: string[];
};

/** A workspace with its own clock: `lookUp` resolves recipients, and `outcome` is the result of each text. */
export class World {
  state: AlertState = EMPTY_STATE;
  now = AFTERNOON;
  /** How far the time of day is ahead of `now`. */
  ahead = 0;
  readonly routes: Map<string, Route>;
  readonly texts: SentText[] = [];
  readonly notices: (DirectNotice & { at: number })[] = [];
  readonly happened: (IncidentNote & { at: number })[] = [];
  readonly updates: Decision['updates'][number][] = [];
  lookUp: (recipient: string, now: number) => RecipientLookup = recipient => lookupOf(nameOf(recipient));
  /** The outcome of a text to a number; null if it stays unknown. */
  outcome: (number: string, text: SentText) => DeliveryStatus | null = () => 'sent';
  takesMs = 2 * SECOND;
  /** How long until a cancellation is confirmed. */
  cancelMs = 0;
  dueAt: number | null = null;
  mostRounds = 0;
  pricing: PolicyContext['pricing'] = { partsOf: () => 1, past: null };
  isSure = true;
  /** The workspace's holidays, by day. */
  holidays = new Map<number, string>();
  /** Whether the state is stored and read again after each decision, as the worker does. */
  isStored = false;
  /** Called after each decision and its look-ups. */
  check: (events: readonly PolicyEvent[], decision: Decision) => void = () => {};
  settled: () => void = () => {};
  private coming: { at: number; text: SentText; number: string; status: DeliveryStatus | null }[] = [];

  constructor(routes: Record<string, Route>) {
    this.routes = new Map(Object.entries(routes));
  }

  get context(): PolicyContext {
    const { now, routes, pricing, holidays, isSure } = this;
    return { now, wall: now + this.ahead, routes, pricing, holidays, isSure };
  }

  /** Decides on the events together, with one look-up for each recipient. */
  do(...events: PolicyEvent[]): SentText[] {
    const first = this.texts.length;
    let next: PolicyEvent[] = events;
    for (let rounds = 0; ; rounds++) {
      this.mostRounds = Math.max(this.mostRounds, rounds);
      if (rounds > 200) throw new Error('asking for recipients never ends');
      const decision = runToEnd(decide(this.state, next, this.context));
      this.state = this.isStored ? runToEnd(readState(runToEnd(writeState(decision.state)))) : decision.state;
      this.take(decision);
      this.check(next, decision);
      const cancelled = this.cancel(decision.cancelled);
      if (decision.lookUps.size === 0 && cancelled.length === 0) break;
      const lookups = new Map(
        [...decision.lookUps].map(recipient => [recipient, this.lookUp(recipient, this.now)]),
      );
      next = lookups.size > 0 ? [...cancelled, { kind: 'lookups', lookups }] : cancelled;
    }
    this.settled();
    return this.texts.slice(first);
  }

  private take({ texts, updates, notices, dueAt }: Decision): void {
    this.dueAt = dueAt;
    this.updates.push(...updates);
    this.notices.push(...notices.map(notice => ({ ...notice, at: this.now })));
    for (const { happened } of updates)
      this.happened.push(...happened.map(event => ({ ...event, at: this.now })));
    for (const effect of texts) {
      const text = { ...effect, at: this.now };
      this.texts.push(text);
      for (const number of text.to)
        this.coming.push({ at: this.now + this.takesMs, text, number, status: this.outcome(number, text) });
    }
  }

  private cancel(ids: readonly number[]): PolicyEvent[] {
    return ids.flatMap(id => {
      const cancelled = this.coming.filter(({ text }) => text.id === id);
      this.coming = this.coming.filter(({ text }) => text.id !== id);
      if (this.cancelMs > 0) {
        for (const delivery of cancelled)
          this.coming.push({ ...delivery, at: this.now + this.cancelMs, status: 'unsent' });
        return [];
      }
      const statuses = cancelled.map(({ number }): [string, DeliveryStatus] => [number, 'unsent']);
      return statuses.length > 0 ? [{ kind: 'delivery' as const, text: id, statuses }] : [];
    });
  }

  pass(ms: number): SentText[] {
    const first = this.texts.length;
    const until = this.now + ms;
    for (let turns = 0; ; turns++) {
      if (turns > 20_000) throw new Error('it never sleeps');
      const [next] = this.coming.filter(({ status }) => status !== null).sort((a, b) => a.at - b.at);
      const at = Math.min(next?.at ?? Infinity, this.dueAt ?? Infinity);
      if (at > until) break;
      this.now = Math.max(this.now, at);
      if (next && next.at <= this.now) {
        this.coming = this.coming.filter(delivery => delivery !== next);
        const statuses: [string, DeliveryStatus][] = [[next.number, next.status ?? 'sent']];
        this.do({ kind: 'delivery', text: next.text.id, statuses });
      } else this.do();
    }
    this.now = until;
    return this.texts.slice(first);
  }

  /** A call that reports these alerts by name and severity; null means resolved. */
  callOf(group: string, alerts: Record<string, Severity | null>, options: CallOptions = {}): IncomingCall {
    const { hook = 'ops', startsAt = this.now, endsAt = null, labels = {}, ...more } = options;
    return incomingCallSchema.parse({
      kind: 'call',
      id: 'call',
      hook,
      group,
      receivedAt: this.now,
      ...more,
      alerts: Object.entries(alerts).map(([name, severity]) =>
        severity
          ? { status: 'firing', fingerprint: name, name, severity, startsAt, labels, facts: NO_FACTS }
          : { status: 'ended', fingerprint: name, name, startsAt, endsAt },
      ),
    });
  }

  call(group: string, alerts: Record<string, Severity | null>, options?: CallOptions): SentText[] {
    return this.do(this.callOf(group, alerts, options));
  }

  incident(group: string, hook = 'ops'): Incident {
    const incident = this.state.incidents.get(groupKeyOf({ hook, group }));
    if (!incident) throw new Error(`no incident ${group}`);
    return incident;
  }

  actionOf(group: string, action: ResponderAction['action'], options: ActionOptions = {}): ResponderAction {
    const { hook = 'ops', by = 'K', upTo = null, ...more } = options;
    const which = { incidents: [this.incident(group, hook).id], upTo };
    return responderActionSchema.parse({
      to: [],
      ...more,
      kind: 'action',
      action,
      hook,
      which,
      by: person(by),
      at: this.now,
    }); // prettier-ignore
  }

  act(group: string, action: ResponderAction['action'], options?: ActionOptions): SentText[] {
    return this.do(this.actionOf(group, action, options));
  }

  mute(ms: number, more: Partial<MuteRequest> = {}): SentText[] {
    const until = this.now + ms;
    return this.do({
      kind: 'mute',
      id: 'm',
      hook: null,
      groups: null,
      called: '',
      labels: [],
      by: person('K'),
      reason: '',
      until,
      ...more,
    }); // prettier-ignore
  }

  block(blocked: 'no_key' | 'key_held' | 'no_credits' | null): SentText[] {
    return this.do({ kind: 'sending', blocked });
  }

  /** How often this happened to an incident. */
  times(happening: Happening): number {
    return this.happened.filter(event => event.happening === happening).length;
  }

  /** The sum of a counter over all channels. */
  counted(count: CountName): number {
    return this.updates.reduce((sum, update) => sum + update[count], 0);
  }
}

/** `A: firing x` for each number and kind of alert, with a count if there are several. */
export const read = (texts: readonly SentText[]): string[] =>
  texts.flatMap(({ to, statement }) =>
    to.flatMap(number =>
      statement.kinds.map(
        ({ occasion, called, alerts }) =>
          `${number}: ${occasion} ${called}${alerts > 1 ? ` x${alerts}` : ''}`,
      ),
    ),
  );

/** Who got these texts, a letter for each. */
export const whoGot = (texts: readonly SentText[]): string => texts.flatMap(({ to }) => to).join('');

export const fleet = (many: number): string[] => Array.from({ length: many }, (_, n) => `g${n}`);
