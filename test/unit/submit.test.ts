import pino from 'pino';
import { expect, test } from 'vitest';
import { createSubmit } from '../../src/sending/submit.ts';
import { StorageError, UnreadableError } from '../../src/storage/errors.ts';
import { systemTimers } from '../support/system-timers.ts';

/** Submits an intent whose facts can't be read for this reason; returns what was said, and what was logged as an error. */
async function submitted(why: Error) {
  const logged: string[] = [];
  const taken: string[] = [];
  const log = pino({ level: 'error' }, { write: line => void logged.push(line) });
  const unplanned = () => Promise.reject(new Error('Nothing was planned'));
  const submit = createSubmit({
    intents: { add: async () => 'added', accept: unplanned, acceptAtOnce: unplanned },
    dispatcher: { turnFor: () => null },
    clock: { now: () => 0, wall: () => 0, after: () => () => undefined },
    time: systemTimers,
    newId: () => 'i1',
    planner: { remembered: () => Promise.reject(why) },
    resolver: { take: ({ id }) => void taken.push(id), takeIfThere: () => undefined },
    wake: () => undefined,
    log,
  });
  return { said: await submit({} as never), taken, logged: logged.join() };
}

test.each([new StorageError('Redis is away'), new UnreadableError('The settings', 'not JSON')])(
  'what can’t be read right now is planned later: %s',
  async why => {
    expect(await submitted(why)).toEqual({ said: 'added', taken: ['i1'], logged: '' });
  },
);

test('a mistake in planning is logged, and the intent is kept all the same', async () => {
  const { logged, ...rest } = await submitted(new TypeError('x is not a function'));
  expect(rest).toEqual({ said: 'added', taken: ['i1'] });
  expect(logged).toContain('x is not a function');
});

test('what may have been accepted although nobody heard so is looked at', async () => {
  let woken = 0;
  const why = new StorageError('Redis did not answer', { unsure: true });
  const submit = createSubmit({
    intents: {
      add: async () => 'added',
      accept: () => Promise.reject(why),
      acceptAtOnce: () => Promise.reject(why),
    },
    dispatcher: { turnFor: () => () => undefined },
    clock: { now: () => 0, wall: () => 0, after: () => () => undefined },
    time: systemTimers,
    newId: () => 'i1',
    planner: { remembered: async () => ({ kind: 'texts', fingerprint: 'k', texts: [] }) as never },
    resolver: { take: () => undefined, takeIfThere: () => undefined },
    wake: () => {
      woken += 1;
    },
    log: pino({ level: 'silent' }),
  });
  await expect(submit({} as never)).rejects.toBe(why);
  expect(woken).toBe(1);
});
