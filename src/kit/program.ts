import type { Log } from '../log.ts';
import type { Config } from './config.ts';
import type { AnyFeature } from './feature.ts';
import type { Storage } from './store/storage.ts';
import type { Wording } from './words/wording.ts';

/**
 * A program for operators: `npm run <name> -- <args>` runs it by `src/commands/run.ts`. With SQLite the app has to be stopped
 * meanwhile; with Redis it may run.
 *
 * @param open reads the environment, so that a mistake in the arguments is reported first
 * @param machine this process, for a program that runs without a usable environment, too
 * @returns the exit code
 * @throws Refusal, ConfigError or StorageError for a problem that the operator can fix
 */
export type OperatorProgram = (
  args: readonly string[],
  open: () => ProgramContext,
  machine: Machine,
) => Promise<number>;

/** There even if the environment can't be read. */
export type Machine = { nodeVersion: string; print(lines: readonly string[]): void };

export type ProgramContext = {
  config: Config;
  /** All sentences in the app's language. */
  words: Wording;
  features: readonly AnyFeature[];
  log: Log;
  newId: () => string;
  /** Opens the store; the program must close it. */
  openStorage(): Promise<Storage>;
  print(lines: readonly string[]): void;
};

/** The operator asked for something that can't be done; its message says why. */
export class Refusal extends Error {}

declare module './feature.ts' {
  interface AnyFeature {
    /** Its programs for operators, by the name after `npm run`. */
    programs?: Readonly<Record<string, OperatorProgram>>;
  }
}
