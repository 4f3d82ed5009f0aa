import { createHash } from 'node:crypto';
import { ERASED_NUMBER, type LocalNumber } from '../kit/number.ts';
import type { BroadcastRow } from './broadcast.ts';
import { inBatches, type MakeRows, type RowSource, type WordedRows } from './gather.ts';
import { eachRow } from './rows.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** Limit for the repeats of one broadcast, more than users make. */
const MAX_REPEATS = 100;

/**
 * The id of a repeat follows from the repeated broadcast. So two people who ask for a repeat at the same time get the
 * same broadcast, and later repeats find all earlier ones.
 */
function repeatId(of: string, index: number, uncertain: boolean): string {
  const hash = createHash('sha256').update(`repeats ${of} ${index}${uncertain ? ' uncertain' : ''}`);
  return hash.digest('hex').slice(0, 32);
}

/** The repeats of a broadcast so far, and the id for the next one. */
export async function repeatsOf(
  broadcasts: Pick<Broadcasts, 'one'>,
  workspace: string,
  of: string,
  uncertain: boolean,
): Promise<{ repeats: Broadcast[]; next: string }> {
  const repeats: Broadcast[] = [];
  for (let index = 0; index < MAX_REPEATS; index++) {
    const ids = [repeatId(of, index, uncertain), repeatId(of, index, !uncertain)] as const;
    const there = await Promise.all(ids.map(id => broadcasts.one(workspace, id)));
    const existing = there.filter(repeat => repeat !== null);
    if (existing.length === 0) return { repeats, next: ids[0] };
    repeats.push(...existing.filter(repeat => repeat.state !== 'dropped'));
  }
  throw new RangeError('A broadcast was repeated too often');
}

type RepeatRow = Pick<BroadcastRow, 'recipient'> & { number: LocalNumber; message: string };

/**
 * The rows of a broadcast that reached nobody: refused, cancelled or uncertain. Leaves out rows that one of `repeats` contains.
 */
export async function unreachedRows(
  broadcasts: Pick<Broadcasts, 'rows'>,
  { workspace, id }: Broadcast,
  repeats: readonly Broadcast[],
): Promise<Record<'refused' | 'cancelled' | 'uncertain', RepeatRow[]>> {
  const repeated = new Set<LocalNumber>();
  for (const repeat of repeats)
    for await (const rows of eachRow(broadcasts, workspace, repeat.id, 'all'))
      for (const { number, message } of rows) if (number !== null && message !== null) repeated.add(number);
  const unreached = {
    refused: [] as RepeatRow[],
    cancelled: [] as RepeatRow[],
    uncertain: [] as RepeatRow[],
  };
  for (const filter of ['refused', 'cancelled', 'uncertain'] as const) {
    for await (const rows of eachRow(broadcasts, workspace, id, filter))
      for (const { recipient, number, message, isSentAgain } of rows) {
        if (number === null || message === null || number === ERASED_NUMBER) continue;
        if (!isSentAgain && !repeated.has(number)) unreached[filter].push({ recipient, number, message });
      }
  }
  return unreached;
}

/** The unreached rows as rows of a new broadcast; uncertain ones only if `withUncertain`. */
export async function rowsOfRepeat(
  parts: { broadcasts: Pick<Broadcasts, 'rows'>; makeRows: MakeRows },
  broadcast: Broadcast,
  repeats: readonly Broadcast[],
  withUncertain: boolean,
): Promise<RowSource> {
  const { workspace } = broadcast;
  const { refused, cancelled, uncertain } = await unreachedRows(parts.broadcasts, broadcast, repeats);
  const unreached = [...refused, ...cancelled, ...(withUncertain ? uncertain : [])];
  const words: WordedRows = new Map(unreached.map(({ number, message }) => [number, { message }]));
  const rows = async function* (): AsyncGenerator<BroadcastRow[]> {
    for (const some of inBatches(unreached)) yield await parts.makeRows(workspace, some, async () => words);
  };
  return { all: unreached.length, rows: rows() };
}
