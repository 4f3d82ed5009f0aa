import { existsSync } from 'node:fs';
import { Mistake } from '../mistake.ts';
import { backUp, restore } from '../store/backup.ts';
import { databasePath } from '../store/database.ts';
import type { Command } from './command.ts';
import { print } from './output.ts';

export const backupCommands: Command[] = [
  {
    name: 'backup',
    usage: 'FILE',
    summary: 'copy everything into a file; the service may be running',
    options: {},
    operands: ['FILE'],
    run([file = ''], options, terminal) {
      if (!existsSync(databasePath(options.data))) {
        throw new Mistake(`There is no SMS service data in ${options.data}.`);
      }
      backUp(options.data, file);
      print(terminal, options, { file }, `Everything is in ${file}.`);
    },
  },
  {
    name: 'restore',
    usage: 'FILE',
    summary: 'make a new data directory from a backup',
    options: {},
    operands: ['FILE'],
    run([file = ''], options, terminal) {
      const unknown = restore(file, options.data, Date.now());
      const words = `Everything is in ${options.data}. Texts that were waiting for a carrier and are now unknown: ${unknown}.`;
      print(terminal, options, { data: options.data, unknown }, words);
    },
  },
];
