import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AccountView, Text } from '../management.ts';
import type { ApiKey } from '../store/accounts.ts';
import type { User } from '../store/people.ts';
import type { Common, Terminal } from './command.ts';

/** Prints a result: with --json as one JSON value on one line, otherwise in words. */
export function print({ stdout }: Terminal, { json }: Common, value: unknown, words: string): void {
  stdout.write(`${json ? JSON.stringify(value) : words}\n`);
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

/** Aligns columns; the last one may be of any length. */
export function table(head: string[], rows: string[][]): string {
  const lines = tableLines(
    head,
    () => rows,
    row => row,
  );
  return [...lines].join('').trimEnd();
}

/** The same line by line, each with its end. `items` is asked for twice: for the columns' widths, then for the lines. */
export function* tableLines<T>(head: string[], items: () => Iterable<T>, rowOf: (item: T) => string[]) {
  const widths = head.map(cell => cell.length);
  for (const item of items()) {
    for (const [at, cell] of rowOf(item).entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  const line = (row: string[]) =>
    `${row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  yield line(head);
  for (const item of items()) yield line(rowOf(item));
}

/** A list as one JSON value on one line, piece by piece. */
export function* jsonPieces<T>(items: Iterable<T>, jsonOf: (item: T) => unknown) {
  let before = '[';
  for (const item of items) {
    yield before + JSON.stringify(jsonOf(item));
    before = ',';
  }
  yield before === '[' ? '[]\n' : ']\n';
}

/** How much of a long result is kept before it is printed. */
const PRINTED_AT_ONCE = 65_536;

/** Prints what may not fit into memory as a whole, as fast as its reader takes it; one who has seen enough ends it. */
export async function printLong({ stdout }: Pick<Terminal, 'stdout'>, pieces: Iterable<string>) {
  try {
    await pipeline(Readable.from(inChunks(pieces)), stdout, { end: false });
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
