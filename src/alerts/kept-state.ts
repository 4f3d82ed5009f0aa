import { z } from 'zod';
import type { PausableWork } from '../domain/in-turns.ts';
import type { AlertState } from './deciding/state.ts';
import { stateSchema, toStored } from './deciding/stored.ts';
import { pack, unpack } from './packing.ts';
import type { SaidHeld } from './saying.ts';

/** What is kept of a workspace's alerts between decisions: their state, and what each channel was last told is held. */
export const keptSchema = z.object({
  alerts: stateSchema,
  held: z.record(z.string(), z.string()),
});

export function* written(state: AlertState, held: SaidHeld): PausableWork<string> {
  const alerts = yield* toStored(state);
  const json = JSON.stringify({ alerts, held });
  yield;
  return pack(json);
}

/** @throws if it can't be read: the next decision sets it aside and starts afresh */
export function* readAlertState(stored: string): PausableWork<AlertState> {
  const json: unknown = JSON.parse(unpack(stored));
  yield;
  return keptSchema.parse(json).alerts;
}
