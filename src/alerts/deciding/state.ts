import type { AlertFacts, Severity } from '../../domain/alert.ts';
import { LONGEST_MS } from './buckets.ts';
import { type Crowd, type Crowds, NOBODY } from './crowds.ts';

/** Why an alert is in a text. */
export const OCCASIONS = ['firing', 'reminder', 'resolved'] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** An alert that we follow individually. */
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
  /** When a text last said that it is firing; null: no text has. */
  toldAt: number | null;
  /** Numbers that were told it is firing, but not yet that it is over. */
  told: Crowd;
  /** Numbers waiting to be told about it. */
  waits: Readonly<Record<Occasion, Crowd>>;
  /** Recipients, by their keys, whose numbers we don't know yet, and since when they have been waiting. */
  asked: Crowd;
  askedAt: number;
  /** Kept while a text may need them. */
  facts: AlertFacts | null;
  single: boolean;
};

/** Everything that deciding needs to know about a workspace's alerts. */
export type AlertState = {
  nextId: number;
  alerts: Followed[];
  /** For each number, when texts went to it, oldest first, as far back as a bucket looks. */
  sent: Record<string, readonly number[]>;
};

export const EMPTY_STATE: AlertState = { nextId: 1, alerts: [], sent: {} };
export const NOBODY_WAITS: Followed['waits'] = { firing: NOBODY, reminder: NOBODY, resolved: NOBODY };

/** A resolved alert is remembered in case its firing is delivered late. */
const RESOLVED_MS = 3_600_000;
/** An alert that hasn't been mentioned for this long is forgotten. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** A copy you can change. What an alert holds is replaced, never changed. */
export function copyOf({ nextId, alerts, sent }: AlertState): AlertState {
  return { nextId, alerts: alerts.map(alert => ({ ...alert })), sent: { ...sent } };
}

/** The key that calls give an alert. */
export const keyOf = (alert: Pick<Followed, 'hook' | 'group' | 'fingerprint'>): string =>
  `${alert.hook} ${alert.group} ${alert.fingerprint}`;

/** Whether somebody still has to be texted about it. */
export function isAwaited({ waits, asked }: Followed): boolean {
  return asked.length > 0 || OCCASIONS.some(occasion => waits[occasion].length > 0);
}

/** The crowds in a state, each once. */
export function crowdsIn({ alerts }: AlertState): Set<Crowd> {
  const all = new Set([NOBODY]);
  for (const { told, waits, asked } of alerts) {
    for (const crowd of [told, asked, waits.firing, waits.reminder, waits.resolved]) all.add(crowd);
  }
  return all;
}

/** Makes numbers wait to be told about an alert. */
export function wait(crowds: Crowds, alert: Followed, occasion: Occasion, numbers: Crowd): void {
  alert.waits = { ...alert.waits, [occasion]: crowds.union(alert.waits[occasion], numbers) };
}

/** Nobody waits for this any more. */
export function letGo(alert: Followed, occasion: Occasion): void {
  if (alert.waits[occasion].length > 0) alert.waits = { ...alert.waits, [occasion]: NOBODY };
}

/** Removes what no decision will need again. Changes `state`. */
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
