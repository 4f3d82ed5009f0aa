import { ConfigError, readConfig, secretsOf } from '../config.ts';
import { FEATURES, wordingIn } from '../features.ts';
import { systemTime } from '../kit/clock.ts';
import { ownOf } from '../kit/own.ts';
import { type OperatorProgram, type ProgramContext, Refusal } from '../kit/program.ts';
import { StorageError } from '../kit/store/errors.ts';
import { printError, printLines } from '../kit/terminal.ts';
import { createLog } from '../log.ts';
import { openStorage } from '../wiring/storage.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { plainLog } from './plain-log.ts';
import { quarantine } from './quarantine.ts';
import { restore } from './restore.ts';

/* Runs a program for operators, by its name: the app's own, or a feature's. `package.json` has a script for each. */

const PROGRAMS: Readonly<Record<string, OperatorProgram>> = Object.assign(
  { quarantine, backup, restore, doctor },
  ...FEATURES.map(({ programs }) => programs),
);

const print = (lines: readonly string[]): void => printLines(process.stdout, lines);

function open(): ProgramContext {
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn', stream: plainLog(process.stderr), secrets: secretsOf(config) });
  const newId = (): string => crypto.randomUUID();
  return {
    config,
    words: wordingIn(config.language),
    features: FEATURES,
    log,
    newId,
    openStorage: () => openStorage(config.storage, { time: systemTime, newId, log }),
    print,
  };
}

const [name = '', ...args] = process.argv.slice(2);
try {
  const program = ownOf(PROGRAMS, name);
  if (!program)
    throw new Refusal(`There is no program ${name}. There are: ${Object.keys(PROGRAMS).join(', ')}.`);
  process.exitCode = await program(args, open, { nodeVersion: process.versions.node, print });
} catch (error) {
  const isExpected =
    error instanceof ConfigError || error instanceof StorageError || error instanceof Refusal;
  printError(process.stderr, String(isExpected ? error.message : (error as Error).stack));
  process.exitCode = 1;
}
process.exit();
