import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { Argument, Command } from 'commander';
import { InputError } from '../input-error.ts';
import { createManagement, type Management } from '../management.ts';
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

/**
 * One command, with the options that all take; `summary` is one line.
 *
 * @param written its name and operands, such as `topup <ID> <AMOUNT>`; an operand that ends in ID is an id
 */
export function command(written: string, summary: string): Command {
  const [name, ...operands] = written.split(' ');
  const made = new Command(name)
    .description(summary)
    .option('--data <DIR>', 'where the data is', DEFAULT_DATA_DIR)
    .option('--json', 'print one JSON value', false);
  for (const operand of operands) {
    const argument = new Argument(operand);
    made.addArgument(operand.endsWith('ID>') ? argument.argParser(parseId) : argument);
  }
  return made;
}

/** Reads an id: a whole number from 1. */
export function parseId(written: string): number {
  if (/^[1-9]\d{0,14}$/.test(written)) return Number(written);
  throw new InputError(`"${written}" is not an id: a whole number such as 1.`);
}

/** Several commands that begin with the same word. */
export function group(name: string, summary: string, commands: Command[]): Command {
  const made = new Command(name).description(summary).argument('[words...]').allowUnknownOption();
  for (const each of commands) made.addCommand(each);
  return made.action(() => {
    throw new InputError(`Say which: ${commands.map(each => `"${name} ${each.name()}"`).join(', ')}.`);
  });
}

/** There is no data where the command was told to look; a mistyped path, for most of them. */
export function demandData({ data }: Common): void {
  if (existsSync(databasePath(data))) return;
  throw new InputError(`There is no SMS service data in ${data}: "account create" or "serve" makes it.`);
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
