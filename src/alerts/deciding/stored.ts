import { z } from 'zod';
import type { PausableWork } from '../../kit/in-turns.ts';
import { compact } from '../alert.ts';
import type { Crowd } from './crowds.ts';
import { watchSchema } from './heartbeat.ts';
import { type AlertState, crowdsIn, type Followed, incidentSchema, rowSchema, spentSchema } from './state.ts';

/* A state as JSON in the store. Crowds, and the times of texts, are written once: thousands may share one of hundreds. */
const storedSchema = z.object({
  nextId: z.int(),
  crowds: z.array(z.array(z.string())),
  alerts: z.array(rowSchema),
  incidents: z.array(incidentSchema),
  /** Numbers, and when they were texted. */
  sent: z.array(z.tuple([z.array(z.string()), z.array(z.number())])),
  urgent: z.record(z.string(), z.number()),
  watch: watchSchema,
  spent: z.record(z.string(), spentSchema),
});

/** Reads what `toStored` wrote. */
export const stateSchema: z.ZodType<AlertState> = storedSchema.transform(({ crowds, ...stored }) => {
  const crowd = (at: number): Crowd => {
    const found = crowds[at];
    if (!found) throw new RangeError('A stored state of alerts names a crowd that is not in it');
    return found;
  };
  const alerts = stored.alerts.map(
    ({ told, waits: { firing, reminder, resolved }, asked, ...alert }): Followed => ({
      ...alert,
      told: crowd(told),
      waits: { firing: crowd(firing), reminder: crowd(reminder), resolved: crowd(resolved) },
      asked: crowd(asked),
    }),
  );
  const sent = stored.sent.flatMap(([numbers, times]) => numbers.map(number => [number, times] as const));
  return { ...stored, alerts, sent: Object.fromEntries(sent) };
});

export function* toStored(state: AlertState): PausableWork<z.input<typeof storedSchema>> {
  const crowds = [...crowdsIn(state)];
  const numbers = new Map(crowds.map((crowd, at) => [crowd, at]));
  const at = (crowd: Crowd): number => numbers.get(crowd) ?? 0;
  yield;
  const alerts = state.alerts.map(({ told, waits, asked, facts, ...alert }) => ({
    ...alert,
    told: at(told),
    waits: { firing: at(waits.firing), reminder: at(waits.reminder), resolved: at(waits.resolved) },
    asked: at(asked),
    facts: facts && compact(facts),
  }));
  yield;
  const sent = [...Map.groupBy(Object.entries(state.sent), ([, times]) => times.join()).values()].map(
    (same): [string[], number[]] => [same.map(([number]) => number), [...(same[0]?.[1] ?? [])]],
  );
  return { ...state, crowds: crowds.map(crowd => [...crowd]), alerts, sent };
}
