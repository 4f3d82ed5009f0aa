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

/** Thrown where a step reads what has to be fetched first. A step must not catch it: it runs again once that is there. */
export class Unread {}

/** What a step has been told so far, by the command that asked for it, and what it asked for in vain. */
export class Fetched implements StoreReader {
  readonly #replies = new Map<string, unknown>();
  #wanted = new Map<string, readonly string[]>();

  get(names: readonly string[]): (string | null)[] {
    return this.#ask(names.map(getCommand)).map(reply => storedIn(reply as string | null).body);
  }

  list(range: Range): readonly Entry[] {
    return this.#ask([listCommand(range)]).flatMap(reply => (reply as string[]).map(entryOf));
  }

  count(list: string): number {
    return Number(this.#ask([countCommand(list)])[0]);
  }

  ahead(names: readonly string[], ranges: readonly Range[], counts: readonly string[]): void {
    this.#ask([...names.map(getCommand), ...ranges.map(listCommand), ...counts.map(countCommand)]);
  }

  /** The version of a record when it was read; '': there was none, or nobody looked. */
  versionOf(name: string): string | null {
    const reply = this.#replies.get(textOf(getCommand(name)));
    return storedIn((reply ?? null) as string | null).version;
  }

  /** Everything is to be fetched anew, since some of it has changed. */
  refetch(): void {
    for (const text of this.#replies.keys()) this.#wanted.set(text, JSON.parse(text));
    this.#replies.clear();
  }

  /** The commands for what is wanted; give their replies to `learn`. */
  commands(): (readonly string[])[] {
    return [...this.#wanted.values()];
  }

  learn(replies: readonly unknown[]): void {
    for (const [index, text] of [...this.#wanted.keys()].entries()) this.#replies.set(text, replies[index]);
    this.#wanted.clear();
  }

  #ask(commands: readonly (readonly string[])[]): unknown[] {
    const asked = commands.map(command => ({ command, text: textOf(command) }));
    for (const { command, text } of asked) if (!this.#replies.has(text)) this.#wanted.set(text, command);
    if (this.#wanted.size > 0) throw new Unread();
    return asked.map(({ text }) => this.#replies.get(text));
  }
}

const textOf = (command: readonly string[]): string => JSON.stringify(command);
