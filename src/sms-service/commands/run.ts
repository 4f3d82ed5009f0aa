import { parseArgs } from 'node:util';
import { Mistake } from '../mistake.ts';
import { mayBeWritten } from '../store/database.ts';
import { accountCommands } from './account.ts';
import { backupCommands } from './backup.ts';
import type { Command, Options, Terminal } from './command.ts';
import { DEFAULT_DATA_DIR } from './data.ts';
import { commandHelp, overview } from './help.ts';
import { keyCommands } from './key.ts';
import { logCommands } from './log.ts';
import { serveCommand } from './serve.ts';
import { userCommands } from './user.ts';

const commands: Command[] = [
  serveCommand,
  ...accountCommands,
  ...keyCommands,
  ...logCommands,
  ...backupCommands,
  ...userCommands,
];

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const optionKinds = {
  data: { ...text, default: DEFAULT_DATA_DIR },
  json: { ...flag, default: false },
  help: { ...flag, default: false, short: 'h' },
  name: text,
  credits: text,
  host: text,
  port: text,
  window: text,
  'price-per-part': text,
  routes: text,
  'metrics-port': text,
  'metrics-host': text,
  'public-url': text,
  email: text,
  role: text,
  account: text,
} as const;

/**
 * Runs one command line and returns the exit code: 0, or 1 after one sentence on stderr about what was wrong. Bugs and
 * disk failures are reported in one sentence too.
 */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    await dispatch(args, terminal);
    return 0;
  } catch (error) {
    terminal.stderr.write(`${sentenceFor(error)}\n`);
    return 1;
  }
}

async function dispatch(args: string[], terminal: Terminal): Promise<void> {
  const { words, given, help } = parse(args);
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word));
  if (command === undefined) {
    const group = commands.filter(({ name }) => words.length === 1 && name.split(' ')[0] === words[0]);
    if (!help) throw new Mistake(unknownCommand(words, group));
    terminal.stdout.write(overview(group.length > 0 ? group : commands));
    return;
  }
  if (help) {
    terminal.stdout.write(commandHelp(command));
    return;
  }
  const operands = words.slice(command.name.split(' ').length);
  checkOperands(command, operands);
  checkOptions(command, given);
  await command.run(operands, given, terminal);
}

function parse(args: string[]): { words: string[]; given: Options; help: boolean } {
  try {
    const { positionals, values } = parseArgs({ args, options: optionKinds, allowPositionals: true });
    const { help, ...given } = values;
    return { words: positionals, given: { ...given }, help };
  } catch (error) {
    // Node's first sentence is followed by advice that doesn't fit here.
    const [sentence = ''] = String((error as Error).message).split(/\. |\n/);
    throw new Mistake(`${sentence.replace(/\.$/, '')}: see --help.`, { cause: error });
  }
}

function unknownCommand(words: string[], group: Command[]): string {
  if (words.length === 0) return 'Say which command to run: --help lists them.';
  if (group.length > 0) return `Say which: ${group.map(({ name }) => `"${name}"`).join(', ')}.`;
  return `There is no command "${words.join(' ')}": --help lists them.`;
}

function checkOperands({ name, operands: wanted }: Command, operands: string[]): void {
  if (operands.length < wanted.length) {
    throw new Mistake(`"${name}" needs ${wanted.slice(operands.length).join(' and ')}: see --help.`);
  }
  const extra = operands[wanted.length];
  if (extra !== undefined) throw new Mistake(`"${name}" does not take "${extra}": see --help.`);
}

function checkOptions({ name, options }: Command, given: Options): void {
  for (const option of Object.keys(given)) {
    if (option !== 'data' && option !== 'json' && !(option in options)) {
      throw new Mistake(`"${name}" does not take --${option}: see --help.`);
    }
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof Mistake) return error.message;
  if (mayBeWritten(error)) {
    return (
      'The SMS service failed: the disk didn’t confirm what was written last, which may be lost. ' +
      'Check the disk, and what was written, before you do anything again.'
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `The SMS service failed: ${reason.replaceAll('\n', ' ')}.`;
}
