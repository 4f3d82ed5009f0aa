import pino from 'pino';
import { expect, test } from 'vitest';
import { StorageError } from '../../../src/kit/store/errors.ts';
import { intentIdOf } from '../../../src/texts/intent.ts';
import { createSubmit } from '../../../src/texts/sending/submit.ts';
import type { Intents } from '../../../src/texts/store/accept.ts';

const TRIGGER = { workspace: 'T1', idempotencyKey: 'command:1' };
const ID = intentIdOf(TRIGGER);

/** Submits an intent to a store that gives this answer; returns the result and its effects. */
async function submitted(accept: Intents['accept']) {
  const did: string[] = [];
  const submit = createSubmit({
    intents: { accept },
    localPlanner: {
      planOf: () => ({ reads: [], serializeBy: undefined, plan: () => null, key: () => null }),
      cachedFingerprint: () => null,
    },
    dispatcher: { openFastPath: () => claim => void did.push(`sends ${claim.id}`) },
    clock: { now: () => 0, wall: () => 0, after: () => () => undefined },
    resolver: {
      startNow: ({ id }) => void did.push(`resolves ${id}`),
      startIfStored: ({ id }) => void did.push(`resolves ${id}, if it is there`),
    },
    wake: () => void did.push('wakes'),
    log: pino({ level: 'silent' }),
  });
  const answer = await submit({ ...TRIGGER, resendOf: null, source: 'command', to: [] } as never).catch(
    (error: Error) => error,
  );
  return { answer: answer, did };
}

const answerTo = (result: object) => submitted(async () => ({ plan: null, claim: null, ...result }) as never);

test('an open intent is resolved, a planned one is sent at once or waits, and a duplicate changes nothing', async () => {
  expect(await answerTo({ result: 'open' })).toEqual({ answer: 'added', did: [`resolves ${ID}`] });
  expect(await answerTo({ result: 'planned', claim: { id: 'c' } })).toEqual({
    answer: 'added',
    did: ['sends c'],
  });
  expect(await answerTo({ result: 'planned' })).toEqual({ answer: 'added', did: ['wakes'] });
  expect(await answerTo({ result: 'duplicate' })).toEqual({ answer: 'duplicate', did: [] });
});

test('an intent that may have been accepted without confirmation is looked up', async () => {
  const unsure = new StorageError('Redis did not answer', { unsure: true });
  const { answer, did } = await submitted(() => Promise.reject(unsure));
  expect(answer).toBe(unsure);
  expect(did).toEqual([`resolves ${ID}, if it is there`, 'wakes']);
  const away = new StorageError('Redis is away');
  expect((await submitted(() => Promise.reject(away))).answer).toBe(away);
});
