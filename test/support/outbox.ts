import type {
  Claims,
  History,
  Intents,
  Queue,
  Reports,
  Retention,
  Storage,
} from '../../src/storage/ports.ts';

/** Everything about texts, in one object. */
export type Outbox = Intents & Claims & Queue & Reports & History & Retention;

export function outboxOf({ intents, claims, queue, reports, history, retention }: Storage): Outbox {
  return { ...intents, ...claims, ...queue, ...reports, ...history, ...retention };
}
