import type { Changes, Entry, Range } from '../store.ts';
import { PREFIX } from './prefix.ts';

/*
 * How records and lists are kept on Redis. A record is a string: the version that wrote it, a line break, and its body. A list
 * is a sorted set whose members all have the score 0, so that Redis sorts them as text: score and id, which is how a page can
 * begin after any entry.
 */

/** A record as it was read, and the version that wrote it; '': there was none. Null: it was not written by us, so we can't check it for changes. */
export type Stored = { version: string | null; body: string | null };

const recordKey = (name: string): string => `record:${name}`;
const listKey = (list: string): string => `list:${list}`;

export function storedIn(reply: string | null): Stored {
  if (reply === null) return { version: '', body: null };
  const end = reply.indexOf('\n');
  return end < 0
    ? { version: null, body: reply }
    : { version: reply.slice(0, end), body: reply.slice(end + 1) };
}

/** The key of a process' sign of life, which is a record that ends by itself. */
export const processKey = (process: string): string => PREFIX + recordKey(`${PROCESSES.name}:${process}`);
export const PROCESSES = { name: 'process' };
export const SIGN_OF_LIFE = 'alive\n{}';

const memberOf = ({ score, id }: Entry): string => `${String(score).padStart(16, '0')} ${id}`;
const entryOf = (member: string): Entry => ({ score: Number(member.slice(0, 16)), id: member.slice(17) });

export const getCommand = (name: string): string[] => ['GET', PREFIX + recordKey(name)];

export function listCommand({ list, from = 0, to, after, limit, reverse = false }: Range): string[] {
  const least = after && !reverse ? `(${memberOf(after)}` : `[${memberOf({ score: from, id: '' })}`;
  const past = to === undefined ? '+' : `(${memberOf({ score: to + 1, id: '' })}`;
  const most = after && reverse ? `(${memberOf(after)}` : past;
  const ends = reverse ? [most, least, 'BYLEX', 'REV'] : [least, most, 'BYLEX'];
  return ['ZRANGE', PREFIX + listKey(list), ...ends, 'LIMIT', '0', String(limit)];
}

export const entriesIn = (reply: readonly string[]): Entry[] => reply.map(entryOf);

export const countCommand = (list: string): string[] => ['ZCARD', PREFIX + listKey(list)];

/** The script's arguments: what must not have changed, records to write, records to delete, places left and taken. */
export function argumentsOf(
  { read, fresh, bodies, leaves, enters }: Changes,
  versionOf: (name: string) => string | null,
): string[] {
  const seen = [...read, ...fresh].flatMap(name => {
    const version = versionOf(name);
    return version === null ? [] : [recordKey(name), version];
  });
  const places = (entries: Changes['leaves']): string[] =>
    entries.flatMap(({ list, ...entry }) => [listKey(list), memberOf(entry)]);
  const lists = [
    seen,
    [...bodies].flatMap(([name, body]) => (body === null ? [] : [recordKey(name), body])),
    [...bodies].flatMap(([name, body]) => (body === null ? [recordKey(name)] : [])),
    places(leaves),
    places(enters),
  ];
  return lists.flatMap(list => [String(list.length), ...list]);
}
