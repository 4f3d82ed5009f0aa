import type { Command } from './command.ts';
import { DEFAULT_DATA_DIR } from './data.ts';

const CALL = 'npm run sms-service --';

/** The options that every command takes. */
const COMMON = {
  'data DIR': `where the data is (default ${DEFAULT_DATA_DIR})`,
  json: 'print one JSON value',
  help: 'show this help',
};

/** The help of one command. */
export function commandHelp({ name, usage, summary, options }: Command): string {
  const own = Object.entries(options).map(([option, help]) => [`${option} ${placeholder(option)}`, help]);
  return lines([
    `Usage: ${[CALL, name, usage].filter(Boolean).join(' ')}`,
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    ...columns([...own, ...Object.entries(COMMON)].map(([option, help]) => [`--${option}`, help])),
  ]);
}

/** The help for several commands: all of them, or for example the `account` ones. */
export function overview(commands: Command[]): string {
  return lines([
    `Usage: ${CALL} COMMAND [--data DIR] [--json]`,
    '',
    ...columns(commands.map(({ name, operands, summary }) => [[name, ...operands].join(' '), summary])),
    '',
    `Add --help to a command to learn more. All commands work while the service runs.`,
  ]);
}

function placeholder(option: string): string {
  return (
    { 'price-per-part': 'AMOUNT', credits: 'AMOUNT', window: 'KIND', 'public-url': 'URL', account: 'ID' }[
      option
    ] ?? option.toUpperCase()
  );
}

function columns(rows: (string | undefined)[][]): string[] {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`);
}

function lines(all: string[]): string {
  return `${all.join('\n')}\n`;
}
