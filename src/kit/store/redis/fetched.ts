import type { Entry, Range, StoreReader } from '../store.ts';
import { countCommand, entriesIn, getCommand, listCommand, type Stored, storedIn } from './encoding.ts';

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
