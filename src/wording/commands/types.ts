import type { TextState } from '../../domain/text.ts';
import type { HoldClauses } from '../parts.ts';

/** `/sms help`, `balance` and `log`, and other short answers. */
export type CommandsWording = {
  help(command: string): string;
  balance(known: { amount: string; ageMs: number } | null): string;
  /** The same without a key. */
  noKey: string;
  /** The button under what was typed with a number in it, but not at its start. */
  textNumber(number: string): string;
  held(because: HoldClauses, waiting: number): string;
  linkedBy(by: string, at: number): string;
  noLog: string;
  log(lines: string[]): string;
  logLine(entry: {
    at: number;
    number: string;
    actor: string;
    state: TextState;
    parts: number;
    cost: string | null;
    logId: string | null;
  }): string;
  /** How many of the last texts can't be read, by the ids for the operator. */
  unreadable(ids: string[]): string;
  /** `command` null: it was a button. */
  modalDidNotOpen(command: string | null): string;
};
