import type { Answer, Cell, Read, Step, Write } from '../store.ts';
import { type Noted, Transaction } from '../transaction.ts';

/** What came of a step: its result, or what it threw. */
export type Ended = { ok: true; value: unknown } | { ok: false; error: unknown };

export const keyOfRecord = (table: string, id: string): string => `record:${table}:${id}`;
export const keyOfList = (list: string): string => `list:${list}`;

/** What was read for the steps of a batch, and as of which version each record was (empty: there was none). */
export class Reading {
  readonly answers = new Map<string, Answer>();
  readonly versions = new Map<string, string>();
}

/** By this name an answer is kept. */
export function nameOf(read: Read): string {
  switch (read.kind) {
    case 'record':
      return keyOfRecord(read.table, read.id);
    case 'list':
      return JSON.stringify(read.range);
    case 'place':
      return `place:${read.list} ${read.id}`;
    case 'counter':
      return `counter:${read.name}`;
    case 'owner':
      return `owner:${read.id}`;
  }
}

/**
 * What running steps came to: how the first ones ended, and what they write; or what has to be read first. The others are
 * for another time: they look at lists that these ones change.
 */
export type Run =
  | { kind: 'ended'; ended: Ended[]; writes: Write[]; notes: Noted[] }
  | { kind: 'missing'; reads: Read[] };

/** Runs steps one after the other on what was read; each finds the records as those before leave them. */
export function runAll(steps: readonly ((tx: Transaction) => Step<unknown>)[], reading: Reading): Run {
  const changed = new Map<string, Cell>();
  const missing = new Map<string, Read>();
  const writes: Write[] = [];
  const ended: Ended[] = [];
  const notes: Noted[] = [];
  const touched = new Set<string>();
  for (const step of steps) {
    const tx = new Transaction();
    let isBehind = false;
    const answerTo = (read: Read): Answer | undefined => {
      if (read.kind === 'list' && touched.has(read.range.list)) isBehind = true;
      return changed.get(nameOf(read)) ?? reading.answers.get(nameOf(read));
    };
    const end = runOne(step(tx), answerTo, missing);
    if (isBehind) break;
    if (!end) continue;
    ended.push(end);
    if (!end.ok) continue;
    notes.push(...tx.notes);
    for (const write of tx.writes()) {
      writes.push(write);
      if (write.record)
        changed.set(keyOfRecord(write.record.table, write.id), { raw: null, ...write.record });
      for (const place of [...write.leaves, ...write.comes]) if ('list' in place) touched.add(place.list);
    }
  }
  return missing.size > 0
    ? { kind: 'missing', reads: [...missing.values()] }
    : { kind: 'ended', ended, writes, notes };
}

/** Null: it asked for what is not there yet. */
function runOne(
  step: Step<unknown>,
  answerTo: (read: Read) => Answer | undefined,
  missing: Map<string, Read>,
): Ended | null {
  try {
    for (let next = step.next(); ; ) {
      if (next.done) return { ok: true, value: next.value };
      const answers = next.value.map(answerTo);
      const unknown = next.value.filter((_read, index) => answers[index] === undefined);
      for (const read of unknown) missing.set(nameOf(read), read);
      if (unknown.length > 0) return null;
      next = step.next(answers as Answer[]);
    }
  } catch (error) {
    return { ok: false, error };
  }
}
