import { expect, test } from 'vitest';
import { ALL_OF_MINE } from '../../../src/history/filter.ts';
import { createTextSearch } from '../../../src/history/search.ts';
import type { Entry } from '../../../src/kit/store/store.ts';

const VIEWER = { workspace: 'T1', userId: 'U1' };
const PAGE = 10;

/** A search over so many texts, the newest first, of which every `nth` says “rare”. Counts how many it reads. */
function searchOver(count: number, nth: number) {
  let read = 0;
  const history = {
    async slice(_workspace: string, actor: string | null, range: { after: Entry | null; limit: number }) {
      const from = range.after ? count - range.after.score : 0;
      const texts = Array.from({ length: Math.min(range.limit, count - from) }, (_, index) => {
        const at = count - (from + index) - 1;
        const message = (from + index + 1) % nth === 0 ? 'rare' : 'common';
        return { id: `t${at}`, createdAt: at + 1 - 1, actor: actor ?? 'U2', message, number: '01712345678' };
      }).map(text => ({ ...text, createdAt: text.createdAt, madeAt: 0 }));
      read += texts.length;
      const last = texts.at(-1);
      const isEnd = from + texts.length >= count;
      return { texts, next: isEnd || !last ? null : { id: last.id, score: last.createdAt } };
    },
  };
  const search = createTextSearch({
    history: history as never,
    settings: { of: async () => ({ maskNumbers: true }) } as never,
    naming: async () => number => number,
    links: [{ shown: text => text.replace('common', 'usual') }],
    clock: { now: () => 0, wall: () => 0 },
  });
  return { search, readSoFar: () => read };
}

test('a page reads no more than it needs, and the next goes on behind it', async () => {
  const { search, readSoFar } = searchOver(1_000_000, 2);
  const first = await search.page(VIEWER, ALL_OF_MINE, null, PAGE);
  expect(first.texts.map(({ text }) => text.id)).toEqual(
    Array.from({ length: PAGE }, (_, index) => `t${999_999 - index}`),
  );
  expect(first).toMatchObject({ isUnfinished: false, next: { id: 't999990' } });
  const second = await search.page(VIEWER, ALL_OF_MINE, first.next, PAGE);
  expect(second.texts[0]?.text.id).toBe('t999989');
  expect(readSoFar()).toBeLessThanOrEqual(400);
});

test('a search among a million stops, says so, and goes on until it is through', async () => {
  const { search, readSoFar } = searchOver(12_000, 7000);
  const filter = { ...ALL_OF_MINE, typed: 'rare' };
  const first = await search.page(VIEWER, filter, null, PAGE);
  expect(first).toMatchObject({ texts: [], isUnfinished: true });
  expect(readSoFar()).toBe(5000);
  const second = await search.page(VIEWER, filter, first.next, PAGE);
  expect(second).toMatchObject({ isUnfinished: true, texts: [{ message: 'rare' }] });
  expect(await search.page(VIEWER, filter, second.next, PAGE)).toEqual({
    texts: [],
    next: null,
    isUnfinished: false,
  });
});

test('words are those of the viewer’s own texts, without links that only the recipient may use', async () => {
  const { search } = searchOver(20, 7);
  const own = await search.page(VIEWER, ALL_OF_MINE, null, 1);
  expect(own.texts[0]?.message).toBe('usual');
  const foreign = await search.page(VIEWER, { ...ALL_OF_MINE, mine: false }, null, 1);
  expect(foreign.texts[0]?.message).toBeNull();
  expect((await search.page(VIEWER, { ...ALL_OF_MINE, mine: false, typed: 'rare' }, null, 1)).texts).toEqual(
    [],
  );
});
