import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { Argument, Command } from 'commander';
import { createManagement, type Management } from '../management.ts';
import { Mistake } from '../mistake.ts';
import { databasePath } from '../store/database.ts';
import { openStore } from '../store/store.ts';
import { type Printed, print } from './output.ts';

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

/** There is no data where the command was told to look; a mistyped path, for most of them. */
export function demandData({ data }: Common): void {
  if (existsSync(databasePath(data))) return;
  throw new Mistake(`There is no SMS service data in ${data}: "account create" or "serve" makes it.`);
}

/**
 * A command's action: opens the data, does `work` with it and with the command's operands and options, prints what it
 * returns, and closes the data.
 *
 * @param creates whether it may make a data directory that isn't there
 */
export function withData<Given extends unknown[]>(
  { stdout }: Terminal,
  work: (management: Management, ...given: Given) => Printed,
  creates: (options: Common) => boolean = () => false,
) {
  return async (...given: unknown[]): Promise<void> => {
    const options = given.at(-2) as Common;
    if (!creates(options)) demandData(options);
    const store = openStore(options.data);
    try {
      const printed = work(createManagement(store, Date.now), ...(given as Given));
      await print(stdout, printed, options.json);
    } finally {
      store.close();
    }
  };
}
