import type {
  Claims,
  History,
  Intents,
  Queue,
  Reports,
  Retention,
  Storage,
} from '../../src/storage/ports.ts';

/** All that is kept of texts, in one. */
export type Outbox = Intents & Claims & Queue & Reports & History & Retention;

export function outboxOf({ intents, claims, queue, reports, history, retention }: Storage): Outbox {
  return { ...intents, ...claims, ...queue, ...reports, ...history, ...retention };
}
