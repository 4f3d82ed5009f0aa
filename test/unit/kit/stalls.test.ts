import { describe, expect, test } from 'vitest';
import { createHandling, type Handled } from '../../../src/kit/stalls/handling.ts';
import { afterStall, afterTurn, carefulTurn, STATE, type Stall } from '../../../src/kit/stalls/stalls.ts';
import { createWorker } from '../../../src/kit/worker.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const turn = (...parts: string[]): Handled => ({ kind: 'inbox', of: 'alerts T1 ', workspace: 'T1', parts });

/**
 * Handles waiting events as inboxes do, and stalls at those in `bad`. Returns the quarantined ones, and how
 * often the process died until nothing was waiting.
 */
function handled(waiting: string[], bad: readonly string[], stateIsBad = false) {
  const remaining = [...waiting];
  const quarantine: string[] = [];
  let stall: Stall | null = null;
  let hasState = true;
  let deaths = 0;
  for (let turns = 0; remaining.length > 0 || turns === 0; turns += 1) {
    if (turns > 100) throw new Error('It has no end');
    const careful = stall && carefulTurn(stall, remaining[0]);
    const batch = remaining.slice(0, careful?.maxEvents ?? 100);
    const refused = careful?.refused ?? [];
    const read = batch.filter(id => !refused.includes(id));
    const readsState = hasState && !refused.includes(STATE);
    if (read.some(id => bad.includes(id)) || (readsState && stateIsBad)) {
      deaths += 1;
      stall = afterStall(stall, turn(...batch), `death ${deaths}`, 0);
      continue;
    }
    quarantine.push(...refused);
    if (refused.includes(STATE)) hasState = false;
    remaining.splice(0, batch.length);
    stall = stall && afterTurn(stall, batch);
  }
  return { quarantine, deaths, stall };
}

describe('an event that stalls its inbox is found, and no other is quarantined', () => {
  test.each([
    ['the only event', ['bad'], ['bad'], { quarantine: ['bad'], deaths: 2 }],
    ['the first of several', ['bad', 'a', 'b'], ['bad'], { quarantine: ['bad'], deaths: 2 }],
    ['one in the middle', ['a', 'bad', 'b'], ['bad'], { quarantine: ['bad'], deaths: 2 }],
    ['the last', ['a', 'b', 'bad'], ['bad'], { quarantine: ['bad'], deaths: 2 }],
    ['two', ['a', 'bad', 'b', 'worse'], ['bad', 'worse'], { quarantine: ['bad', 'worse'], deaths: 3 }],
    ['none', ['a', 'b'], [], { quarantine: [], deaths: 0 }],
  ])('%s', (_name, waiting, bad, expected) => {
    expect(handled(waiting, bad)).toEqual({ ...expected, stall: null });
  });

  test('a stalling state is found without blaming an event', () => {
    expect(handled(['a', 'b'], [], true)).toEqual({ quarantine: [STATE], deaths: 2, stall: null });
    expect(handled([], [], true)).toMatchObject({ quarantine: [], deaths: 1 });
  });
});

test('several processes that stall at the same turn at once blame none of its events alone', () => {
  const first = afterStall(null, turn('a', 'b'), 'one', 0);
  const both = afterStall(first, turn('a', 'b'), 'another', 0);
  expect(carefulTurn(both, 'a')).toEqual({ refused: [], maxEvents: 0 });
  const afterState = afterTurn(both, []);
  expect(afterState && carefulTurn(afterState, 'a')).toEqual({ refused: [], maxEvents: 1 });
});

test('a death that is recorded twice counts once', () => {
  const once = afterStall(null, turn('a'), 'one', 0);
  expect(afterStall(once, turn('a'), 'one', 5)).toEqual(once);
});

test('the latest calls of a hook are remembered, up to a limit', () => {
  let stall: Stall | null = null;
  for (let call = 0; call < 1000; call += 1) {
    const handledCall = { kind: 'call', of: 'hook', workspace: 'T1', parts: [`call ${call}`] } as const;
    stall = afterStall(stall, { ...handledCall, parts: [...handledCall.parts] }, `death ${call}`, 0);
  }
  expect(stall?.suspects).toHaveLength(200);
  expect(stall?.suspects.at(-1)).toEqual({ id: 'call 999', times: 1, wasAlone: true, isTold: false });
});

describe('the work that code runs for', () => {
  test('is known across every wait, until the work ends', async () => {
    const handling = createHandling();
    const seen: (string | undefined)[] = [];
    const look = () => seen.push(handling.current()?.parts[0]);
    const leftBehind = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const work = (id: string) =>
      handling.run(turn(id), async () => {
        look();
        await new Promise(resolve => setImmediate(resolve));
        look();
        void over.promise.then(look).then(() => leftBehind.resolve());
      });
    await Promise.all([work('a'), work('b')]);
    look();
    over.resolve();
    await leftBehind.promise;
    expect(seen.slice(0, 5)).toEqual(['a', 'b', 'a', 'b', undefined]);
    expect(seen.slice(5).every(event => event === undefined)).toBe(true);
  });

  test('a worker’s passes belong to nobody, whichever request wakes it', async () => {
    const handling = createHandling();
    const passed = Promise.withResolvers<Handled | null>();
    const worker = createWorker({
      name: 'test',
      clock: createManualClock(),
      log: undefined as never,
      async pass() {
        passed.resolve(handling.current());
        return null;
      },
    });
    await handling.run(turn('a'), async () => worker.wake());
    expect(await passed.promise).toBeNull();
    await worker.stop();
  });
});
