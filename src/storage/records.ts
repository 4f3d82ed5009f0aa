import type { z } from 'zod';

/* What is kept: records, the places they are in, and steps that read and change them. */

/** A record's place: in a list, ordered by `score` and then by id; or among the records that a counter counts. */
export type Place = { list: string; score: number } | { counter: string };

/** Records of one kind. */
export type Table<R extends { id: string }> = {
  name: string;
  /** What is read back is checked with this. */
  schema: z.ZodType<R>;
  /** The record's places: nothing else puts it there, or takes it away. */
  places(record: R): Place[];
  /** Which workspace it belongs to, kept beside the record so that we know it even if the record can't be read. Null: none. */
  workspaceOf(record: R): string | null;
};

/** Any table, when it doesn't matter what is in it. */
export type AnyTable = Table<{ id: string }>;

/** A part of a list, in order; `from` and `to` are scores, both inclusive. */
export type Range = {
  list: string;
  from?: number;
  to?: number;
  limit: number;
  offset?: number;
  reverse?: boolean;
};

/** An entry in a list. It is a hint: the record itself says whether it is (still) as the list says. */
export type Entry = { id: string; score: number };

/** A question to the store. `place`: where in a list an id is. `owner`: whether that process still has the store open. */
export type Read =
  | { kind: 'record'; table: string; id: string }
  | { kind: 'list'; range: Range }
  | { kind: 'place'; list: string; id: string }
  | { kind: 'counter'; name: string }
  | { kind: 'owner'; id: string };

/**
 * A record as it is stored. `value`: what was read, or is to be written; null: there is none. The value and its places are
 * computed when they are needed, once.
 */
export type Cell = {
  readonly raw: string | null;
  readonly workspace: string | null;
  value?: unknown;
  places?: readonly Place[];
};

/** `record`: a cell; `list`: entries; `place`: a score in a list, or null; `counter`: how many; `owner`: whether it is there. */
export type Answer = Cell | Entry[] | { score: number | null } | number | boolean;

/** What an engine writes, in this order: the places a record leaves, the places it takes, and its content. */
export type Write = {
  id: string;
  leaves: Place[];
  comes: Place[];
  /** `value` null: delete the record. */
  record: { table: string; value: unknown; workspace: string | null } | null;
};

/** Thrown where a step reads what its engine has yet to fetch. A step must not catch it: it runs again once that is there. */
export class Unread {}

/** Answers questions. Throws `Unread` if something has to be fetched first, and remembers what. */
export type ReadMany = (reads: readonly Read[]) => Answer[];

/** Does several parts of a step, so that what they read is fetched together. */
export function all<T>(parts: readonly (() => T)[]): T[] {
  let unread: Unread | null = null;
  const results = parts.map(part => {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      unread = error;
      return undefined as T;
    }
  });
  if (unread) throw unread;
  return results;
}

/** Like `all`, for two parts of different types. */
export const both = <A, B>(one: () => A, other: () => B): [A, B] => all<A | B>([one, other]) as [A, B];
