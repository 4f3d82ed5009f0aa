import type { Writable } from 'node:stream';
import { withoutStrayUnseen } from './unseen.ts';

/**
 * Prints lines, which may contain text from files and strangers. Replaces control characters by spaces, because a terminal
 * obeys them (escape sequences, a return to the start of the line). Drops invisible characters, which may turn the rest of the
 * line around.
 */
export function printLines(stream: Writable, lines: readonly string[]): void {
  stream.write(lines.map(line => `${harmlessLine(line)}\n`).join(''));
}

/** Prints an error's message, whose line breaks are ours. */
export function printError(stream: Writable, message: string): void {
  printLines(stream, message.split('\n'));
}

export function harmlessLine(line: string): string {
  return withoutStrayUnseen(line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '));
}
