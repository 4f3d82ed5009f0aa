import { z } from 'zod';
import type { InTurns, PausableWork } from '../kit/in-turns.ts';
import type { InboxAddress, Inboxes } from '../kit/inbox/model.ts';
import { pack, unpack } from '../kit/inbox/reading.ts';
import { type AlertState, EMPTY_STATE } from './deciding/state.ts';
import { stateSchema, toStored } from './deciding/stored.ts';
import type { SaidHeld } from './saying.ts';

/** Where everything goes that a workspace's alerts are told. */
export const alertsOf = (workspace: string): InboxAddress => ({ kind: 'alerts', workspace, name: '' });

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

/**
 * A workspace's alerts as they were last decided.
 *
 * @throws if they can't be read: the next decision sets them aside and starts afresh
 */
export async function lookAtAlerts(
  { inboxes, inTurns }: { inboxes: Pick<Inboxes, 'look'>; inTurns: InTurns },
  workspace: string,
): Promise<AlertState> {
  const state = await inboxes.look(alertsOf(workspace));
  return state === null ? EMPTY_STATE : inTurns(workspace, readAlertState(state));
}

function* readAlertState(stored: string): PausableWork<AlertState> {
  const json: unknown = JSON.parse(unpack(stored));
  yield;
  return keptSchema.parse(json).alerts;
}
