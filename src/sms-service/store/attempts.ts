import type { DatabaseSync } from 'node:sqlite';
import type { WrongTries } from '../people/attempts.ts';
import { hashOf } from './secrets.ts';

/** Wrong attempts to sign in, by what they were about; stored under hashes, since anything may have been typed. */
export interface Attempts {
  read(subject: string): WrongTries;
  write(subject: string, wrong: WrongTries): void;
  /** Forgets those whose last attempt was before then. */
  sweep(before: number): void;
}

export function createAttempts(database: DatabaseSync): Attempts {
  const select = database.prepare('SELECT wrong FROM sign_in_attempts WHERE subject = ?');
  const upsert = database.prepare(
    `INSERT INTO sign_in_attempts (subject, wrong, last_at) VALUES (?, ?, ?)
     ON CONFLICT (subject) DO UPDATE SET wrong = excluded.wrong, last_at = excluded.last_at`,
  );
  const remove = database.prepare('DELETE FROM sign_in_attempts WHERE subject = ?');
  const expire = database.prepare('DELETE FROM sign_in_attempts WHERE last_at < ?');

  return {
    read: subject => JSON.parse(String(select.get(hashOf(subject))?.wrong ?? '[]')) as WrongTries,
    write(subject, wrong) {
      const last = wrong.at(-1);
      if (last === undefined) remove.run(hashOf(subject));
      else upsert.run(hashOf(subject), JSON.stringify(wrong), last);
    },
    sweep: before => void expire.run(before),
  };
}
