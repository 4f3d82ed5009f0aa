import { expect, it, onTestFinished } from 'vitest';
import { slidingWindow } from '../../../src/sms-service/accept/rate-limit.ts';
import { createSend } from '../../../src/sms-service/accept/send.ts';
import type { Carrier, CarrierEvents, Outgoing } from '../../../src/sms-service/carriers/carrier.ts';
import { reasonOf } from '../../../src/sms-service/dashboard/account/log.ts';
import { createDispatcher } from '../../../src/sms-service/delivery/dispatcher.ts';
import type { Transition } from '../../../src/sms-service/delivery/results.ts';
import type { Outcome } from '../../../src/sms-service/delivery/rules.ts';
import { createManagement } from '../../../src/sms-service/management.ts';
import { parseCredits } from '../../../src/sms-service/money.ts';
import { openStore } from '../../../src/sms-service/store/store.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const HOUR_MS = 3_600_000;
const WHOLE = 'hello';
const IN_TWO_PARTS = 'x'.repeat(300);

/** The dispatcher on a store in memory, with a carrier that the test answers for. */
async function start() {
  const clock = createManualClock();
  const store = openStore(':memory:');
  const manage = createManagement(store, clock.now);
  const account = manage.accounts.create({ name: 'Padma', credits: '10' });
  manage.accounts.setTerms(account.id, { creditBackFailed: true });
  const { key } = manage.keys.create(account.id);
  const accept = createSend(store, {
    window: slidingWindow,
    pricePerPart: parseCredits('0.35') ?? 0n,
    leaves: true,
    now: clock.now,
  });
  const submitted: { outgoing: Outgoing; answer(outcome: Outcome): void }[] = [];
  let events: CarrierEvents | null = null;
  let room = 10;
  let unanswered = 0;
  let full = false;
  const carrier: Carrier = {
    name: 'gp',
    kind: 'smpp',
    health: () => ({ healthy: true }),
    room: () => Math.max(0, room - unanswered),
    plan: ({ message }) => ({ messages: message === WHOLE ? 1 : 2 }),
    submit(outgoing) {
      unanswered++;
      const { promise, resolve: answer } = Promise.withResolvers<Outcome>();
      submitted.push({ outgoing, answer });
      return promise.finally(() => unanswered--);
    },
    knowsAgain: () => false,
    close: async () => {},
  };
  const transitions: Transition[] = [];
  const errors: unknown[] = [];
  const dispatcher = createDispatcher({
    // On a full disk, a transaction fails at its commit.
    store: {
      ...store,
      transaction: work =>
        store.transaction(() => {
          const result = work();
          if (full) throw new Error('database or disk is full');
          return result;
        }),
    },
    clock,
    openCarriers(eventsOf) {
      events = eventsOf('gp');
      return [carrier];
    },
    giveUpAfterMs: 24 * HOUR_MS,
    newIdempotencyKey: () => String(Math.random()),
    onTransition: transition => transitions.push(transition),
    onHealth: () => {},
    onLostReceipt: () => {},
    onError: error => errors.push(error),
  });
  onTestFinished(async () => {
    await dispatcher.close();
    store.close();
  });
  return {
    clock,
    store,
    submitted,
    transitions,
    errors,
    dispatcher,
    events: () => events as CarrierEvents,
    setRoom(messages: number) {
      room = messages;
    },
    setFull(is: boolean) {
      full = is;
    },
    /** Sends a text, and waits until that many messages have left. */
    async send(message: string, messages = submitted.length + 1): Promise<number> {
      const outcome = accept({ apiKey: key, number: '01712345678', message });
      dispatcher.wake();
      await expect.poll(() => submitted.length).toBe(messages);
      return outcome.accepted ? outcome.entry.logId : 0;
    },
    manage,
    kinds: () => manage.ledger.list(account.id).map(({ kind }) => kind),
    line: (logId: number) => store.log.line(account.id, logId) ?? expect.unreachable(),
  };
}

it('a text that was sent in part fails in time, is credited back once, and is never said to have reached no carrier', async () => {
  const { clock, submitted, send, setRoom, line, kinds, store } = await start();
  setRoom(1);
  const logId = await send(IN_TWO_PARTS);
  setRoom(0);
  submitted[0]?.answer({ kind: 'taken', messageId: 'p1' });
  await clock.advance(23 * HOUR_MS);
  expect(line(logId).state).toBe('accepted');
  await clock.advance(2 * HOUR_MS);
  expect(line(logId)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/within 24 hours/) });
  expect(reasonOf(line(logId))).toBe('partlyTaken');
  expect(store.submissions.backlog()).toEqual({ waiting: 0, oldest: null });
  setRoom(10);
  await clock.advance(HOUR_MS);
  expect(submitted).toHaveLength(1);
  expect(kinds()).toEqual(['opening', 'send', 'credit back']);
});

it('a receipt that comes before the answer counts in full: the outcome and the reason', async () => {
  const { clock, submitted, send, events, line } = await start();
  const logId = await send(WHOLE);
  const receipt = events().receipt({ messageId: 'p1', ending: 'failed', reason: 'UNDELIV' });
  await clock.advance(0);
  await receipt;
  submitted[0]?.answer({ kind: 'taken', messageId: 'p1' });
  await clock.advance(0);
  expect(line(logId)).toMatchObject({ state: 'failed', reason: 'UNDELIV' });
});

it('of several receipts before the answer the first final one counts, as after it', async () => {
  const { clock, submitted, send, events, line, kinds } = await start();
  const logId = await send(WHOLE);
  const receipts = [
    events().receipt({ messageId: 'p1', ending: 'unknown', reason: 'ENROUTE' }),
    events().receipt({ messageId: 'p1', ending: 'failed', reason: 'UNDELIV' }),
    events().receipt({ messageId: 'p1', ending: 'delivered', reason: null }),
  ];
  submitted[0]?.answer({ kind: 'taken', messageId: 'p1' });
  await clock.advance(0);
  await Promise.all(receipts);
  expect(line(logId)).toMatchObject({ state: 'failed', reason: 'UNDELIV' });
  expect(kinds()).toEqual(['opening', 'send', 'credit back']);
});

it('a refused text was accepted by no carrier', async () => {
  const { clock, submitted, send, line } = await start();
  const logId = await send(WHOLE);
  submitted[0]?.answer({ kind: 'refused', why: 'no such number' });
  await clock.advance(1_000);
  expect(line(logId).state).toBe('failed');
  expect(reasonOf(line(logId))).toBe('notTaken');
});

it('a credit-back beyond the limit of an account leaves its record, and the text has failed', async () => {
  const { clock, submitted, send, line, kinds, store, manage } = await start();
  const logId = await send(WHOLE);
  manage.accounts.topUp(1, '99999999990.2999');
  expect(manage.accounts.get(1).balance).toBe('99999999999.9499');
  submitted[0]?.answer({ kind: 'refused', why: 'no such number' });
  await clock.advance(1_000);
  expect(line(logId).state).toBe('failed');
  expect(kinds()).toEqual(['opening', 'send', 'top-up']);
  expect(store.audit.list(1, 1)).toEqual([
    expect.objectContaining({ action: 'credit back impossible', by: null, about: `${logId}: 0.35` }),
  ]);
});

it('failed writes are tried again once a second, however many there are', async () => {
  const { clock, submitted, send, setFull, errors, line } = await start();
  const logIds: number[] = [];
  for (let at = 0; at < 5; at++) logIds.push(await send(WHOLE));
  setFull(true);
  for (const { answer } of submitted) {
    answer({ kind: 'taken', messageId: null });
    await clock.advance(0);
  }
  for (let second = 0; second < 3; second++) {
    errors.length = 0;
    await clock.advance(1_000);
    expect(errors).toHaveLength(1);
  }
  setFull(false);
  await clock.advance(1_000);
  expect(logIds.map(logId => line(logId).state)).toEqual(logIds.map(() => 'submitted'));
});

it('a text counts as moved once that is written, however often writing failed', async () => {
  const { clock, submitted, send, setFull, transitions } = await start();
  const logId = await send(WHOLE);
  setFull(true);
  submitted[0]?.answer({ kind: 'taken', messageId: null });
  await clock.advance(2_000);
  expect(transitions).toEqual([]);
  setFull(false);
  await clock.advance(1_000);
  expect(transitions).toEqual([{ logId, state: 'submitted', route: 'gp' }]);
});

it('stops on a full disk, too', async () => {
  const { clock, submitted, send, setFull, errors, dispatcher } = await start();
  await send(WHOLE);
  setFull(true);
  submitted[0]?.answer({ kind: 'taken', messageId: null });
  await clock.advance(0);
  await dispatcher.close();
  errors.length = 0;
  await clock.advance(10_000);
  expect(errors).toEqual([]);
});

it('a text whose receipt was lost is settled by hand, once, and credited back if it failed', async () => {
  const { clock, submitted, send, manage, line, kinds } = await start();
  const [lost, still] = [await send(WHOLE), await send(WHOLE)];
  submitted[0]?.answer({ kind: 'taken', messageId: 'p1' });
  await clock.advance(0);
  expect(manage.log.settle(lost, 'failed')).toMatchObject({ state: 'failed' });
  expect(line(lost)).toMatchObject({ state: 'failed', reason: 'Settled by hand' });
  expect(kinds()).toEqual(['opening', 'send', 'send', 'credit back']);
  expect(() => manage.log.settle(lost, 'delivered')).toThrow(`Text ${lost} is failed`);
  expect(() => manage.log.settle(still, 'delivered')).toThrow(`Text ${still} is accepted`);
});
