import type { Changes, Entry, Range, StoreReader } from '../store.ts';

/*
 * How records and lists are kept on Redis. A record is a string: the version that wrote it, a line break, and its body. A list
 * is a sorted set whose members all have the score 0, so that Redis sorts them as text: score and id, which is how a page can
 * begin after any entry.
 */

/** All keys have one hash tag, so that one script may touch any of them. */
export const PREFIX = '{sms}:';
/** What we know about the server: who it is, its epoch, until when nothing is claimed, and how far the time line is. */
export const SERVER = `${PREFIX}server`;

/** A record as it was read, and the version that wrote it; '': there was none. Null: it was not written by us, so we can't check it for changes. */
type Stored = { version: string | null; body: string | null };

const recordKey = (name: string): string => `record:${name}`;
const listKey = (list: string): string => `list:${list}`;

function storedIn(reply: string | null): Stored {
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

const getCommand = (name: string): string[] => ['GET', PREFIX + recordKey(name)];

function listCommand({ list, from = 0, to, after, limit, reverse = false }: Range): string[] {
  const least = after && !reverse ? `(${memberOf(after)}` : `[${memberOf({ score: from, id: '' })}`;
  const past = to === undefined ? '+' : `(${memberOf({ score: to + 1, id: '' })}`;
  const most = after && reverse ? `(${memberOf(after)}` : past;
  const ends = reverse ? [most, least, 'BYLEX', 'REV'] : [least, most, 'BYLEX'];
  return ['ZRANGE', PREFIX + listKey(list), ...ends, 'LIMIT', '0', String(limit)];
}

const entriesIn = (reply: readonly string[]): Entry[] => reply.map(entryOf);

const countCommand = (list: string): string[] => ['ZCARD', PREFIX + listKey(list)];

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

/** Thrown where a step reads what has to be fetched first. A step must not catch it: it runs again once that is there. */
export class Unread {}

/** What a step has been told so far, and what it asked for in vain. */
export class Fetched implements StoreReader {
  readonly #records = new Map<string, Stored>();
  readonly #lists = new Map<string, { range: Range; entries: readonly Entry[] }>();
  readonly #counts = new Map<string, number>();
  #wanted: { command: string[]; learn: (reply: unknown) => void }[] = [];

  get(names: readonly string[]): (string | null)[] {
    this.ahead(names, [], []);
    return names.map(name => this.#records.get(name)?.body ?? null);
  }

  list(range: Range): readonly Entry[] {
    this.ahead([], [range], []);
    return this.#lists.get(JSON.stringify(range))?.entries ?? [];
  }

  count(list: string): number {
    this.ahead([], [], [list]);
    return this.#counts.get(list) ?? 0;
  }

  ahead(names: readonly string[], ranges: readonly Range[], counts: readonly string[]): void {
    for (const name of names) if (!this.#records.has(name)) this.#want(name);
    for (const range of ranges) if (!this.#lists.has(JSON.stringify(range))) this.#wantList(range);
    for (const list of counts) if (!this.#counts.has(list)) this.#wantCount(list);
    if (this.#wanted.length > 0) throw new Unread();
  }

  /** The version of a record when it was read; '': there was none, or nobody looked. */
  versionOf(name: string): string | null {
    const stored = this.#records.get(name);
    return stored ? stored.version : '';
  }

  /** Everything is to be fetched anew, since some of it has changed. */
  refetch(): void {
    const [records, lists, counts] = [
      [...this.#records.keys()],
      [...this.#lists.values()],
      [...this.#counts],
    ];
    this.#records.clear();
    this.#lists.clear();
    this.#counts.clear();
    for (const name of records) this.#want(name);
    for (const { range } of lists) this.#wantList(range);
    for (const [list] of counts) this.#wantCount(list);
  }

  /** The commands for what is wanted; give their replies to `learn`. */
  commands(): string[][] {
    return this.#wanted.map(({ command }) => command);
  }

  learn(replies: readonly unknown[]): void {
    for (const [index, { learn }] of this.#wanted.entries()) learn(replies[index]);
    this.#wanted = [];
  }

  #want(name: string): void {
    const learn = (reply: unknown) => void this.#records.set(name, storedIn(reply as string | null));
    this.#wanted.push({ command: getCommand(name), learn });
  }

  #wantList(range: Range): void {
    const learn = (reply: unknown) =>
      void this.#lists.set(JSON.stringify(range), { range, entries: entriesIn(reply as string[]) });
    this.#wanted.push({ command: listCommand(range), learn });
  }

  #wantCount(list: string): void {
    this.#wanted.push({
      command: countCommand(list),
      learn: reply => void this.#counts.set(list, Number(reply)),
    });
  }
}
