import type { Mailbox } from '../ports.ts';
import type { Database } from './database.ts';

/** Puts a letter into a mailbox. Part of a larger step: call it inside `write`. */
export function putLetter(db: Database, { kind, workspace, name }: Mailbox, body: string, now: number): void {
  db.run(
    'INSERT INTO letters (kind, workspace, name, body) VALUES (?, ?, ?, ?)',
    kind,
    workspace,
    name,
    body,
  );
  // While somebody has it leased, it is looked at again when that ends.
  db.run(
    `INSERT INTO mailboxes (kind, workspace, name, due_at) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (kind, workspace, name) DO UPDATE SET due_at = CASE WHEN leased_until > ?4 THEN due_at
       ELSE MIN(COALESCE(due_at, ?4), ?4) END`,
    kind,
    workspace,
    name,
    now,
  );
}
