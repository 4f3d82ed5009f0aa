import type { z } from 'zod';

/* What is kept: records, where they stand, and steps that read and change them. */

/** Where a record stands: in a list, in order of `score` and then of id; or among those that a counter counts. */
export type Place = { list: string; score: number } | { counter: string };

/** Records of one kind. */
export type Table<R extends { id: string }> = {
  name: string;
  /** What is read back is checked against it. */
  schema: z.ZodType<R>;
  /** Where a record stands as it is: nothing else puts it there, or takes it away. */
  places(record: R): Place[];
  /** Whose it is; kept beside the record, so that it is known also where the record can't be read. Null: nobody's. */
  workspaceOf(record: R): string | null;
};

/** A table of which it is not known what it keeps. */
export type AnyTable = Table<{ id: string }>;

/** A part of a list, in order; `from` and `to` are scores, both included. */
export type Range = {
  list: string;
  from?: number;
  to?: number;
  limit: number;
  offset?: number;
  reverse?: boolean;
};

/** What stands in a list. It is a hint: the record itself says whether it (still) is as the list has it. */
export type Entry = { id: string; score: number };

/** A question to the store. `place`: where in a list an id stands. `owner`: whether that process still has the store open. */
export type Read =
  | { kind: 'record'; table: string; id: string }
  | { kind: 'list'; range: Range }
  | { kind: 'place'; list: string; id: string }
  | { kind: 'counter'; name: string }
  | { kind: 'owner'; id: string };

/**
 * A record as it is stored. `value`: what was read of it, or is to be written; null: there is none. That and where it
 * stands are worked out when they are needed, once.
 */
export type Cell = {
  readonly raw: string | null;
  readonly workspace: string | null;
  value?: unknown;
  places?: readonly Place[];
};

/** `record`: a cell; `list`: entries; `place`: a score in a list, or none; `counter`: how many; `owner`: whether it is there. */
export type Answer = Cell | Entry[] | { score: number | null } | number | boolean;

/**
 * Asks for what a decision needs, many questions at a time, and decides. It may be run again from its start when
 * something it was told has changed before its changes were written, so it does nothing but ask and compute.
 */
export type Step<T> = Generator<Read[], T, Answer[]>;

/** What an engine writes, in this order: where a record stands no longer, where it does now, and its text. */
export type Write = {
  id: string;
  leaves: Place[];
  comes: Place[];
  /** `value` null: the record goes. */
  record: { table: string; value: unknown; workspace: string | null } | null;
};

/** Asks several things at a time. */
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

/** As `all`, for two things of different kinds. */
export function* both<A, B>(one: Step<A>, other: Step<B>): Step<[A, B]> {
  return (yield* all<A | B>([one, other])) as [A, B];
}
