import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';
import type { Role } from '../people/roles.ts';
import { existing, hashOf, newSecret, type Row, reading } from './database.ts';
import type { Sealing } from './sealing.ts';

/** Somebody who signs in. An operator belongs to no account; the others belong to one. */
export interface User {
  id: number;
  accountId: number | null;
  /** In lower case. */
  email: string;
  role: Role;
  /** Whether there is a password yet; without one, they can't sign in. */
  hasPassword: boolean;
  /** Whether signing in takes a code from their phone, too. */
  hasSecondFactor: boolean;
  createdAt: number;
}

/** What their codes are computed from: never shown again, never sent. */
export interface SecondFactor {
  secret: string;
  /** The time step of the last code that was taken: each is good once. */
  step: number;
}

/** Whose session it is, and which account an operator has opened in it. */
export interface Session {
  userId: number;
  openedAccountId: number | null;
}

const USER = `id, account_id AS accountId, email, role, created_at AS createdAt, password IS NOT NULL AS hasPassword,
  totp_secret IS NOT NULL AS hasSecondFactor`;
const HERE = 'removed_at IS NULL';

/** The users of one database; removed ones don't appear. The secrets of their second factors are sealed. */
export function createUsers(database: DatabaseSync, sealing: Sealing) {
  const read = (sql: string) => reading(database, sql, asUser);
  const insert = read(
    `INSERT INTO users (account_id, email, role, created_at) VALUES (?, ?, ?, ?) RETURNING ${USER}`,
  );
  const setRemoved = database.prepare(
    'UPDATE users SET removed_at = ?, password = NULL, totp_secret = NULL WHERE id = ?',
  );
  const setHash = database.prepare(`UPDATE users SET password = ? WHERE id = ? AND ${HERE}`);
  const setTotp = database.prepare(
    `UPDATE users SET totp_secret = ?, totp_step = ? WHERE id = ? AND ${HERE}`,
  );
  const select = read(`SELECT ${USER} FROM users WHERE id = ? AND ${HERE}`);
  const withEmail = read(`SELECT ${USER} FROM users WHERE email = ? AND ${HERE}`);
  const proofs = reading<{ password: string | null; sealed: string | null; step: number }>(
    database,
    `SELECT password, totp_secret AS sealed, totp_step AS step FROM users WHERE id = ? AND ${HERE}`,
  );
  const ofAccount = read(`SELECT ${USER} FROM users WHERE account_id IS ? AND ${HERE} ORDER BY id`);
  const ownerOf = (id: number) => `the second factor of user ${id}`;
  const written = (email: string) => email.trim().toLowerCase();

  return {
    /** A Mistake if somebody already has this e-mail address. */
    create({ accountId, email, role }: Pick<User, 'accountId' | 'email' | 'role'>, now: number): User {
      if (withEmail.one(written(email)) !== null) {
        const words = `There is already a user with the e-mail address ${written(email)}.`;
        throw new Mistake(words, { kind: 'email-taken' });
      }
      return existing(insert.one(accountId, written(email), role, now), 'new user');
    },
    remove: (id: number, now: number) => void setRemoved.run(now, id),
    setPassword: (id: number, hash: string) => void setHash.run(hash, id),
    /** Turns the second factor on, or with null off; call it inside a transaction. */
    setSecondFactor(id: number, factor: SecondFactor | null): void {
      setTotp.run(factor && sealing.seal(factor.secret, ownerOf(id)), factor?.step ?? 0, id);
    },
    /** A Mistake if there is none. */
    get: (id: number) => existing(select.one(id), `user ${id}`),
    byEmail: (email: string) => withEmail.one(written(email)),
    /** The password's hash; null: there is no such user, or no password yet. */
    passwordHash: (id: number) => proofs.one(id)?.password ?? null,
    secondFactor(id: number): SecondFactor | null {
      const found = proofs.one(id);
      return found?.sealed ? { secret: sealing.open(found.sealed, ownerOf(id)), step: found.step } : null;
    },
    /** The users of an account, read one by one; null: the operators. */
    each: (accountId: number | null) => ofAccount.each(accountId),
  };
}

function asUser(row: Row): User {
  return { ...row, hasPassword: row.hasPassword === 1, hasSecondFactor: row.hasSecondFactor === 1 } as User;
}

/** The sessions and one-time links of one database, kept as hashes. Times are milliseconds since the epoch. */
export function createSessions(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO sessions (hash, user_id, expires_at, awaits_code) VALUES (?, ?, ?, ?)',
  );
  const select = reading<Session>(
    database,
    `SELECT user_id AS userId, opened_account_id AS openedAccountId FROM sessions
     WHERE hash = ? AND expires_at > ? AND awaits_code = ?`,
  );
  const setOpened = database.prepare('UPDATE sessions SET opened_account_id = ? WHERE hash = ?');
  const remove = database.prepare('DELETE FROM sessions WHERE hash = ?');
  const removeAll = database.prepare('DELETE FROM sessions WHERE user_id = ? AND hash <> ?');
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
    /** Starts one and returns its token, which is available only this once; one that awaits a code lets nobody in. */
    begin(userId: number, expiresAt: number, awaitsCode = false): string {
      const { secret, hash } = newSecret();
      insert.run(hash, userId, expiresAt, Number(awaitsCode));
      return secret;
    },
    find: (token: string, now: number, awaitsCode = false) =>
      select.one(hashOf(token), now, Number(awaitsCode)),
    /** Sets the account that an operator has open; null closes it. */
    open: (token: string, accountId: number | null) => void setOpened.run(accountId, hashOf(token)),
    end: (token: string) => void remove.run(hashOf(token)),
    /** Ends all of a user's, or all but one. */
    endAll: (userId: number, butToken = '') => void removeAll.run(userId, hashOf(butToken)),
    /** Makes the only valid link for a user to choose a password; earlier ones stop working. Returns its token. */
    makeLink(userId: number, expiresAt: number): string {
      const { secret, hash } = newSecret();
      removeLinks.run(userId);
      insertLink.run(hash, userId, expiresAt);
      return secret;
    },
    /** Whose link it is, while it is valid. */
    findLink: (token: string, now: number) =>
      (selectLink.get(hashOf(token), now)?.userId ?? null) as number | null,
    endLinks: (userId: number) => void removeLinks.run(userId),
    /** Deletes what has expired. */
    sweep(now: number): void {
      expire.run(now);
      expireLinks.run(now);
    },
  };
}

/** Wrong attempts to sign in, by what they were about; stored under hashes, since anything may have been typed. */
export function createAttempts(database: DatabaseSync) {
  const select = database.prepare('SELECT wrong FROM sign_in_attempts WHERE subject = ?');
  const upsert = database.prepare(
    `INSERT INTO sign_in_attempts (subject, wrong, last_at) VALUES (?, ?, ?)
     ON CONFLICT (subject) DO UPDATE SET wrong = excluded.wrong, last_at = excluded.last_at`,
  );
  const remove = database.prepare('DELETE FROM sign_in_attempts WHERE subject = ?');
  const expire = database.prepare('DELETE FROM sign_in_attempts WHERE last_at < ?');

  return {
    /** The times of those that still count. */
    read: (subject: string) =>
      JSON.parse(String(select.get(hashOf(subject))?.wrong ?? '[]')) as readonly number[],
    write(subject: string, wrong: readonly number[]): void {
      const last = wrong.at(-1);
      if (last === undefined) remove.run(hashOf(subject));
      else upsert.run(hashOf(subject), JSON.stringify(wrong), last);
    },
    /** Forgets those whose last attempt was before then. */
    sweep: (before: number) => void expire.run(before),
  };
}
