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
export type Outbox = Intents &
  Claims &
  Omit<Queue, 'nextDue'> &
  Reports &
  History &
  Retention & { nextDue(): Promise<number | null> };

export function outboxOf({ intents, claims, queue, reports, history, retention }: Storage): Outbox {
  const nextDue = async (): Promise<number | null> => (await queue.nextDue()).at;
  return { ...intents, ...claims, ...queue, ...reports, ...history, ...retention, nextDue };
}
