import { createHash } from 'node:crypto';
import { ERASED_NUMBER, type LocalNumber } from '../kit/number.ts';
import type { BroadcastRow } from './broadcast.ts';
import { inPortions, type MakeRows, type RowSource, type WordedRows } from './gather.ts';
import { eachRow } from './rows.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** More often than this, nobody sends what is left of a broadcast. */
const MOST = 100;

/**
 * The broadcasts that repeat rows of another one have ids that follow from its own. So two people who ask for that at once
 * get the same one, and whoever asks later finds all that was repeated before.
 */
function repeatId(of: string, index: number, uncertain: boolean): string {
  const hash = createHash('sha256').update(`repeats ${of} ${index}${uncertain ? ' uncertain' : ''}`);
  return hash.digest('hex').slice(0, 32);
}

/** What was made so far to repeat rows of a broadcast, and the id for the next one. */
export async function repeatsOf(
  broadcasts: Pick<Broadcasts, 'one'>,
  workspace: string,
  of: string,
  uncertain: boolean,
): Promise<{ made: Broadcast[]; next: string }> {
  const made: Broadcast[] = [];
  for (let index = 0; index < MOST; index++) {
    const ids = [repeatId(of, index, uncertain), repeatId(of, index, !uncertain)] as const;
    const there = await Promise.all(ids.map(id => broadcasts.one(workspace, id)));
    const found = there.filter(one => one !== null);
    if (found.length === 0) return { made, next: ids[0] };
    made.push(...found.filter(one => one.state !== 'dropped'));
  }
  throw new RangeError('A broadcast was repeated too often');
}

type RowAgain = Pick<BroadcastRow, 'who'> & { number: LocalNumber; message: string };

/**
 * The rows of a broadcast that reached nobody, as they were: refused, never attempted, and those of which nobody knows. Not those
 * that one of `repeats` has.
 */
export async function unreachedRows(
  broadcasts: Pick<Broadcasts, 'rows'>,
  { workspace, id }: Broadcast,
  repeats: readonly Broadcast[],
): Promise<Record<'refused' | 'cancelled' | 'uncertain', RowAgain[]>> {
  const taken = new Set<LocalNumber>();
  for (const one of repeats)
    for await (const rows of eachRow(broadcasts, workspace, one.id, 'all'))
      for (const { number, message } of rows) if (number !== null && message !== null) taken.add(number);
  const left = { refused: [] as RowAgain[], cancelled: [] as RowAgain[], uncertain: [] as RowAgain[] };
  for (const filter of ['refused', 'cancelled', 'uncertain'] as const) {
    for await (const rows of eachRow(broadcasts, workspace, id, filter))
      for (const { who, number, message, isSentAgain } of rows) {
        if (number === null || message === null || number === ERASED_NUMBER) continue;
        if (!isSentAgain && !taken.has(number)) left[filter].push({ who, number, message });
      }
  }
  return left;
}

/** The same as rows of a new broadcast; the uncertain ones only if somebody wants them. */
export async function rowsAgain(
  parts: { broadcasts: Pick<Broadcasts, 'rows'>; makeRows: MakeRows },
  one: Broadcast,
  repeats: readonly Broadcast[],
  withUncertain: boolean,
): Promise<RowSource> {
  const { workspace } = one;
  const { refused, cancelled, uncertain } = await unreachedRows(parts.broadcasts, one, repeats);
  const left = [...refused, ...cancelled, ...(withUncertain ? uncertain : [])];
  const words: WordedRows = new Map(left.map(({ number, message }) => [number, { message }]));
  const rows = async function* (): AsyncGenerator<BroadcastRow[]> {
    for (const some of inPortions(left)) yield await parts.makeRows(workspace, some, async () => words);
  };
  return { all: left.length, rows: rows() };
}
