import type { Clock } from '../kit/clock.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { IntentOutcome, Plan } from '../texts/store/model.ts';
import type { Queue } from '../texts/store/queue.ts';
import { isExpired } from '../texts/store/settle.ts';
import type { Text } from '../texts/text.ts';
import type { Fate, Fates, NumberFate } from './deciding/fates.ts';

const CANCELLED: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };

/** What becomes of texts that were handed over: some need not go any more, some didn't go. */
export type TextFates = {
  /** What became of each of these intents, for whomever it was for. */
  of(workspace: string, intents: readonly string[]): Promise<Fates>;
  /** Cancels what waits of an intent. */
  callOff(workspace: string, intent: string): Promise<void>;
};

export function createTextFates(deps: {
  intents: Pick<Intents, 'intent' | 'plan'>;
  queue: Pick<Queue, 'cancelAll'>;
  history: Pick<History, 'outcome'>;
  clock: Pick<Clock, 'now'>;
}): TextFates {
  const { intents, queue, history, clock } = deps;

  async function fatesIn(workspace: string, id: string): Promise<NumberFate[]> {
    const outcome = await history.outcome(workspace, id);
    if (!outcome) return [];
    const { texts, omitted, problem, settled } = outcome;
    if (texts.length > 0) {
      const left = omitted.flatMap(({ who }) => (who.kind === 'number' ? who.number : []));
      return [
        ...texts.map(text => ({ number: text.number, fate: fateOf(text) })),
        ...left.map(number => ({ number, fate: 'unsent' as const })),
      ];
    }
    const to = (await intents.intent(workspace, id))?.to ?? [];
    const refused = problem?.kind === 'EXPIRED' ? 'expired' : 'unsent';
    const fate = settled ? refused : 'coming';
    return to.flatMap(who => (who.kind === 'number' ? { number: who.number, fate } : []));
  }

  return {
    of: async (workspace, ids) =>
      new Map(await Promise.all(ids.map(async id => [id, await fatesIn(workspace, id)] as const))),
    async callOff(workspace, id) {
      // First what isn't a text yet.
      if ((await intents.plan(id, CANCELLED, clock.now())) === 'stale')
        await queue.cancelAll(workspace, id, clock.now());
    },
  };
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

function fateOf(text: Text): Fate {
  if (isExpired(text)) return 'expired';
  switch (text.state) {
    case 'queued':
    case 'sending':
      return 'coming';
    case 'refused':
    case 'cancelled':
      return 'unsent';
    case 'sent':
    case 'uncertain':
      return text.state;
  }
}
