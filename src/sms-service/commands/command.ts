import type { Writable } from 'node:stream';

/** The outside of the program, passed in. */
export interface Terminal {
  stdout: Writable;
  stderr: Writable;
  /** Aborted when the program is asked to stop; asking for it is what makes it catch signals. */
  stopSignal(): AbortSignal;
  /** The environment, where it can take an option's place. */
  environment?: Record<string, string | undefined>;
}

/** The options that any command may take; `parseArgs` keeps unknown ones out. */
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
  /** The names of what has to follow the command's name. */
  operands: string[];
  /**
   * Does it; `operands` are as many as asked for. Throws a Mistake for what cannot be done as asked.
   */
  run(operands: string[], options: Options, terminal: Terminal): void | Promise<void>;
}
