import { z } from 'zod';
import { factsSchema, SEVERITIES } from '../../domain/alert.ts';
import { LONGEST_MS } from './buckets.ts';

/** Alerts of one workspace that are followed one by one; what a storm brings beyond is counted. */
export const MAX_ALERTS = 5000;
/** Alerts that wait with all their labels; the names of the others are enough to count them by. */
const MAX_FACTS = 500;
/** A resolved alert is remembered for late deliveries of its firing. */
const RESOLVED_MS = 3_600_000;
/** An alert that nobody speaks of any more. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

const followedSchema = z.object({
  id: z.int(),
  hook: z.string(),
  group: z.string(),
  fingerprint: z.string(),
  status: z.enum(['firing', 'resolved']),
  severity: z.enum(SEVERITIES),
  name: z.string(),
  startsAt: z.number().nullable(),
  seenAt: z.number(),
  /** When a text last said that it fires; null: none has. */
  toldAt: z.number().nullable(),
  /** Who was told that it fires, and not yet that it is over: numbers. */
  told: z.array(z.string()),
  /** Kept while a text may need them. */
  facts: factsSchema.nullable(),
  single: z.boolean(),
});
export type Followed = z.infer<typeof followedSchema>;

/** What calls call an alert by. */
export const keyOf = (alert: Pick<Followed, 'hook' | 'group' | 'fingerprint'>): string =>
  `${alert.hook} ${alert.group} ${alert.fingerprint}`;

const pendingSchema = z.object({
  alert: z.int(),
  occasion: z.enum(['firing', 'resolved', 'reminder']),
  since: z.number(),
});
export type Pending = z.infer<typeof pendingSchema>;

const phoneSchema = z.object({
  /** When texts to this number went, oldest first, as far back as a bucket looks. */
  sent: z.array(z.number()),
  pending: z.array(pendingSchema),
});
export type Phone = z.infer<typeof phoneSchema>;

const audienceSchema = z.object({
  /** A recipient, as a key. */
  recipient: z.string(),
  alerts: z.array(z.int()),
  since: z.number(),
});

export type Audience = z.infer<typeof audienceSchema>;

/** All that deciding has to know of a workspace's alerts. Stored as JSON. */
export const stateSchema = z.object({
  nextId: z.int(),
  alerts: z.array(followedSchema),
  /** Alerts for recipients whose numbers are not known yet. */
  audiences: z.array(audienceSchema),
  phones: z.record(z.string(), phoneSchema),
});
export type State = z.infer<typeof stateSchema>;

export const EMPTY_STATE: State = { nextId: 1, alerts: [], audiences: [], phones: {} };

/** A copy that can be changed. Facts are shared: they are replaced, never changed. */
export function copyOf({ nextId, alerts, audiences, phones }: State): State {
  const copies = Object.entries(phones).map(([number, { sent, pending }]): [string, Phone] => [
    number,
    { sent: [...sent], pending: [...pending] },
  ]);
  return {
    nextId,
    alerts: alerts.map(alert => ({ ...alert, told: [...alert.told] })),
    audiences: audiences.map(audience => ({ ...audience, alerts: [...audience.alerts] })),
    phones: Object.fromEntries(copies),
  };
}

/** The state without what no decision will ask for again. Changes `state`. */
export function prune(state: State, now: number): void {
  for (const [number, phone] of Object.entries(state.phones)) {
    phone.sent = phone.sent.filter(at => at > now - LONGEST_MS);
    if (phone.sent.length + phone.pending.length === 0) delete state.phones[number];
  }
  state.audiences = state.audiences.filter(audience => audience.alerts.length > 0);
  const awaited = new Set([
    ...Object.values(state.phones).flatMap(phone => phone.pending.map(({ alert }) => alert)),
    ...state.audiences.flatMap(audience => audience.alerts),
  ]);
  state.alerts = state.alerts.filter(({ id, status, single, seenAt }) => {
    if (awaited.has(id)) return true;
    if (single) return false;
    return now - seenAt < (status === 'resolved' ? RESOLVED_MS : FORGOTTEN_MS);
  });
  let kept = 0;
  for (const alert of state.alerts) {
    if (alert.facts !== null && awaited.has(alert.id) && kept < MAX_FACTS) kept += 1;
    else alert.facts = null;
  }
}
