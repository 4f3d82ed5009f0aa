import type { Writable } from 'node:stream';

/** The world outside the program, passed in. */
export interface Terminal {
  stdout: Writable;
  stderr: Writable;
  /** Aborted when the program is asked to stop. Signals are caught only once somebody asks for this. */
  stopSignal(): AbortSignal;
  /** The environment, for options that it can replace. */
  environment?: Record<string, string | undefined>;
}

/** The options that any command may take; `parseArgs` refuses others. */
export interface Options {
  data: string;
  json: boolean;
  name?: string;
  credits?: string;
  host?: string;
  port?: string;
  window?: string;
  'price-per-part'?: string;
  routes?: string;
  'metrics-port'?: string;
  'metrics-host'?: string;
  'public-url'?: string;
  email?: string;
  role?: string;
  account?: string;
}

/** One command of the program: `account create`, `serve`. */
export interface Command {
  /** The words that call it. */
  name: string;
  /** What follows the name, for the help. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** The options it takes besides --data, --json and --help, each with its line of help. */
  options: Partial<Record<keyof Options, string>>;
  /** The names of the operands that must follow the command's name. */
  operands: string[];
  /** Runs it, with as many `operands` as required. Throws a Mistake if it can't be done as asked. */
  run(operands: string[], options: Options, terminal: Terminal): void | Promise<void>;
}
