import type { Acks } from '../kit/acks.ts';
import type { Clock } from '../kit/clock.ts';
import type { Problem } from '../kit/problem.ts';
import { hasStop, parsePlaceholders } from '../texts/placeholders.ts';
import type { Fill } from '../texts/sending/messages.ts';
import type { StopLinks } from '../texts/text-links.ts';
import type { BroadcastRow } from './broadcast.ts';
import type { FindAll } from './people.ts';
import { type MakeRows, ROWS_TOGETHER, wordingOf } from './rows.ts';
import type { Broadcast, Broadcasts } from './store/model.ts';

/** How often somebody who waits is told how far it is. */
const TELL_MS = 1000;

export type Gathered = { ok: true; broadcast: Broadcast } | { ok: false; problem: Problem };
type Progress = (done: number, all: number) => void;

/** Rows as they are made, at most `ROWS_TOGETHER` at a time, and how many there are in all. */
export type RowSource = { all: number; rows: AsyncIterable<BroadcastRow[]> };

/**
 * Fixes the rows of a broadcast that was opened, by small steps. If it can't, nothing of it is left but a broadcast that
 * never began.
 */
export type Fix = (
  opened: Broadcast,
  source: RowSource | Problem,
  onProgress: Progress | undefined,
) => Promise<Gathered>;

export function createFix({
  broadcasts,
  clock,
  steps,
}: {
  broadcasts: Broadcasts;
  clock: Clock;
  steps: Acks['steps'];
}): Fix {
  return async ({ id, workspace, ask }, source, onProgress) => {
    if ('kind' in source) {
      await broadcasts.drop(workspace, id, 'author', { by: ask.by, now: clock.now(), wall: clock.wall() });
      return { ok: false, problem: source };
    }
    const letOthers = steps();
    let done = 0;
    let toldAt = clock.now();
    for await (const rows of source.rows) {
      // Somebody who let it be meanwhile needs no rows.
      const one = await broadcasts.addRows(id, rows);
      done += rows.length;
      // Nor if the store has forgotten some, and would leave those out.
      if (one?.size.rows !== done) return { ok: false, problem: { kind: 'BROADCAST_GONE' } };
      if (clock.now() - toldAt >= TELL_MS) {
        toldAt = clock.now();
        onProgress?.(done, source.all);
      }
      await letOthers();
    }
    const broadcast = await broadcasts.gathered(id, clock.now());
    return broadcast ? { ok: true, broadcast } : { ok: false, problem: { kind: 'BROADCAST_GONE' } };
  };
}

/** Who is asked for, and what each of them reads. */
export type RowsFor = (opened: Pick<Broadcast, 'workspace' | 'ask'>) => Promise<RowSource | Problem>;

export function createRowsFor(parts: {
  findAll: FindAll;
  makeRows: MakeRows;
  fill: Fill;
  stopLinks: Pick<StopLinks, 'isPossible'>;
}): RowsFor {
  const { findAll, makeRows, fill, stopLinks } = parts;
  return async ({ workspace, ask }) => {
    const wording = wordingOf(ask, workspace, fill);
    if ('kind' in wording) return wording;
    if (ask.isTemplate && needsLink(ask.message) && !stopLinks.isPossible())
      return { kind: 'STOP_LINK_IMPOSSIBLE' };
    const people = await findAll(workspace, ask.to);
    if ('kind' in people) return people;
    const rows = async function* (): AsyncGenerator<BroadcastRow[]> {
      for (const some of inPortions(people)) yield await makeRows(workspace, some, wording);
    };
    return { all: people.length, rows: rows() };
  };
}

const needsLink = (message: string): boolean => {
  const read = parsePlaceholders(message);
  return read.ok && hasStop(read.pieces);
};

export function* inPortions<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += ROWS_TOGETHER) yield all.slice(from, from + ROWS_TOGETHER);
}
