import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { Argument, Command } from 'commander';
import { createManagement, type Management } from '../management.ts';
import { Mistake } from '../mistake.ts';
import { databasePath } from '../store/database.ts';
import { openStore } from '../store/store.ts';

const DEFAULT_DATA_DIR = './data/sms-service';

/** The world outside the program, passed in. */
export interface Terminal {
  stdout: Writable;
  stderr: Writable;
  /** Aborted when the program is asked to stop. Signals are caught only once somebody asks for this. */
  stopSignal(): AbortSignal;
  /** The environment, for options that it can replace. */
  environment?: Record<string, string | undefined>;
}

/** The options that every command takes. */
export interface Common {
  data: string;
  json: boolean;
}

/** One command, with the options that all take; `summary` is one line. */
export function command(name: string, summary: string): Command {
  return new Command(name)
    .description(summary)
    .option('--data <DIR>', 'where the data is', DEFAULT_DATA_DIR)
    .option('--json', 'print one JSON value', false);
}

/** Reads an id: a whole number from 1. */
export function parseId(written: string): number {
  if (/^[1-9]\d{0,14}$/.test(written)) return Number(written);
  throw new Mistake(`"${written}" is not an id: a whole number such as 1.`);
}

/** An operand that is an id. */
export function idOperand(name: string): Argument {
  return new Argument(`<${name}>`).argParser(parseId);
}

/** Several commands that begin with the same word. */
export function group(name: string, summary: string, commands: Command[]): Command {
  const made = new Command(name).description(summary).argument('[words...]').allowUnknownOption();
  for (const each of commands) made.addCommand(each);
  return made.action(() => {
    throw new Mistake(`Say which: ${commands.map(each => `"${name} ${each.name()}"`).join(', ')}.`);
  });
}

/**
 * Opens the data directory for one command, then closes it. Only `create` makes a missing one: for all other commands
 * it means a mistyped path.
 */
export function withData<T>(dataDir: string, work: (management: Management) => T, create = false): T {
  const { management, close } = openData(dataDir, create);
  try {
    return work(management);
  } finally {
    close();
  }
}

/** The same for a command that takes its time; it has to call `close`. */
export function openData(dataDir: string, create = false): { management: Management; close(): void } {
  if (!create && !existsSync(databasePath(dataDir))) {
    throw new Mistake(`There is no SMS service data in ${dataDir}: "account create" or "serve" makes it.`);
  }
  const store = openStore(dataDir);
  return { management: createManagement(store, Date.now), close: store.close };
}
