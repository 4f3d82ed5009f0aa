import { expect, test } from 'vitest';
import { createRemembered } from '../../src/storage/outbox/remembered.ts';

const MINUTE = 60_000;

/** What is told to a store that lost its last moments, in order. */
function memory() {
  const told: string[] = [];
  let tellAll = async (_isLast: boolean): Promise<void> => undefined;
  const remembered = createRemembered({
    onForgotten: tell => {
      tellAll = tell;
    },
  });
  return {
    did: (kind: 'event' | 'intent' | 'plan' | 'text', id: string, at: number, what = id, characters = 0) =>
      remembered.did(
        kind,
        id,
        at,
        async isLast => void told.push(isLast ? `${what}, at last` : what),
        characters,
      ),
    async told(isLast = false) {
      told.length = 0;
      await tellAll(isLast);
      return [...told];
    },
  };
}

test('what makes the rest possible is told first, each as it came to stand, as often as it is forgotten', async () => {
  const { did, told } = memory();
  did('text', 'claim', 1, 'claimed');
  did('plan', 'planned', 2);
  did('intent', 'accepted', 3);
  did('text', 'claim', 4, 'sent');
  expect(await told()).toEqual(['accepted', 'planned', 'sent']);
  expect(await told(true)).toEqual(['accepted, at last', 'planned, at last', 'sent, at last']);
});

test('it is kept for two minutes of work, and of the last 20,000 things', async () => {
  const { did, told } = memory();
  did('intent', 'old', 0);
  did('intent', 'young', MINUTE);
  did('intent', 'new', 2 * MINUTE);
  expect(await told()).toEqual(['young', 'new']);
  for (let n = 0; n < 20_001; n++) did('text', String(n), 2 * MINUTE);
  expect((await told()).slice(0, 2)).toEqual(['1', '2']);
});

test('of what came in, 32 million characters are kept, whatever it replaces', async () => {
  const { did, told } = memory();
  const half = 16 * 1024 * 1024;
  for (const id of ['a', 'b', 'b', 'b']) did('event', id, 1, id, half);
  expect(await told()).toEqual(['a', 'b']);
  did('event', 'c', 1, 'c', half);
  expect(await told()).toEqual(['b', 'c']);
});
