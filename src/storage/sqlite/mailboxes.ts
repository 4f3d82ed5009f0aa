import type { Mail, Mailbox, Mailboxes } from '../ports.ts';
import type { AsideTable } from './aside.ts';
import type { Bodies } from './bodies.ts';
import type { Database } from './database.ts';
import { insertIntent } from './intents.ts';
import { putLetter } from './letters.ts';

/** More letters than this, or more bytes of them, are looked at in several turns. */
const LETTERS = 100;
const LETTER_BYTES = 1024 * 1024;

/** Mailboxes. Nobody else has this store, so a lease found at the start is of a process that is gone. */
export function createMailboxes(db: Database, bodies: Bodies, aside: AsideTable): Mailboxes {
  db.run('UPDATE mailboxes SET due_at = 0, leased_until = 0 WHERE leased_until > 0');

  function read(row: Record<string, unknown>): Mail {
    const box = {
      kind: String(row.kind) as Mailbox['kind'],
      workspace: String(row.workspace),
      name: String(row.name),
    };
    const letters = db.all(
      `SELECT body FROM (
         SELECT id, body, SUM(OCTET_LENGTH(body)) OVER (ORDER BY id) - OCTET_LENGTH(body) AS before
         FROM letters WHERE kind = ? AND workspace = ? AND name = ? ORDER BY id LIMIT ? + 0)
       WHERE before < ? ORDER BY id`,
      box.kind,
      box.workspace,
      box.name,
      LETTERS,
      LETTER_BYTES,
    );
    return {
      box,
      version: Number(row.version),
      state: row.state === null ? null : String(row.state),
      letters: letters.map(letter => String(letter.body)),
    };
  }

  return {
    put: ({ id, box, body, sameness }, now) =>
      db.write(() => {
        if (sameness) {
          const { identity, digest, forMs, ends } = sameness;
          const known = db.get(
            'SELECT letter, digest FROM letter_identities WHERE workspace = ? AND identity = ? AND until > ?',
            box.workspace,
            identity,
            now,
          );
          if (known) {
            const kind = known.digest === digest ? ('known' as const) : ('conflict' as const);
            return { kind, id: String(known.letter) };
          }
          db.run(
            `INSERT INTO letter_identities (workspace, identity, letter, digest, until) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (workspace, identity) DO UPDATE
               SET letter = excluded.letter, digest = excluded.digest, until = excluded.until`,
            box.workspace,
            identity,
            id,
            digest,
            now + forMs,
          );
          db.run('DELETE FROM letter_identities WHERE workspace = ? AND identity = ?', box.workspace, ends);
        }
        putLetter(db, box, body, now);
        return { kind: 'added', id };
      }),

    lease: (kind, now, leaseUntil, limit) =>
      db.write(() => {
        const rows = db.all(
          'SELECT * FROM mailboxes WHERE kind = ? AND due_at <= ? ORDER BY due_at LIMIT ? + 0',
          kind,
          now,
          limit,
        );
        const leased = rows.map(read);
        for (const { box } of leased) {
          db.run(
            'UPDATE mailboxes SET due_at = ?1, leased_until = ?1 WHERE kind = ?2 AND workspace = ?3 AND name = ?4',
            leaseUntil,
            box.kind,
            box.workspace,
            box.name,
          );
        }
        return leased;
      }),

    commit: ({ box, version, letters: taken }, { state, dueAt, intents, letters, unreadable }, now) =>
      db.write(() => {
        const { kind, workspace, name } = box;
        const changed = db.run(
          `UPDATE mailboxes SET version = version + 1, state = ?, due_at = ?, leased_until = 0
           WHERE kind = ? AND workspace = ? AND name = ? AND version = ?`,
          state,
          dueAt,
          kind,
          workspace,
          name,
          version,
        );
        if (changed === 0) return false;
        db.run(
          `DELETE FROM letters WHERE id IN (
             SELECT id FROM letters WHERE kind = ? AND workspace = ? AND name = ? ORDER BY id LIMIT ? + 0)`,
          kind,
          workspace,
          name,
          taken.length,
        );
        db.run(
          `UPDATE mailboxes SET due_at = ?4 WHERE kind = ?1 AND workspace = ?2 AND name = ?3
             AND EXISTS (SELECT 1 FROM letters WHERE kind = ?1 AND workspace = ?2 AND name = ?3)`,
          kind,
          workspace,
          name,
          now,
        );
        for (const intent of intents) insertIntent(db, bodies, intent, { dueAt: now });
        for (const letter of letters) putLetter(db, letter.box, letter.body, now);
        for (const { id, body, why } of unreadable) {
          aside.put({ kind: 'letter', id, workspace, at: now, why, kept: { kind, name, body } });
        }
        return true;
      }),

    nextDue: async kind => {
      const row = db.get(
        'SELECT MIN(due_at) AS due FROM mailboxes WHERE kind = ? AND due_at IS NOT NULL',
        kind,
      );
      return row?.due == null ? null : Number(row.due);
    },

    hasten: (kind, now) =>
      db.write(() => {
        db.run(
          'UPDATE mailboxes SET due_at = ?1 WHERE kind = ?2 AND due_at > ?1 AND leased_until <= ?1',
          now,
          kind,
        );
      }),

    sweep: (now, limit) =>
      db.write(() =>
        db.run(
          `DELETE FROM letter_identities WHERE rowid IN (
             SELECT rowid FROM letter_identities WHERE until <= ? LIMIT ? + 0)`,
          now,
          limit,
        ),
      ),
  };
}
