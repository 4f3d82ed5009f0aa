import type { Answer, Cell, Entry, Read, Write } from '../records.ts';
import { nameOf, nameOfRecord } from '../together.ts';
import { encode } from '../transaction.ts';
import { PREFIX } from './prefix.ts';

/* How questions and changes are written for Redis: records as strings, lists as sorted sets, all counters in one hash. */

/** What was read for a batch, by name, and which version of each record (empty: there was none). */
export type ReadSoFar = { answers: Map<string, Answer>; versions: Map<string, string> };

const keyOfList = (list: string): string => `list:${list}`;

/** A stored record has three lines: the version that wrote it, whose it is, and its content. */
function cellOf(stored: string | null): { version: string | null; cell: Cell } {
  if (stored === null) return { version: '', cell: { raw: null, workspace: null } };
  const first = stored.indexOf('\n');
  const second = stored.indexOf('\n', first + 1);
  if (first < 0 || second < 0) return { version: null, cell: { raw: stored, workspace: null } };
  const workspace = stored.slice(first + 1, second) || null;
  return { version: stored.slice(0, first), cell: { raw: stored.slice(second + 1), workspace } };
}

/** The command that answers a question. */
export function commandFor(read: Read): string[] {
  switch (read.kind) {
    case 'record':
      return ['GET', PREFIX + nameOf(read)];
    case 'list': {
      const { list, from, to, limit, offset = 0, reverse = false } = read.range;
      const [min, max] = [String(from ?? '-inf'), String(to ?? '+inf')];
      const ends = reverse ? [max, min, 'BYSCORE', 'REV'] : [min, max, 'BYSCORE'];
      return [
        'ZRANGE',
        PREFIX + keyOfList(list),
        ...ends,
        'LIMIT',
        String(offset),
        String(limit),
        'WITHSCORES',
      ];
    }
    case 'place':
      return ['ZSCORE', PREFIX + keyOfList(read.list), read.id];
    case 'counter':
      return ['HGET', `${PREFIX}counters`, read.name];
    case 'owner':
      return ['EXISTS', `${PREFIX}owner:${read.id}`];
  }
}

export function learn({ answers, versions }: ReadSoFar, read: Read, reply: unknown): void {
  const name = nameOf(read);
  switch (read.kind) {
    case 'record': {
      const { version, cell } = cellOf(reply as string | null);
      // Without a version, it was not written by us, so we can't check it for changes.
      if (version !== null) versions.set(name, version);
      return void answers.set(name, cell);
    }
    case 'list':
      return void answers.set(name, entriesOf(reply as string[]));
    case 'place':
      return void answers.set(name, { score: reply === null ? null : Number(reply) });
    case 'counter':
      return void answers.set(name, Number(reply ?? 0));
    case 'owner':
      return void answers.set(name, reply === 1);
  }
}

function entriesOf(flat: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < flat.length; at += 2)
    entries.push({ id: flat[at] ?? '', score: Number(flat[at + 1]) });
  return entries;
}

/** The script's arguments: what must not have changed, records to write, records to delete, places left and taken, counters. */
export function argumentsOf(writes: readonly Write[], read: readonly string[]): string[] {
  const records = new Map<string, NonNullable<Write['record']>>();
  const left: string[] = [];
  const taken: string[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, more: number): void => void counts.set(name, (counts.get(name) ?? 0) + more);
  for (const { id, leaves, comes, record } of writes) {
    if (record) records.set(nameOfRecord(record.table, id), record);
    for (const place of leaves) {
      if ('counter' in place) count(place.counter, -1);
      else left.push(keyOfList(place.list), id);
    }
    for (const place of comes) {
      if ('counter' in place) count(place.counter, 1);
      else taken.push(keyOfList(place.list), String(place.score), id);
    }
  }
  const kept = [...records].filter(([, { value }]) => value !== null);
  const gone = [...records].filter(([, { value }]) => value === null);
  const lists = [
    read,
    kept.flatMap(([key, { workspace, value }]) => [key, `${workspace ?? ''}\n${encode(value)}`]),
    gone.map(([key]) => key),
    left,
    taken,
    [...counts].filter(([, more]) => more !== 0).flatMap(([name, more]) => [name, String(more)]),
  ];
  return lists.flatMap(list => [String(list.length), ...list]);
}
