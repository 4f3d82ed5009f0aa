import type { Clock } from '../kit/clock.ts';
import type { Intent } from '../texts/intent.ts';
import type { Recipient } from '../texts/recipient.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { IntentOutcome, Plan } from '../texts/store/model.ts';
import type { Queue } from '../texts/store/queue.ts';
import { isExpired } from '../texts/store/settle.ts';
import type { Text } from '../texts/text.ts';
import { toKey } from './alert.ts';
import { type AlertNotice, undelivered } from './notices/notice.ts';
import { alertSourceOf } from './plan-texts.ts';
import type { DeliveryStatus, StoredEvent } from './policy/events.ts';

const CANCELLED: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };

/** What becomes of texts that were handed over: some needn't go any more, some didn't go. */
export type TextDeliveries = {
  /** What became of an intent's text, for each number of which that is known; null: for none yet. */
  of(intent: Intent): Promise<Extract<StoredEvent, { kind: 'delivery' }> | null>;
  /** Notices that its recipients can't be texted, of each hook whose alerts it tells of. */
  undelivered(intent: Intent): Promise<AlertNotice[]>;
  /** Cancels what waits of an intent. */
  cancel(workspace: string, intent: string): Promise<void>;
};

export function createTextDeliveries(deps: {
  intents: Pick<Intents, 'plan'>;
  queue: Pick<Queue, 'cancelAll'>;
  history: Pick<History, 'outcome'>;
  clock: Pick<Clock, 'now'>;
}): TextDeliveries {
  const { intents, queue, history, clock } = deps;
  return {
    async of(intent) {
      const source = alertSourceOf(intent);
      const outcome = await history.outcome(intent.workspace, intent.id);
      if (!source || !outcome) return null;
      const statuses = statusesIn(intent, outcome);
      return statuses.length > 0 ? { kind: 'delivery', text: source.text, statuses } : null;
    },
    async undelivered(intent) {
      const outcome = await history.outcome(intent.workspace, intent.id);
      const refused = outcome?.texts.flatMap(({ number, problem }) =>
        problem ? { who: { kind: 'number', number } as const, problem } : [],
      );
      const all = [...(outcome?.omitted ?? []), ...(refused ?? [])].map(({ who, problem }) => ({
        recipient: toKey(who),
        problem,
        alerts: 0,
      }));
      return (alertSourceOf(intent)?.hooks ?? []).flatMap(hook => undelivered(hook, all));
    },
    async cancel(workspace, id) {
      // First what isn't a text yet.
      if ((await intents.plan(id, CANCELLED, clock.now())) === 'stale')
        await queue.cancelAll(workspace, id, clock.now());
    },
  };
}

function statusesIn(
  { to }: Intent,
  { texts, omitted, problem, settled }: IntentOutcome,
): [string, DeliveryStatus][] {
  const numbersOf = (whom: readonly Recipient[]): string[] =>
    whom.flatMap(who => (who.kind === 'number' ? who.number : []));
  if (texts.length > 0) {
    const left = numbersOf(omitted.map(({ who }) => who));
    return [
      ...texts.flatMap((text): [string, DeliveryStatus][] => {
        const status = statusOf(text);
        return status ? [[text.number, status]] : [];
      }),
      ...left.map((number): [string, DeliveryStatus] => [number, 'unsent']),
    ];
  }
  if (!settled) return [];
  return numbersOf(to).map(number => [number, statusWithoutText(problem)]);
}

function statusWithoutText(problem: IntentOutcome['problem']): DeliveryStatus {
  if (problem?.kind === 'EXPIRED') return 'expired';
  return problem?.kind === 'NO_KEY' ? 'blocked' : 'unsent';
}

/** What became of these intents, as far as that is known. */
export async function outcomesOf(
  history: Pick<History, 'outcome'>,
  workspace: string,
  intents: Iterable<string>,
): Promise<IntentOutcome[]> {
  const found = await Promise.all([...intents].map(intent => history.outcome(workspace, intent)));
  return found.filter(outcome => outcome !== null);
}

/** Null: it is still coming. */
function statusOf(text: Text): DeliveryStatus | null {
  if (isExpired(text)) return 'expired';
  switch (text.state) {
    case 'queued':
    case 'sending':
      return null;
    case 'refused':
    case 'cancelled':
      return 'unsent';
    case 'sent':
    case 'uncertain':
      return text.state;
  }
}
