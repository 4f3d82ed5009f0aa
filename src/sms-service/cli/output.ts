import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AccountView, Text } from '../management.ts';
import type { ApiKey } from '../store/accounts.ts';
import type { User } from '../store/people.ts';

/** A command's output in pieces: with --json one JSON value on one line, otherwise a sentence or a table. */
export type Printed = (json: boolean) => Iterable<string>;

export function result(value: unknown, sentence: string): Printed {
  return json => [`${json ? asJson(value) : harmlessLine(sentence)}\n`];
}

/**
 * Makes a line safe to show in a terminal. Users' and programs' input may contain escape sequences, line breaks or
 * characters that reverse the reading direction: control characters become spaces, and the others are removed.
 */
export function harmlessLine(line: string): string {
  return line.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

/** Also escapes the characters that JSON allows but a terminal would act on. */
function asJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

type Column<T> = [head: string, cell: (item: T) => string];

/**
 * A list of any length, as a JSON array or a table.
 *
 * @param items called twice for a table: for the columns' widths, then for the lines
 */
export function list<T>(items: () => Iterable<T>, json: (item: T) => unknown, columns: Column<T>[]): Printed {
  const shown = columns.map(([head, cell]): Column<T> => [head, item => harmlessLine(cell(item))]);
  return inJson => (inJson ? arrayOf(items(), json) : tableOf(items, shown));
}

function* arrayOf<T>(items: Iterable<T>, json: (item: T) => unknown) {
  let separator = '[';
  for (const item of items) {
    yield separator + asJson(json(item));
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : ']\n';
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

/** Characters collected before they are printed. */
const CHUNK_LENGTH = 65_536;

/** Prints output that may not fit into memory, at its reader's speed. A reader may end it by closing the pipe. */
export async function print(stdout: Writable, printed: Printed, json: boolean): Promise<void> {
  try {
    await pipeline(Readable.from(inChunks(printed(json))), stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function* inChunks(pieces: Iterable<string>) {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** The balance is a number with exactly the same digits (see money.ts). */
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
