import type { Clock } from '../domain/clock.ts';
import type { Intent } from '../domain/intent.ts';
import { PATIENCE_MS } from '../domain/text.ts';
import type { Outbox } from '../storage/ports.ts';

/** The process that wrote an intent down resolves it; another one takes over only after this long. */
const OWN_LEASE_MS = 30_000;

/** What a surface asks for. */
export type Ask = Omit<Intent, 'id' | 'acceptedAt'>;

export type Submit = (ask: Ask) => Promise<'added' | 'known'>;

/**
 * The only door: writes the intent down, durably and once, with no network but our own store. When the promise
 * resolves, Slack may have its answer. It rejects when nothing could be written.
 *
 * @param take is given each new intent at once, to be resolved
 */
export function createSubmit(parts: {
  outbox: Outbox;
  clock: Clock;
  newId: () => string;
  take: (intent: Intent) => void;
}): Submit {
  const { outbox, clock, newId, take } = parts;
  return async ask => {
    const intent: Intent = { ...ask, id: newId(), acceptedAt: clock.now() };
    const added = await outbox.add(intent, intent.acceptedAt + OWN_LEASE_MS);
    if (added === 'added') take(intent);
    return added;
  };
}

/** When the patience of an intent's lane ends, in epoch milliseconds. */
export function expiryOf(intent: Intent): number {
  return intent.acceptedAt + PATIENCE_MS[intent.lane];
}
