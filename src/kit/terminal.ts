import type { Writable } from 'node:stream';
import { withoutStrayUnseen } from './unseen.ts';

/**
 * Prints lines. What a file or a stranger wrote may contain what a terminal obeys (escape sequences, a return to the start
 * of the line) or what nobody sees and turns the rest of a line around: a space stands for the first, nothing for the second.
 */
export function printLines(stream: Writable, lines: readonly string[]): void {
  stream.write(lines.map(line => `${harmlessLine(line)}\n`).join(''));
}

/** The same for an error, whose message may have several lines of ours. */
export function printError(stream: Writable, message: string): void {
  printLines(stream, message.split('\n'));
}

export function harmlessLine(line: string): string {
  return withoutStrayUnseen(line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '));
}
