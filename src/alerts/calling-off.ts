import type { Clock } from '../kit/clock.ts';
import type { Inboxes } from '../kit/inbox/model.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { Plan } from '../texts/store/model.ts';
import type { Queue } from '../texts/store/queue.ts';
import { isExpired } from '../texts/store/settle.ts';
import type { AlertEvent, Unsent } from './alert.ts';
import type { CalledOff } from './deciding/call-off.ts';
import type { ExpiredText } from './deciding/renew.ts';
import type { AlertState } from './deciding/state.ts';
import { alertsOf } from './kept-state.ts';

const CANCELLED: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };

/** What becomes of texts that were handed over: some need not go any more, some didn't go. */
export function createCallingOff(parts: {
  intents: Pick<Intents, 'intent' | 'plan'>;
  queue: Pick<Queue, 'cancelAll'>;
  history: Pick<History, 'outcome'>;
  clock: Clock;
}) {
  const { intents, queue, history, clock } = parts;

  const textsOf = async (workspace: string, intent: string) =>
    (await history.outcome(workspace, intent))?.texts ?? [];

  /** Cancels what waits of an intent; returns the numbers that get no text from it. */
  async function cancel(workspace: string, id: string): Promise<string[]> {
    // First what isn't a text yet.
    if ((await intents.plan(id, CANCELLED, clock.now())) === 'stale')
      await queue.cancelAll(workspace, id, clock.now());
    // As it stands, since whoever began this may have died on the way.
    const { problem = null, texts = [] } = (await history.outcome(workspace, id)) ?? {};
    if (problem?.kind === 'CANCELLED' && texts.length === 0) {
      const intent = await intents.intent(workspace, id);
      return intent?.to.flatMap(who => (who.kind === 'number' ? who.number : [])) ?? [];
    }
    return texts.flatMap(({ state, number }) => (state === 'cancelled' ? number : []));
  }

  return {
    /** Cancels what waits of these intents. */
    async callOff(workspace: string, state: AlertState, ids: readonly string[]): Promise<CalledOff> {
      const calledOff = new Map<string, readonly string[]>();
      for (const id of ids) {
        const numbers = await cancel(workspace, id);
        if (numbers.length > 0) calledOff.set(id, numbers);
      }
      if (calledOff.size === 0) return calledOff;
      const all = state.incidents
        .filter(({ texts }) => texts.some(({ intent }) => calledOff.has(intent)))
        .flatMap(({ texts }) => texts.map(({ intent }) => intent));
      const others = [...new Set(all)].map(id => textsOf(workspace, id));
      // What was refused was never sent.
      const texted = (await Promise.all(others)).flat().filter(({ state }) => !UNSENT.has(state));
      const known = new Set<string>(texted.map(({ number }) => number));
      return new Map(
        [...calledOff].map(([id, numbers]) => [id, numbers.filter(number => !known.has(number))]),
      );
    },

    /** Of the intents that there is news of, whom an incident's text didn't reach because it waited too long. */
    async expiredAmong(
      workspace: string,
      { incidents }: AlertState,
      events: readonly AlertEvent[],
    ): Promise<ExpiredText[]> {
      const unsent = new Set(events.flatMap(event => ('unsent' in event ? event.unsent : [])));
      const concerned = incidents.flatMap(({ id, texts }) =>
        texts.flatMap(({ intent, renewed }) => (unsent.has(intent) && !renewed ? { id, intent, texts } : [])),
      );
      const asked = [...new Set(concerned.flatMap(({ texts }) => texts.map(({ intent }) => intent)))];
      const found = await Promise.all(asked.map(id => textsOf(workspace, id)));
      const byIntent = new Map(asked.map((intent, index) => [intent, found[index] ?? []]));
      return concerned.map(({ id, intent, texts }) => {
        const others = texts.flatMap(one => (one.intent === intent ? [] : (byIntent.get(one.intent) ?? [])));
        const numbersIn = (states: ReadonlySet<string>) =>
          new Set(others.flatMap(({ number, state }) => (states.has(state) ? number : [])));
        const [coming, reached] = [numbersIn(COMING), numbersIn(REACHED)];
        const missed = (byIntent.get(intent) ?? [])
          .filter(text => isExpired(text) && !coming.has(text.number))
          .map(({ number }) => number);
        return {
          ...{ incident: id, intent },
          untold: missed.filter(number => !reached.has(number)),
          told: missed.filter(number => reached.has(number)),
        };
      });
    },

    /** Of the steps whose turn it is, the intents of which no text went out, if there is news of any. */
    async failedAmong(
      workspace: string,
      { incidents }: AlertState,
      events: readonly AlertEvent[],
    ): Promise<ReadonlySet<string>> {
      const unsent = new Set(events.flatMap(event => ('unsent' in event ? event.unsent : [])));
      const steps = incidents
        .map(({ escalation, texts }) => texts.filter(({ turn }) => turn === escalation?.turn))
        .filter(texts => texts.some(({ intent }) => unsent.has(intent)));
      const asked = [...new Set(steps.flat().map(({ intent }) => intent))];
      const found = await Promise.all(asked.map(id => textsOf(workspace, id)));
      return new Set(asked.filter((_id, index) => isUnsent(found[index] ?? [])));
    },
  };
}

const UNSENT = new Set(['cancelled', 'refused']);
const COMING = new Set(['queued', 'sending']);
/** An uncertain text may have. */
const REACHED = new Set(['sent', 'uncertain']);
const ENDED = new Set(['refused', 'uncertain', 'cancelled']);

/** Whether all texts of an intent have ended, and none was sent for certain. */
export const isUnsent = (texts: readonly { state: string }[]): boolean =>
  texts.every(({ state }) => ENDED.has(state));

/** News for a workspace's alerts that texts of an intent weren't sent. To hear it twice changes nothing. */
export function unsentEvent(id: string, workspace: string, intent: string): Parameters<Inboxes['put']>[0] {
  const event: Unsent = { unsent: intent };
  return {
    id,
    address: alertsOf(workspace),
    body: JSON.stringify(event),
    sameness: null,
  };
}
