import { type Answer, type Read, type ReadMany, Unread, type Write } from './records.ts';
import { changeOf, type Noted, type RecordChange, Transaction, writeOf } from './transaction.ts';

/** One step of somebody's. */
export type Step = (tx: Transaction) => unknown;

/** The result of a step: its value, or what it threw. */
export type Ended = { ok: true; value: unknown } | { ok: false; error: unknown };

/** What came of steps that ran together. */
export type Together = {
  /** What has to be fetched first: until it is empty, the rest means nothing. */
  missing: Read[];
  /** How each step ended; `later`: it reads a list that another changes, so it belongs to the next ones. */
  ends: (Ended | 'later')[];
  /** Names of the records that the finished steps have read. */
  read: Set<string>;
  writes: Write[];
  notes: Noted[];
};

/** The name under which an answer is kept. */
export function nameOf(read: Read): string {
  switch (read.kind) {
    case 'record':
      return nameOfRecord(read.table, read.id);
    case 'list': {
      const { list, from, to, limit, offset, reverse } = read.range;
      return `list:${from}:${to}:${limit}:${offset}:${reverse}:${list}`;
    }
    case 'place':
      return `place:${read.id}:${read.list}`;
    case 'counter':
      return `counter:${read.name}`;
    case 'owner':
      return `owner:${read.id}`;
  }
}

export const nameOfRecord = (table: string, id: string): string => `record:${table}:${id}`;

/** Thrown where a step reads a list that an earlier one changes. */
class Later {}

/**
 * Runs steps that are written together, as if one after the other: each finds the records as earlier ones leave them.
 *
 * @param known what is stored, if it has been fetched; otherwise undefined
 */
export function runTogether(
  steps: readonly Step[],
  known: (read: Read, name: string) => Answer | undefined,
): Together {
  const missing = new Map<string, Read>();
  const changes = new Map<string, RecordChange>();
  const touched = new Set<string>();
  const counted = new Map<string, number>();
  const read = new Set<string>();
  const moves: Write[] = [];
  const notes: Noted[] = [];

  function answerOf(asked: Read, seen: Set<string>): Answer | undefined {
    const name = nameOf(asked);
    if (asked.kind === 'record') seen.add(name);
    const change = asked.kind === 'record' ? changes.get(name) : undefined;
    const answer = change ? change.after : known(asked, name);
    if (answer === undefined) missing.set(name, asked);
    return asked.kind === 'counter' && answer !== undefined
      ? Number(answer) + (counted.get(asked.name) ?? 0)
      : answer;
  }

  function touch({ leaves, comes }: Pick<Write, 'leaves' | 'comes'>): void {
    for (const [places, more] of [[leaves, -1] as const, [comes, 1] as const]) {
      for (const place of places) {
        if ('list' in place) touched.add(place.list);
        else counted.set(place.counter, (counted.get(place.counter) ?? 0) + more);
      }
    }
  }

  function run(step: Step): Ended | 'later' {
    const seen = new Set<string>();
    const reader: ReadMany = asked => {
      if (asked.some(one => one.kind === 'list' && touched.has(one.range.list))) throw new Later();
      const answers = asked.map(one => answerOf(one, seen));
      if (answers.includes(undefined)) throw new Unread();
      return answers as Answer[];
    };
    const tx = new Transaction(reader);
    let ended: Ended;
    try {
      ended = { ok: true, value: step(tx) };
      for (const change of tx.changes()) {
        const name = nameOfRecord(change.table.name, change.id);
        changes.set(name, { ...change, before: changes.get(name)?.before ?? change.before });
        touch(changeOf(change));
      }
      for (const move of tx.moves) touch(move);
      moves.push(...tx.moves);
      notes.push(...tx.notes);
    } catch (error) {
      if (error instanceof Unread || error instanceof Later) return 'later';
      ended = { ok: false, error };
    }
    for (const name of seen) read.add(name);
    return ended;
  }

  const ends = steps.map(run);
  const writes = [...[...changes.values()].map(writeOf), ...moves];
  return { missing: [...missing.values()], ends, read, writes, notes };
}
