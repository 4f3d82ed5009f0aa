import {
  type Act,
  type Alert,
  type Call,
  NO_FACTS,
  SEVERITIES,
  type Severity,
} from '../../../src/alerts/alert.ts';
import type { Pricing } from '../../../src/alerts/deciding/allowance.ts';
import type { Lookup } from '../../../src/alerts/deciding/assign.ts';
import {
  type Considered,
  consider,
  type Decision,
  type Happened,
} from '../../../src/alerts/deciding/decide.ts';
import type { Fate, Fates } from '../../../src/alerts/deciding/fates.ts';
import { noteTexts } from '../../../src/alerts/deciding/incidents.ts';
import type { Route } from '../../../src/alerts/deciding/route.ts';
import { type AlertState, EMPTY_STATE } from '../../../src/alerts/deciding/state.ts';
import type { OneText } from '../../../src/alerts/deciding/texting.ts';
import { stateSchema, toStored } from '../../../src/alerts/kept-state.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** 15:00 in Bangladesh. */
export const AFTERNOON = Date.UTC(2026, 10, 21, 9);

type Said = { status?: 'firing' | 'resolved'; severity?: Severity; startsAt?: number | null };

/** A route that texts every severity to these recipients, with a test's changes. */
export function routeTo(recipients: string[], given: Partial<Route> = {}): Route {
  return {
    recipients,
    severities: SEVERITIES,
    quiet: null,
    resolved: true,
    reminders: true,
    escalation: null,
    heartbeat: null,
    daily: null,
    ...given,
  };
}

/** What became of an intent's texts. */
export const fatesOf = (intents: Record<string, Record<string, Fate>>): Fates =>
  new Map(
    Object.entries(intents).map(([intent, its]) => [
      intent,
      Object.entries(its).map(([number, fate]) => ({ number, fate })),
    ]),
  );

/** Decides again and again, as the worker does, on a state that is stored in between. */
export class Storm {
  now = AFTERNOON;
  /** How much the time of day is ahead of `now`. */
  ahead = 0;
  state: AlertState = EMPTY_STATE;
  dueAt: number | null = null;
  routes: Map<string, Route>;
  /** Recipients stand for the numbers in their name; those in here get no answer. */
  silent = new Set<string>();
  /** Recipients that stand for nobody. */
  nobody = new Set<string>();
  /** Whether the state is written and read in between, as the worker does; switched off only for speed. */
  stored = true;
  pricing: Pricing<OneText> = { partsOf: () => 1, past: null };
  #calls = 0;

  constructor(routes: Record<string, Route>) {
    this.routes = new Map(Object.entries(routes));
  }

  call(group: string, alerts: Record<string, Said>, given: Partial<Call> = {}): Call {
    this.#calls += 1;
    return {
      id: `call-${this.#calls}`,
      hook: 'ops',
      group,
      alerts: Object.entries(alerts).map(([name, said]): Alert => {
        const { status = 'firing', severity = 'warning', startsAt = this.now } = said;
        const facts = { ...NO_FACTS, labels: { alertname: name } };
        const unsaid = { place: '', endsAt: null, match: null };
        return { fingerprint: name, status, severity, name, startsAt, facts, ...unsaid };
      }),
      leftOut: 0,
      single: false,
      test: false,
      to: null,
      receivedAt: this.now,
      ...given,
    };
  }

  decide(...events: (Call | Act)[]): Decision {
    return this.decideAbout({ events });
  }

  /** What is asked before a decision. */
  consider(...events: (Call | Act)[]): Considered {
    return runToEnd(consider(this.state, { events }, this.routes, this.now));
  }

  decideAbout(happened: Partial<Happened>, fates?: Fates): Decision {
    const lookUp = (recipient: string): Lookup => {
      if (this.silent.has(recipient)) return { numbers: [], omitted: [], silent: [recipient] };
      return { numbers: this.nobody.has(recipient) ? [] : recipient.split('+'), omitted: [], silent: [] };
    };
    const { decide } = runToEnd(consider(this.state, { events: [], ...happened }, this.routes, this.now));
    const decision = runToEnd(
      decide(lookUp, { now: this.now, wall: this.now + this.ahead }, fates, this.pricing),
    );
    this.state = this.stored ? stateSchema.parse(JSON.parse(this.json(decision.state))) : decision.state;
    this.dueAt = decision.dueAt;
    return decision;
  }

  /** Notes that these texts went into an intent. */
  planned(id: string, texts: Decision['texts']): void {
    const incidents = new Set(texts.flatMap(text => text.incidents));
    noteTexts(this.state, [{ intent: { id }, incidents, alone: true }], this.now);
  }

  /** The state as it is stored. */
  json(state = this.state): string {
    return JSON.stringify(runToEnd(toStored(state)));
  }

  /** One call for one group, decided at once. */
  say(group: string, alerts: Record<string, Said>, given: Partial<Call> = {}): Decision {
    return this.decide(this.call(group, alerts, given));
  }

  /** Lets time pass, deciding whenever something is due; returns all texts. */
  pass(ms: number): Decision['texts'] {
    const end = this.now + ms;
    const texts: Decision['texts'] = [];
    while (this.dueAt !== null && this.dueAt <= end) {
      this.now = Math.max(this.now, this.dueAt);
      texts.push(...this.decide().texts);
    }
    this.now = end;
    return texts;
  }
}
