import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AccountView, Text } from '../management.ts';
import type { ApiKey } from '../store/accounts.ts';
import type { User } from '../store/people.ts';

/** What a command prints, piece by piece: with --json one JSON value on one line, otherwise words. */
export type Printed = (json: boolean) => Iterable<string>;

/** One result, as a value and in words. */
export function result(value: unknown, words: string): Printed {
  return json => [`${json ? asJson(value) : harmlessLine(words)}\n`];
}

/**
 * A line that a terminal only shows. What people and programs sent may contain what it obeys (escape sequences, a return to
 * the start of the line) or what turns the rest of a line around: a space stands for the first, nothing for the second.
 */
export function harmlessLine(line: string): string {
  return line.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

/** The same value, with what a terminal obeys escaped, also what JSON would allow as it is. */
function asJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A column of a table: its head, and its cell for an item. */
type Column<T> = [head: string, cell: (item: T) => string];

/**
 * A list of any length: a JSON array, or a table whose last column may be of any width.
 *
 * @param items asked for twice for a table: for the columns' widths, then for the lines
 */
export function list<T>(items: () => Iterable<T>, json: (item: T) => unknown, columns: Column<T>[]): Printed {
  const shown = columns.map(([head, cell]): Column<T> => [head, item => harmlessLine(cell(item))]);
  return inJson => (inJson ? arrayOf(items(), json) : tableOf(items, shown));
}

function* arrayOf<T>(items: Iterable<T>, json: (item: T) => unknown) {
  let before = '[';
  for (const item of items) {
    yield before + asJson(json(item));
    before = ',';
  }
  yield before === '[' ? '[]\n' : ']\n';
}

function* tableOf<T>(items: () => Iterable<T>, columns: Column<T>[]) {
  const widths = columns.map(([head]) => head.length);
  for (const item of items())
    columns.forEach(([, cell], at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell(item).length);
    });
  const line = (cells: string[]) => {
    const padded = cells.map((cell, at) => cell.padEnd(widths[at] ?? 0));
    return `${padded.join('  ').trimEnd()}\n`;
  };
  yield line(columns.map(([head]) => head));
  for (const item of items()) yield line(columns.map(([, cell]) => cell(item)));
}

/** How much of a long result is kept before it is printed. */
const PRINTED_AT_ONCE = 65_536;

/** Prints what may not fit into memory as a whole, as fast as its reader takes it; one who has seen enough ends it. */
export async function print(stdout: Writable, printed: Printed, json: boolean): Promise<void> {
  try {
    await pipeline(Readable.from(inChunks(printed(json))), stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function* inChunks(pieces: Iterable<string>) {
  let kept = '';
  for (const piece of pieces) {
    kept += piece;
    if (kept.length < PRINTED_AT_ONCE) continue;
    yield kept;
    kept = '';
  }
  yield kept;
}

/** An account in JSON. The balance is a number with exactly the same digits (see money.ts). */
export function accountJson({ id, name, state, balance }: AccountView) {
  return { id, name, state, balance: Number(balance) };
}

export function keyJson({ id, accountId, createdAt, revokedAt }: ApiKey) {
  return {
    id,
    account_id: accountId,
    state: revokedAt === null ? 'active' : 'revoked',
    created_at: isoTime(createdAt),
    revoked_at: revokedAt === null ? null : isoTime(revokedAt),
  };
}

export function textJson(text: Text) {
  return {
    log_id: text.logId,
    account_id: text.accountId,
    api_key_id: text.apiKeyId,
    number: text.number,
    message: text.message,
    parts: text.parts,
    cost: Number(text.cost),
    balance: Number(text.balance),
    time: isoTime(text.sentAt),
  };
}

export function userJson({ id, accountId, email, role, hasPassword }: User) {
  return { id, account_id: accountId, email, role, has_password: hasPassword };
}

export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
