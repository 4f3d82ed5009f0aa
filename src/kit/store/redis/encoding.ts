import type { Fetched, StoredRecord, Wanted } from '../optimistic.ts';
import type { Changes, Entry, Range } from '../store.ts';

/*
 * How records and lists are kept on Redis. A record is a string: the version that wrote it, a line break, and its body. A list
 * is a sorted set whose members all have the score 0, so that Redis sorts them as text: score and id, which is how a page can
 * begin after any entry.
 */

/** All keys have one hash tag, so that one script may touch any of them. */
export const PREFIX = '{sms}:';
/** What we know about the server: who it is, its epoch, until when nothing is claimed, and how far the time line is. */
export const SERVER = `${PREFIX}server`;
/** By process: of which epoch it has written again what the server had lost. */
export const RECOVERED = `${PREFIX}recovered`;

const recordKey = (name: string): string => `record:${name}`;
const listKey = (list: string): string => `list:${list}`;

function storedIn(reply: string | null): StoredRecord {
  if (reply === null) return { version: '', body: null };
  const end = reply.indexOf('\n');
  return end < 0
    ? { version: null, body: reply }
    : { version: reply.slice(0, end), body: reply.slice(end + 1) };
}

/** The key of a process' sign of life, which is a record that ends by itself. */
export const processKey = (process: string): string => PREFIX + recordKey(`${PROCESSES.name}:${process}`);
/** The key of the number of a process' last commit. */
export const lastCommitKey = (process: string): string => `${PREFIX}last-commit:${process}`;
export const PROCESSES = { name: 'process' };
export const SIGN_OF_LIFE = 'alive\n{}';

const memberOf = ({ score, id }: Entry): string => `${String(score).padStart(16, '0')} ${id}`;
const entryOf = (member: string): Entry => ({ score: Number(member.slice(0, 16)), id: member.slice(17) });

const getCommand = (name: string): string[] => ['GET', PREFIX + recordKey(name)];

function listCommand({ index, from = 0, to, after, limit, reverse = false }: Range): string[] {
  const least = after && !reverse ? `(${memberOf(after)}` : `[${memberOf({ score: from, id: '' })}`;
  const past = to === undefined ? '+' : `(${memberOf({ score: to + 1, id: '' })}`;
  const most = after && reverse ? `(${memberOf(after)}` : past;
  const ends = reverse ? [most, least, 'BYLEX', 'REV'] : [least, most, 'BYLEX'];
  return ['ZRANGE', PREFIX + listKey(index), ...ends, 'LIMIT', '0', String(limit)];
}

const countCommand = (list: string): string[] => ['ZCARD', PREFIX + listKey(list)];

/** The script's arguments: what must not have changed, records to write, records to delete, places left and taken. */
export function argumentsOf(
  { read, fresh, bodies, removedEntries, addedEntries }: Changes,
  versionOf: (name: string) => string | null,
): string[] {
  const seen = [...read, ...fresh].flatMap(name => {
    const version = versionOf(name);
    return version === null ? [] : [recordKey(name), version];
  });
  const places = (entries: Changes['removedEntries']): string[] =>
    entries.flatMap(({ index, ...entry }) => [listKey(index), memberOf(entry)]);
  const lists = [
    seen,
    [...bodies].flatMap(([name, body]) => (body === null ? [] : [recordKey(name), body])),
    [...bodies].flatMap(([name, body]) => (body === null ? [recordKey(name)] : [])),
    places(removedEntries),
    places(addedEntries),
  ];
  return lists.flatMap(list => [String(list.length), ...list]);
}

/** The commands that fetch what is wanted: each one's length, then its words. */
export const fetchArguments = ({ records, ranges, counts }: Wanted): string[] =>
  [...records.map(getCommand), ...ranges.map(listCommand), ...counts.map(countCommand)].flatMap(words => [
    String(words.length),
    ...words,
  ]);

/** What the replies to these commands say, one for each. */
export function fetchedFrom(replies: readonly unknown[], { records, ranges }: Wanted): Fetched {
  const lists = records.length + ranges.length;
  return {
    records: replies.slice(0, records.length).map(reply => storedIn(reply as string | null)),
    lists: replies.slice(records.length, lists).map(reply => (reply as string[]).map(entryOf)),
    counts: replies.slice(lists).map(Number),
  };
}
