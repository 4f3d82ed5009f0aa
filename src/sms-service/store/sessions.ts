import type { DatabaseSync } from 'node:sqlite';
import { hashOf, newSecret } from './secrets.ts';

/** Whose session it is, and which account an operator has opened in it. */
export interface Session {
  userId: number;
  openedAccountId: number | null;
}

/** The sessions and one-time links of one database, kept as hashes. Times are milliseconds since the epoch. */
export interface Sessions {
  /** Starts one and returns its token, which is available only this once. */
  begin(userId: number, expiresAt: number): string;
  find(token: string, now: number): Session | null;
  /** Sets the account that an operator has open; null closes it. */
  open(token: string, accountId: number | null): void;
  end(token: string): void;
  endAll(userId: number): void;
  /** Makes the only valid link for a user to choose a password; earlier ones stop working. Returns its token. */
  makeLink(userId: number, expiresAt: number): string;
  /** Whose link it is, while it is valid. */
  findLink(token: string, now: number): number | null;
  endLinks(userId: number): void;
  /** Deletes what has expired. */
  sweep(now: number): void;
}

export function createSessions(database: DatabaseSync): Sessions {
  const insert = database.prepare('INSERT INTO sessions (hash, user_id, expires_at) VALUES (?, ?, ?)');
  const select = database.prepare(
    `SELECT user_id AS userId, opened_account_id AS openedAccountId FROM sessions
     WHERE hash = ? AND expires_at > ?`,
  );
  const setOpened = database.prepare('UPDATE sessions SET opened_account_id = ? WHERE hash = ?');
  const remove = database.prepare('DELETE FROM sessions WHERE hash = ?');
  const removeAll = database.prepare('DELETE FROM sessions WHERE user_id = ?');
  const insertLink = database.prepare(
    'INSERT INTO password_links (hash, user_id, expires_at) VALUES (?, ?, ?)',
  );
  const selectLink = database.prepare(
    'SELECT user_id AS userId FROM password_links WHERE hash = ? AND expires_at > ?',
  );
  const removeLinks = database.prepare('DELETE FROM password_links WHERE user_id = ?');
  const expire = database.prepare('DELETE FROM sessions WHERE expires_at <= ?');
  const expireLinks = database.prepare('DELETE FROM password_links WHERE expires_at <= ?');

  return {
    begin(userId, expiresAt) {
      const { secret, hash } = newSecret();
      insert.run(hash, userId, expiresAt);
      return secret;
    },
    find(token, now) {
      const row = select.get(hashOf(token), now);
      if (row === undefined) return null;
      const opened = row.openedAccountId;
      return { userId: Number(row.userId), openedAccountId: opened === null ? null : Number(opened) };
    },
    open: (token, accountId) => void setOpened.run(accountId, hashOf(token)),
    end: token => void remove.run(hashOf(token)),
    endAll: userId => void removeAll.run(userId),
    makeLink(userId, expiresAt) {
      const { secret, hash } = newSecret();
      removeLinks.run(userId);
      insertLink.run(hash, userId, expiresAt);
      return secret;
    },
    findLink(token, now) {
      const row = selectLink.get(hashOf(token), now);
      return row === undefined ? null : Number(row.userId);
    },
    endLinks: userId => void removeLinks.run(userId),
    sweep(now) {
      expire.run(now);
      expireLinks.run(now);
    },
  };
}
