import type { Fetched, StoredRecord, Wanted } from '../optimistic.ts';
import type { Changes, Entry, Range } from '../store.ts';

/*
 * Records and indexes on Redis. A record is a string: the version of its last commit, a line break, and its body. An index is a
 * sorted set whose members all have the score 0, so that Redis sorts them as text: the entry's score and id. So a page can begin
 * after any entry.
 */

/** A common hash tag, so that one script may use all keys. */
export const PREFIX = '{sms}:';
/** The hash with the server's id, its epoch, the end of the pause of claims, and the position of the time line. */
export const SERVER = `${PREFIX}server`;
/** The hash with the latest epoch for which each process has restored lost commits. */
export const RECOVERED = `${PREFIX}recovered`;

export const recordKey = (name: string): string => `record:${name}`;
export const indexKey = (index: string): string => `list:${index}`;

export function storedIn(reply: string | null): StoredRecord {
  if (reply === null) return { version: '', body: null };
  const end = reply.indexOf('\n');
  return end < 0
    ? { version: null, body: reply }
    : { version: reply.slice(0, end), body: reply.slice(end + 1) };
}

/** The key of a process's sign of life, a record that expires. */
export const processKey = (process: string): string => PREFIX + recordKey(`${PROCESSES.name}:${process}`);
/** The key that holds the number of a process's last commit. */
export const lastCommitKey = (process: string): string => `${PREFIX}last-commit:${process}`;
export const PROCESSES = { name: 'process' };
export const SIGN_OF_LIFE = 'alive\n{}';

export const memberOf = ({ score, id }: Entry): string => `${String(score).padStart(16, '0')} ${id}`;
export const entryOf = (member: string): Entry => ({
  score: Number(member.slice(0, 16)),
  id: member.slice(17),
});

const getCommand = (name: string): string[] => ['GET', PREFIX + recordKey(name)];

function rangeCommand({ index, from = 0, to, after, limit, reverse = false }: Range): string[] {
  const least = after && !reverse ? `(${memberOf(after)}` : `[${memberOf({ score: from, id: '' })}`;
  const past = to === undefined ? '+' : `(${memberOf({ score: to + 1, id: '' })}`;
  const most = after && reverse ? `(${memberOf(after)}` : past;
  const ends = reverse ? [most, least, 'BYLEX', 'REV'] : [least, most, 'BYLEX'];
  return ['ZRANGE', PREFIX + indexKey(index), ...ends, 'LIMIT', '0', String(limit)];
}

const countCommand = (index: string): string[] => ['ZCARD', PREFIX + indexKey(index)];

/** The commit script's arguments: versions to compare, records to write and to delete, index entries to remove and to add. */
export function argumentsOf(
  { read, fresh, bodies, removedEntries, addedEntries }: Changes,
  versionOf: (name: string) => string | null,
): string[] {
  const seen = [...read, ...fresh].flatMap(name => {
    const version = versionOf(name);
    return version === null ? [] : [recordKey(name), version];
  });
  const pairs = (entries: Changes['removedEntries']): string[] =>
    entries.flatMap(({ index, ...entry }) => [indexKey(index), memberOf(entry)]);
  const lists = [
    seen,
    [...bodies].flatMap(([name, body]) => (body === null ? [] : [recordKey(name), body])),
    [...bodies].flatMap(([name, body]) => (body === null ? [recordKey(name)] : [])),
    pairs(removedEntries),
    pairs(addedEntries),
  ];
  return lists.flatMap(list => [String(list.length), ...list]);
}

/** The read script's arguments: commands, each as its length and its words. */
export const fetchArguments = ({ records, ranges, counts }: Wanted): string[] =>
  [...records.map(getCommand), ...ranges.map(rangeCommand), ...counts.map(countCommand)].flatMap(words => [
    String(words.length),
    ...words,
  ]);

/** Decodes the replies to the commands of `fetchArguments`. */
export function fetchedFrom(replies: readonly unknown[], { records, ranges }: Wanted): Fetched {
  const lists = records.length + ranges.length;
  return {
    records: replies.slice(0, records.length).map(reply => storedIn(reply as string | null)),
    lists: replies.slice(records.length, lists).map(reply => (reply as string[]).map(entryOf)),
    counts: replies.slice(lists).map(Number),
  };
}
