import type { Storage } from '../../src/storage/index.ts';
import type { Intents } from '../../src/storage/texts/accept.ts';
import type { Claims } from '../../src/storage/texts/claim.ts';
import type { History, Retention } from '../../src/storage/texts/history.ts';
import type { Queue } from '../../src/storage/texts/queue.ts';
import type { Reports } from '../../src/storage/texts/reports.ts';

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
