import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  createMemory,
  decide,
  type Fetched,
  forgetChanges,
  OptimisticReader,
  rememberChanges,
  type Wanted,
} from '../../src/kit/store/optimistic.ts';
import { type Tx, table } from '../../src/kit/store/store.ts';

const NOTES = table('note', z.object({ id: z.string(), says: z.string() }), () => ({}));
const note = (says: string) => ({ id: 'a', says });

/** A store with one note, which other processes write; `fetched` records each round trip's request. */
function shared(says: string | null) {
  let stored = { version: '1', body: says === null ? null : JSON.stringify(note(says)) };
  let list = ['first'];
  const fetched: Wanted[] = [];
  let before = (): void => undefined;
  return {
    fetched,
    others(version: string, words: string): void {
      stored = { version, body: JSON.stringify(note(words)) };
      list = [...list, version];
    },
    beforeFetch(run: () => void): void {
      before = run;
    },
    async fetch(request: Wanted): Promise<Fetched> {
      before();
      fetched.push(request);
      return {
        records: request.records.map(() => (stored.body === null ? { ...stored, version: '' } : stored)),
        lists: request.ranges.map(() => list.map(id => ({ id, score: 0 }))),
        counts: [],
      };
    },
  };
}

const rewrite = (tx: Tx): string | undefined => {
  const text = tx.get(NOTES, 'a')?.says;
  tx.put(NOTES, note(`${text}!`));
  return text;
};

/** A cache of the note at version 1. */
async function remembering(says: string) {
  const memory = createMemory();
  const store = shared(says);
  const reader = new OptimisticReader(memory);
  await decide(tx => tx.get(NOTES, 'a'), reader, store.fetch);
  store.fetched.length = 0;
  return { memory, store };
}

test('a cached record isn’t fetched, and the commit is told its version', async () => {
  const { memory, store } = await remembering('hello');
  const reader = new OptimisticReader(memory);
  const { value, changes } = await decide(rewrite, reader, store.fetch);
  expect(value).toBe('hello');
  expect(store.fetched).toEqual([]);
  expect(changes.read.map(name => [name, reader.versionOf(name)])).toEqual([['note:a', '1']]);
});

test('after a conflict everything is fetched again, and nothing comes from the cache', async () => {
  const { memory, store } = await remembering('hello');
  const reader = new OptimisticReader(memory);
  await decide(rewrite, reader, store.fetch);
  store.others('2', 'goodbye');
  reader.refetch();
  expect((await decide(rewrite, reader, store.fetch)).value).toBe('goodbye');
  expect(reader.versionOf('note:a')).toBe('2');
});

test('within an attempt a record never changes, so that it can’t be newer than a list that it guards', async () => {
  const { memory, store } = await remembering('hello');
  const reader = new OptimisticReader(memory);
  store.beforeFetch(() => {
    // Another transaction of this process learns of a change while the list is on its way.
    store.others('2', 'goodbye');
    memory.remember('note:a', { version: '2', row: note('goodbye') }, 10);
  });
  const { value } = await decide(
    tx => {
      const text = tx.get(NOTES, 'a')?.says;
      tx.list({ index: 'notes', limit: 9 });
      tx.put(NOTES, note('mine'));
      return text;
    },
    reader,
    store.fetch,
  );
  expect(value).toBe('hello');
  expect(reader.versionOf('note:a')).toBe('1'); // The commit then detects the conflict.
});

test('a transaction that writes nothing counts only with the records that it fetched', async () => {
  const { memory, store } = await remembering('hello');
  store.others('2', 'goodbye');
  const { value } = await decide(tx => tx.get(NOTES, 'a')?.says, new OptimisticReader(memory), store.fetch);
  expect(value).toBe('goodbye');
});

test('nor does one that throws', async () => {
  const { memory, store } = await remembering('hello');
  store.others('2', 'goodbye');
  const step = (tx: Tx): string => {
    const says = tx.get(NOTES, 'a')?.says ?? '';
    if (says === 'hello') throw new Error('out of date');
    return says;
  };
  expect((await decide(step, new OptimisticReader(memory), store.fetch)).value).toBe('goodbye');
});

test('a written record is cached only once the write is confirmed', async () => {
  const { memory, store } = await remembering('hello');
  const { changes } = await decide(rewrite, new OptimisticReader(memory), store.fetch);
  forgetChanges(memory, changes);
  expect(memory.recall('note:a')).toBeUndefined();
  rememberChanges(memory, changes, '2');
  expect(memory.recall('note:a')).toEqual({ version: '2', row: note('hello!') });
});

test('a record that JSON changes is not cached as it was put', async () => {
  const { memory, store } = await remembering('hello');
  const half = '\ud83d';
  const { changes } = await decide(
    tx => {
      tx.get(NOTES, 'a');
      tx.put(NOTES, note(half));
    },
    new OptimisticReader(memory),
    store.fetch,
  );
  forgetChanges(memory, changes);
  rememberChanges(memory, changes, '2');
  expect(memory.recall('note:a')).toBeUndefined();
});

test('a record expected to be missing isn’t fetched; the commit detects if it exists', async () => {
  const memory = createMemory();
  const store = shared(null);
  const reader = new OptimisticReader(memory);
  const make = (tx: Tx): boolean => {
    tx.expectNone(NOTES, 'a');
    if (tx.get(NOTES, 'a')) return false;
    tx.insert(NOTES, note('new'));
    return true;
  };
  const first = await decide(make, reader, store.fetch);
  expect([first.value, store.fetched.length]).toEqual([true, 0]);
  expect(first.changes.read.map(name => reader.versionOf(name))).toEqual(['']);
  store.others('1', 'there');
  reader.refetch();
  expect((await decide(make, reader, store.fetch)).value).toBe(false);
});
