import type { TextState } from '../../src/domain/text.ts';
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
  Omit<History, 'counts'> &
  Retention & {
    nextDue(): Promise<number | null>;
    /** How many texts there are in each state. */
    counts(): Promise<Partial<Record<TextState, number>>>;
  };

export function outboxOf({ intents, claims, queue, reports, history, retention }: Storage): Outbox {
  const nextDue = async (): Promise<number | null> => (await queue.nextDue()).at;
  const counts: Outbox['counts'] = async () => {
    const found: Awaited<ReturnType<Outbox['counts']>> = {};
    for (const workspace of await retention.workspaces()) {
      for (const { state } of await history.history(workspace, null, 100_000))
        found[state] = (found[state] ?? 0) + 1;
    }
    return found;
  };
  return { ...intents, ...claims, ...queue, ...reports, ...history, ...retention, nextDue, counts };
}
