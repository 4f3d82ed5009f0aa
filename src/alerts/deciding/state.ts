import type { AlertFacts, Severity } from '../../domain/alert.ts';
import { LONGEST_MS } from './buckets.ts';
import { type Crowd, type Crowds, NOBODY } from './crowds.ts';

/** Why an alert is in a text. */
export const OCCASIONS = ['firing', 'reminder', 'resolved'] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** An alert that is known one by one. */
export type Followed = {
  id: number;
  hook: string;
  group: string;
  fingerprint: string;
  status: 'firing' | 'resolved';
  severity: Severity;
  name: string;
  startsAt: number | null;
  seenAt: number;
  /** When a text last said that it fires; null: none has. */
  toldAt: number | null;
  /** Numbers that were told that it fires, and not yet that it is over. */
  told: Crowd;
  /** Numbers that wait to be told of it. */
  waits: Readonly<Record<Occasion, Crowd>>;
  /** Recipients, by their keys, whose numbers are not known yet, and since when they are to be told. */
  asked: Crowd;
  askedAt: number;
  /** Kept while a text may need them. */
  facts: AlertFacts | null;
  single: boolean;
};

/** All that deciding has to know of a workspace's alerts. */
export type AlertState = {
  nextId: number;
  alerts: Followed[];
  /** By number, when texts to it went, oldest first, as far back as a bucket looks. */
  sent: Record<string, readonly number[]>;
};

export const EMPTY_STATE: AlertState = { nextId: 1, alerts: [], sent: {} };
export const NOBODY_WAITS: Followed['waits'] = { firing: NOBODY, reminder: NOBODY, resolved: NOBODY };

/** A resolved alert is remembered for late deliveries of its firing. */
const RESOLVED_MS = 3_600_000;
/** An alert that nobody speaks of any more. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** A copy that can be changed. What an alert holds is replaced, never changed. */
export function copyOf({ nextId, alerts, sent }: AlertState): AlertState {
  return { nextId, alerts: alerts.map(alert => ({ ...alert })), sent: { ...sent } };
}

/** What calls call an alert by. */
export const keyOf = (alert: Pick<Followed, 'hook' | 'group' | 'fingerprint'>): string =>
  `${alert.hook} ${alert.group} ${alert.fingerprint}`;

/** Whether a text about it is still to go. */
export function isAwaited({ waits, asked }: Followed): boolean {
  return asked.length > 0 || OCCASIONS.some(occasion => waits[occasion].length > 0);
}

/** The crowds of a state, each once. */
export function crowdsIn({ alerts }: AlertState): Set<Crowd> {
  const all = new Set([NOBODY]);
  for (const { told, waits, asked } of alerts) {
    for (const crowd of [told, asked, waits.firing, waits.reminder, waits.resolved]) all.add(crowd);
  }
  return all;
}

/** Lets numbers wait to be told of an alert. */
export function wait(crowds: Crowds, alert: Followed, occasion: Occasion, numbers: Crowd): void {
  alert.waits = { ...alert.waits, [occasion]: crowds.union(alert.waits[occasion], numbers) };
}

/** Nobody waits to be told this any more. */
export function letGo(alert: Followed, occasion: Occasion): void {
  if (alert.waits[occasion].length > 0) alert.waits = { ...alert.waits, [occasion]: NOBODY };
}

/** The state without what no decision will ask for again. Changes `state`. */
export function prune(state: AlertState, now: number): void {
  for (const [number, times] of Object.entries(state.sent)) {
    const recent = times.filter(at => at > now - LONGEST_MS);
    if (recent.length === 0) delete state.sent[number];
    else if (recent.length < times.length) state.sent[number] = recent;
  }
  state.alerts = state.alerts.filter(alert => {
    if (isAwaited(alert)) return true;
    if (alert.single) return false;
    return now - alert.seenAt < (alert.status === 'resolved' ? RESOLVED_MS : FORGOTTEN_MS);
  });
}
