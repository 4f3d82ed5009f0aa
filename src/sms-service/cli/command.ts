import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { Argument, Command } from 'commander';
import { InputError } from '../input-error.ts';
import { createManagement, type Management } from '../management.ts';
import { databasePath } from '../store/database.ts';
import { openStore } from '../store/store.ts';
import { type Printed, print } from './output.ts';

const DEFAULT_DATA_DIR = './data/sms-service';

/** The parts of the process that a command uses. Tests pass their own. */
export interface Terminal {
  stdout: Writable;
  stderr: Writable;
  /** Aborted when the program is asked to stop. Signals are caught only from the first call on. */
  stopSignal(): AbortSignal;
  environment?: Record<string, string | undefined>;
}

/** Options of every command. */
export interface Common {
  data: string;
  json: boolean;
}

/**
 * Builds a command with the common options. `summary` is one line.
 *
 * @param usage its name and operands, such as `topup <ID> <AMOUNT>`; an operand that ends in ID is an id
 */
export function command(usage: string, summary: string): Command {
  const [name, ...operands] = usage.split(' ');
  const built = new Command(name)
    .description(summary)
    .option('--data <DIR>', 'where the data is', DEFAULT_DATA_DIR)
    .option('--json', 'print one JSON value', false);
  for (const operand of operands) {
    const argument = new Argument(operand);
    built.addArgument(operand.endsWith('ID>') ? argument.argParser(parseId) : argument);
  }
  return built;
}

export function parseId(input: string): number {
  if (/^[1-9]\d{0,14}$/.test(input)) return Number(input);
  throw new InputError(`"${input}" is not an id: a whole number such as 1.`);
}

/** Groups commands that begin with the same word. */
export function group(name: string, summary: string, commands: Command[]): Command {
  const built = new Command(name).description(summary).argument('[words...]').allowUnknownOption();
  for (const each of commands) built.addCommand(each);
  return built.action(() => {
    throw new InputError(`Say which: ${commands.map(each => `"${name} ${each.name()}"`).join(', ')}.`);
  });
}

/** Throws if there is no data, because a mistyped path must not create an empty database. */
export function demandData({ data }: Common): void {
  if (existsSync(databasePath(data))) return;
  throw new InputError(`There is no SMS service data in ${data}: "account create" or "serve" makes it.`);
}

/**
 * Builds a command's action: opens the data, runs `work` with the command's operands and options, prints its result,
 * and closes the data.
 *
 * @param creates true if it may create the data directory
 */
export function withData<Args extends unknown[]>(
  { stdout }: Terminal,
  work: (management: Management, ...args: Args) => Printed,
  creates: (options: Common) => boolean = () => false,
) {
  return async (...args: unknown[]): Promise<void> => {
    const options = args.at(-2) as Common;
    if (!creates(options)) demandData(options);
    const store = openStore(options.data);
    try {
      const printed = work(createManagement(store, Date.now), ...(args as Args));
      await print(stdout, printed, options.json);
    } finally {
      store.close();
    }
  };
}
