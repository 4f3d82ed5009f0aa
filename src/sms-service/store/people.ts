import { InputError } from '../input-error.ts';
import type { Role } from '../people/roles.ts';
import { existing, hashOf, newSecret, type Row, type Sql } from './database.ts';
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

/** The users of one database; removed ones don't appear. The secrets of their second factors are sealed. */
export function createUsers(sql: Sql, sealing: Sealing) {
  const users = sql.rows(asUser);
  const proofs = sql.rows<{ password: string | null; totpSecret: string | null; totpStep: number }>();
  const counts = sql.rows<{ many: number }>();
  const ownerOf = (id: number) => `the second factor of user ${id}`;
  const written = (email: string) => email.trim().toLowerCase();
  const get = (id: number) =>
    existing(users.one`SELECT * FROM users WHERE id = ${id} AND removedAt IS NULL`, `user ${id}`);
  const byEmail = (email: string) =>
    users.one`SELECT * FROM users WHERE email = ${written(email)} AND removedAt IS NULL`;
  const proofOf = (id: number) =>
    proofs.one`SELECT password, totpSecret, totpStep FROM users WHERE id = ${id} AND removedAt IS NULL`;

  /** In place of any that they had; call it inside a transaction. */
  function setRecoveryCodes(userId: number, codes: readonly string[]): void {
    sql.run`DELETE FROM recovery_codes WHERE userId = ${userId}`;
    for (const code of codes) sql.insert('recovery_codes', { userId, hash: hashOf(code) });
  }

  return {
    /** An InputError if somebody already has this e-mail address. */
    create({ accountId, email, role }: Pick<User, 'accountId' | 'email' | 'role'>, now: number): User {
      if (byEmail(email) !== null) {
        const words = `There is already a user with the e-mail address ${written(email)}.`;
        throw new InputError(words, { kind: 'email-taken' });
      }
      return get(sql.insert('users', { accountId, email: written(email), role, createdAt: now }));
    },
    remove(id: number, now: number): void {
      sql.run`UPDATE users SET removedAt = ${now}, password = NULL, totpSecret = NULL WHERE id = ${id}`;
      setRecoveryCodes(id, []);
    },
    setPassword: (id: number, hash: string) =>
      sql.run`UPDATE users SET password = ${hash} WHERE id = ${id} AND removedAt IS NULL`,
    /** Turns the second factor on, or with null off, and its recovery codes with it; call it inside a transaction. */
    setSecondFactor(id: number, factor: SecondFactor | null): void {
      if (factor === null) setRecoveryCodes(id, []);
      const sealed = factor && sealing.seal(factor.secret, ownerOf(id));
      sql.run`UPDATE users SET totpSecret = ${sealed}, totpStep = ${factor?.step ?? 0}
        WHERE id = ${id} AND removedAt IS NULL`;
    },
    setRecoveryCodes,
    /** Whether it was one of theirs; it is none any more. */
    takeRecoveryCode: (id: number, code: string): boolean =>
      sql.run`DELETE FROM recovery_codes WHERE userId = ${id} AND hash = ${hashOf(code)}` > 0,
    recoveryCodesLeft: (id: number): number =>
      counts.one`SELECT COUNT(*) AS many FROM recovery_codes WHERE userId = ${id}`?.many ?? 0,
    /** An InputError if there is none. */
    get,
    byEmail,
    /** The password's hash; null: there is no such user, or no password yet. */
    passwordHash: (id: number) => proofOf(id)?.password ?? null,
    secondFactor(id: number): SecondFactor | null {
      const { totpSecret = null, totpStep: step = 0 } = proofOf(id) ?? {};
      return totpSecret === null ? null : { secret: sealing.open(totpSecret, ownerOf(id)), step };
    },
    /** The users of an account, read one by one; null: the operators. */
    each: (accountId: number | null) =>
      users.each`SELECT * FROM users WHERE accountId IS ${accountId} AND removedAt IS NULL ORDER BY id`,
  };
}

function asUser({ password, totpSecret, totpStep: _, removedAt: __, ...user }: Row): User {
  return { ...user, hasPassword: password !== null, hasSecondFactor: totpSecret !== null } as User;
}

/** The sessions and one-time links of one database, kept as hashes. Times are milliseconds since the epoch. */
export function createSessions(sql: Sql) {
  const sessions = sql.rows<Session>();
  const endLinks = (userId: number) => sql.run`DELETE FROM password_links WHERE userId = ${userId}`;

  return {
    /** Starts one and returns its token, which is available only this once; one that awaits a code lets nobody in. */
    begin(userId: number, expiresAt: number, awaitsCode = false): string {
      const { secret, hash } = newSecret();
      sql.insert('sessions', { hash, userId, expiresAt, awaitsCode: Number(awaitsCode) });
      return secret;
    },
    find: (token: string, now: number, awaitsCode = false) =>
      sessions.one`SELECT userId, openedAccountId FROM sessions
        WHERE hash = ${hashOf(token)} AND expiresAt > ${now} AND awaitsCode = ${Number(awaitsCode)}`,
    /** Sets the account that an operator has open; null closes it. */
    open: (token: string, accountId: number | null) =>
      sql.run`UPDATE sessions SET openedAccountId = ${accountId} WHERE hash = ${hashOf(token)}`,
    end: (token: string) => sql.run`DELETE FROM sessions WHERE hash = ${hashOf(token)}`,
    /** Ends all of a user's, or all but one. */
    endAll: (userId: number, butToken = '') =>
      sql.run`DELETE FROM sessions WHERE userId = ${userId} AND hash <> ${hashOf(butToken)}`,
    /** Makes the only valid link for a user to choose a password; earlier ones stop working. Returns its token. */
    makeLink(userId: number, expiresAt: number): string {
      const { secret, hash } = newSecret();
      endLinks(userId);
      sql.insert('password_links', { hash, userId, expiresAt });
      return secret;
    },
    /** Whose link it is, while it is valid. */
    findLink(token: string, now: number): number | null {
      const hash = hashOf(token);
      const link = sessions.one`SELECT userId FROM password_links WHERE hash = ${hash} AND expiresAt > ${now}`;
      return link?.userId ?? null;
    },
    endLinks,
    /** Deletes what has expired. */
    sweep(now: number): void {
      sql.run`DELETE FROM sessions WHERE expiresAt <= ${now}`;
      sql.run`DELETE FROM password_links WHERE expiresAt <= ${now}`;
    },
  };
}

/** Wrong attempts to sign in, by what they were about; stored under hashes, since anything may have been typed. */
export function createAttempts(sql: Sql) {
  const tries = sql.rows(({ wrong }) => JSON.parse(String(wrong)) as readonly number[]);
  return {
    /** The times of those that still count. */
    read: (subject: string) =>
      tries.one`SELECT wrong FROM sign_in_attempts WHERE subject = ${hashOf(subject)}` ?? [],
    write(subject: string, wrong: readonly number[]): void {
      const [hash, lastAt] = [hashOf(subject), wrong.at(-1)];
      if (lastAt === undefined) sql.run`DELETE FROM sign_in_attempts WHERE subject = ${hash}`;
      else sql.replace('sign_in_attempts', { subject: hash, wrong: JSON.stringify(wrong), lastAt });
    },
    /** Forgets those whose last attempt was before then. */
    sweep: (before: number) => sql.run`DELETE FROM sign_in_attempts WHERE lastAt < ${before}`,
  };
}
