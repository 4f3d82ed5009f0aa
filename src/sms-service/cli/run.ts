import { Command, CommanderError } from 'commander';
import { InputError } from '../input-error.ts';
import { mayBeWritten } from '../store/database.ts';
import type { Terminal } from './command.ts';
import { dataCommands } from './commands.ts';
import { harmlessLine } from './output.ts';
import { serveCommand } from './serve.ts';

/**
 * Runs one command line and returns the exit code: 0, or 1 after one sentence on stderr, also for bugs and disk
 * failures.
 */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    terminal.stderr.write(`${harmlessLine(sentenceFor(error))}\n`);
    return 1;
  }
}

function program(terminal: Terminal): Command {
  const root = new Command('npm run sms-service --').description('The SMS service and its commands.');
  for (const each of [serveCommand(terminal), ...dataCommands(terminal)]) root.addCommand(each);
  root
    .argument('[words...]')
    .allowUnknownOption()
    .usage('COMMAND [--data DIR] [--json]')
    .addHelpText(
      'after',
      '\nAdd --help to a command to learn more. All commands work while the service runs.',
    )
    .action((words: string[]) => {
      const [called = ''] = words.join(' ').split(/ ?--/);
      if (called === '') throw new InputError('Say which command to run: --help lists them.');
      throw new InputError(`There is no command "${called}": --help lists them.`);
    });
  for (const each of [root, ...allCommands(root)]) prepare(each, terminal);
  return root;
}

function allCommands(parent: Command): Command[] {
  return parent.commands.flatMap(each => [each, ...allCommands(each)]);
}

function prepare(each: Command, { stdout }: Terminal): void {
  const pathOf = (it: Command): string =>
    it.parent?.parent ? `${pathOf(it.parent)} ${it.name()}` : it.name();
  const operandsOf = (it: Command) => it.registeredArguments.map(operand => operand.name());
  each
    .exitOverride()
    .allowExcessArguments(false)
    .helpCommand(false)
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: () => {} })
    .configureHelp({
      optionTerm: option => option.flags.replaceAll(/[<>]/g, ''),
      // Lists only commands that do something, not their groups.
      visibleCommands: parent => allCommands(parent).filter(({ commands }) => commands.length === 0),
      subcommandTerm: it => [pathOf(it), ...operandsOf(it)].join(' '),
      visibleArguments: () => [],
    });
}

function sentenceFor(error: unknown): string {
  if (error instanceof InputError) return error.message;
  if (error instanceof CommanderError) {
    const message = error.message
      .replace(/^error: /, '')
      .replaceAll(/\.?\n/g, ' ')
      .replace(/\.$/, '');
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}: see --help.`;
  }
  if (mayBeWritten(error)) {
    return (
      'The SMS service failed: the disk didn’t confirm what was written last, which may be lost. ' +
      'Check the disk, and what was written, before you do anything again.'
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `The SMS service failed: ${reason.replaceAll('\n', ' ')}.`;
}
