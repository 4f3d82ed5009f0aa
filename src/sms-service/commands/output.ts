import type { AccountView, KeyView, Text } from '../management-views.ts';
import type { Options, Terminal } from './command.ts';

/** Prints a result: with --json as one JSON value on one line, otherwise in words. */
export function print(
  { stdout }: Terminal,
  { json }: Pick<Options, 'json'>,
  value: unknown,
  words: string,
): void {
  stdout.write(`${json ? JSON.stringify(value) : words}\n`);
}

/** An account in JSON. The balance is a number with exactly the same digits (see money.ts). */
export function accountJson({ id, name, state, balance }: AccountView) {
  return { id, name, state, balance: Number(balance) };
}

export function keyJson({ id, accountId, createdAt, revokedAt }: KeyView) {
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

export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Aligns columns; the last one may be of any length. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
