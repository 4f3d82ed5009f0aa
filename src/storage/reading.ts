import { z } from 'zod';
import type { Log } from '../log.ts';
import { UnreadableError } from './errors.ts';

/** A row that can't be read, and what is wrong with it (see `SetAside`). */
export type Unreadable<Row> = { row: Row; why: string };

/** Reads each row by itself, so that one that can't be read doesn't affect the others. */
export function readEach<Row, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): { values: Value[]; unreadable: Unreadable<Row>[] } {
  const values: Value[] = [];
  const unreadable: Unreadable<Row>[] = [];
  for (const row of rows) {
    try {
      values.push(read(row));
    } catch (error) {
      unreadable.push({ row, why: whyNot(error) });
    }
  }
  return { values, unreadable };
}

/** What can't be read, without any of the content: JSON's own error quotes it, and keys may be numbers. */
export function whyNot(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof SyntaxError ? 'not JSON' : 'not to be read';
  const fields = error.issues.map(({ path }) =>
    path.filter(part => /^[a-z_]+$/i.test(String(part))).join('.'),
  );
  return `unknown or missing: ${[...new Set(fields)].slice(0, 5).join(', ') || 'all'}`;
}

/** Tells the operator about a row that was just set aside. */
export function sayAside(log: Log, row: { kind: string; id: string; why: string }): void {
  log.error(row, 'can’t read a row, so it was set aside: see `npm run set-aside -- list`');
}

/** Invalid JSON is the document's fault, not the store's. We drop the cause, because it would quote the document. */
export async function asJson<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(error => {
    throw error instanceof SyntaxError ? new UnreadableError('A document', 'not JSON') : error;
  });
}
