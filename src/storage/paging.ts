import type { Range } from './records.ts';
import type { Store } from './store.ts';
import type { Transaction } from './transaction.ts';

/**
 * How far somebody has come in a list: a score, and the ids with that score that are done. Unlike a number of entries, it stays
 * right while others join the list and leave it.
 */
export type Reached = { score: number; ids: string[] };

/** The next ids in a list after what is done; `done` null: none is left. */
export function nextIn(
  tx: Transaction,
  range: Pick<Range, 'list' | 'to'>,
  done: Reached | null,
  limit: number,
): { ids: string[]; done: Reached | null } {
  const known = new Set(done?.ids);
  const from = done ? { from: done.score } : {};
  const entries = tx.list({ ...range, ...from, limit: limit + known.size });
  const fresh = entries.filter(({ id }) => !known.has(id)).slice(0, limit);
  const last = fresh.at(-1);
  if (!last) return { ids: [], done: null };
  const same = fresh.filter(({ score }) => score === last.score).map(({ id }) => id);
  const before = done?.score === last.score ? done.ids : [];
  return { ids: fresh.map(({ id }) => id), done: { score: last.score, ids: [...before, ...same] } };
}

/** Calls `each` with the ids in a list, at most `limit` at a time, until none is left. */
export async function eachPage(
  store: Store,
  range: Pick<Range, 'list' | 'to'>,
  limit: number,
  each: (ids: string[]) => Promise<void>,
): Promise<void> {
  const nextAfter = (done: Reached | null) => store.read(tx => nextIn(tx, range, done, limit));
  for (let next = await nextAfter(null); next.done; next = await nextAfter(next.done)) await each(next.ids);
}
