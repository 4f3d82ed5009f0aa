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

/**
 * Asks for what a decision needs, many questions at a time, and decides. If something it was told has changed before its
 * changes are written, it runs again from the start, so it must do nothing but ask and compute.
 */
export type Step<T> = Generator<Read[], T, Answer[]>;

/** What an engine writes, in this order: the places a record leaves, the places it takes, and its content. */
export type Write = {
  id: string;
  leaves: Place[];
  comes: Place[];
  /** `value` null: delete the record. */
  record: { table: string; value: unknown; workspace: string | null } | null;
};

/** Runs several steps at once, so that their questions go together. */
export function* all<T>(steps: readonly Step<T>[]): Step<T[]> {
  const results = new Array<T>(steps.length);
  let live = steps.map((step, index) => ({ step, index, next: step.next() }));
  for (;;) {
    for (const { index, next } of live) if (next.done) results[index] = next.value;
    live = live.filter(({ next }) => !next.done);
    if (live.length === 0) return results;
    const asked = live.map(({ next }) => next.value as Read[]);
    const answers = yield asked.flat();
    let from = 0;
    live = live.map((one, turn) => {
      const to = from + (asked[turn]?.length ?? 0);
      const next = one.step.next(answers.slice(from, to));
      from = to;
      return { ...one, next };
    });
  }
}

/** Like `all`, for two steps of different types. */
export function* both<A, B>(one: Step<A>, other: Step<B>): Step<[A, B]> {
  return (yield* all<A | B>([one, other])) as [A, B];
}
