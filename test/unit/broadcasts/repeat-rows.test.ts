import { expect, test } from 'vitest';
import type { MakeRows } from '../../../src/broadcasts/gather.ts';
import { repeatsOf, rowsOfRepeat } from '../../../src/broadcasts/repeat.ts';
import type { Broadcast, RowFilter, RowOutcome } from '../../../src/broadcasts/store/model.ts';
import type { Broadcasts } from '../../../src/broadcasts/store/store.ts';
import { broadcastWith, rowWith, textOf } from '../../support/broadcasts.ts';

type State = NonNullable<RowOutcome['text']>['state'];
const rowThat = (index: number, state: State | null, fields: Partial<RowOutcome> = {}): RowOutcome =>
  rowWith(index, { text: state === null ? null : textOf({ state }), ...fields });

const FILTERS: Partial<Record<RowFilter, (row: RowOutcome) => boolean>> = {
  all: () => true,
  refused: ({ text }) => text?.state === 'refused',
  uncertain: ({ text }) => text?.state === 'uncertain',
  cancelled: ({ text, problem }) => problem === null && (text === null || text.state === 'cancelled'),
};

/** Rows of broadcasts by id, in pages of two. */
function storeOf(rows: Record<string, RowOutcome[]>): Pick<Broadcasts, 'rows'> {
  return {
    async rows(_workspace, id, { filter, from }) {
      const matching = (rows[id] ?? []).filter(row => row.index >= from && (FILTERS[filter]?.(row) ?? false));
      return { rows: matching.slice(0, 2), next: matching[2]?.index ?? null };
    },
  };
}
const makeRows: MakeRows = async (_workspace, people, word) => {
  const numbers = people.flatMap(({ number }) => number ?? []);
  const worded = await word(numbers, new Map());
  return people.map(({ recipient, number }) => {
    const wordedText = number && worded.get(number);
    const message = wordedText && 'message' in wordedText ? wordedText.message : null;
    return { recipient, number, name: '', message, parts: 1, problem: null };
  });
};

async function repeated(
  rows: Record<string, RowOutcome[]>,
  repeats: string[],
  uncertain: boolean,
): Promise<(string | null)[]> {
  const source = await rowsOfRepeat(
    { broadcasts: storeOf(rows), makeRows },
    broadcastWith({ id: 'b1' }),
    repeats.map(id => broadcastWith({ id })),
    uncertain,
  );
  const all: (string | null)[] = [];
  for await (const some of source.rows) all.push(...some.map(({ number }) => number));
  expect(source.all).toBe(all.length);
  return all;
}
const numbers = (...ends: number[]): string[] => ends.map(end => `018${String(end).padStart(8, '0')}`);

const FIRST = [
  rowThat(0, 'sent'),
  rowThat(1, 'refused'),
  rowThat(2, null),
  rowThat(3, 'uncertain'),
  rowThat(4, 'uncertain', { isSentAgain: true }),
  rowThat(5, 'cancelled'),
  rowThat(6, null, { message: null, problem: { kind: 'NEVER_TEXT', number: '018' } }),
  rowThat(7, 'refused'),
];

test('a repeat texts refused and unattempted rows, uncertain ones only on request, and never a sent one', async () => {
  expect(await repeated({ b1: FIRST }, [], false)).toEqual(numbers(1, 7, 2, 5));
  expect(await repeated({ b1: FIRST }, [], true)).toEqual(numbers(1, 7, 2, 5, 3));
});

test('nor a row that an earlier repeat took, whatever its outcome there', async () => {
  const rows = { b1: FIRST, b2: [rowThat(1, 'refused'), rowThat(2, 'sent')], b3: [rowThat(3, 'uncertain')] };
  expect(await repeated(rows, ['b2'], true)).toEqual(numbers(7, 5, 3));
  expect(await repeated(rows, ['b2', 'b3'], true)).toEqual(numbers(7, 5));
});

test('an earlier repeat is found by its id alone, and two concurrent requests get the same one', async () => {
  const stored = new Map<string, Broadcast>();
  const store = { one: async (_workspace: string, id: string) => stored.get(id) ?? null };
  const ids: string[] = [];
  for (const [uncertain, state] of [
    [false, 'ended'],
    [true, 'dropped'],
    [false, 'running'],
  ] as const) {
    const { next } = await repeatsOf(store, 'T1', 'b1', uncertain);
    expect(await repeatsOf(store, 'T1', 'b1', uncertain)).toMatchObject({ next });
    stored.set(next, broadcastWith({ id: next, state }));
    ids.push(next);
  }
  expect(new Set(ids).size).toBe(3);
  const result = await repeatsOf(store, 'T1', 'b1', true);
  expect(result.repeats.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect((await repeatsOf(store, 'T1', 'b2', true)).repeats).toEqual([]);
});
