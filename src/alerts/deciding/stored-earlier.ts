import { z } from 'zod';
import { factsSchema, SEVERITIES } from '../../domain/alert.ts';
import { createCrowds } from './crowds.ts';
import { NO_WATCH } from './heartbeat.ts';
import type { AlertState, Followed, Occasion } from './state.ts';

/* How states were stored before crowds: lists of alerts, of what each number waits for, and of whom to ask about. */

const schema = z.object({
  nextId: z.int(),
  alerts: z.array(
    z.object({
      id: z.int(),
      hook: z.string(),
      group: z.string(),
      fingerprint: z.string(),
      status: z.enum(['firing', 'resolved']),
      severity: z.enum(SEVERITIES),
      name: z.string(),
      startsAt: z.number().nullable(),
      seenAt: z.number(),
      toldAt: z.number().nullable(),
      told: z.array(z.string()),
      facts: factsSchema.nullable(),
      single: z.boolean(),
    }),
  ),
  audiences: z.array(z.object({ recipient: z.string(), alerts: z.array(z.int()), since: z.number() })),
  phones: z.record(
    z.string(),
    z.object({
      sent: z.array(z.number()),
      pending: z.array(z.object({ alert: z.int(), occasion: z.enum(['firing', 'resolved', 'reminder']) })),
    }),
  ),
});

export const earlierStateSchema = schema.transform(({ nextId, alerts, audiences, phones }): AlertState => {
  const { of } = createCrowds([]);
  const waiting = new Map<string, string[]>();
  const note = (alert: number, what: Occasion | 'asked', who: string): void => {
    const key = `${alert} ${what}`;
    const all = waiting.get(key);
    if (all) all.push(who);
    else waiting.set(key, [who]);
  };
  const since = new Map<number, number>();
  for (const [number, { pending }] of Object.entries(phones)) {
    for (const { alert, occasion } of pending) note(alert, occasion, number);
  }
  for (const audience of audiences) {
    for (const id of audience.alerts) {
      note(id, 'asked', audience.recipient);
      since.set(id, Math.min(since.get(id) ?? audience.since, audience.since));
    }
  }
  return {
    nextId,
    incidents: [],
    alerts: alerts.map((alert): Followed => {
      const noted = (what: Occasion | 'asked') => of(waiting.get(`${alert.id} ${what}`) ?? []);
      return {
        ...alert,
        place: '',
        test: false,
        told: of(alert.told),
        waits: { firing: noted('firing'), reminder: noted('reminder'), resolved: noted('resolved') },
        asked: noted('asked'),
        askedAt: since.get(alert.id) ?? 0,
      };
    }),
    urgent: {},
    watch: NO_WATCH,
    spent: {},
    sent: Object.fromEntries(Object.entries(phones).map(([number, { sent }]) => [number, sent])),
  };
});
