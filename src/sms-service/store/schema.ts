import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';
import { migrations } from './migrations/index.ts';

/** Migrates a database, empty or of an earlier version, to today's tables; call it inside a transaction. */
export function migrate(database: DatabaseSync): void {
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (found > migrations.length) {
    throw new Mistake('The data directory was written by a newer version of the SMS service.');
  }
  for (const step of migrations.slice(found)) database.exec(step);
  if (found < migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`);
}
