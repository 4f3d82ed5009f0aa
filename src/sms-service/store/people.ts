import { InputError } from '../input-error.ts';
import type { Role } from '../people/roles.ts';
import { existing, hashOf, newSecret, type Row, type Sql } from './database.ts';
import type { Sealing } from './sealing.ts';

/** A user of the dashboard. Operators belong to no account. */
export interface User {
  id: number;
  accountId: number | null;
  /** In lower case. */
  email: string;
  role: Role;
  /** False until the user has chosen one; until then they can't sign in. */
  hasPassword: boolean;
  /** True if signing in also takes a code from the user's phone. */
  hasSecondFactor: boolean;
  createdAt: number;
}

/** A user's second factor. Once it is on, its secret never leaves the service. */
export interface SecondFactor {
  secret: string;
  /** The time step of the last accepted code, because each is good once. */
  step: number;
}

/** `openedAccountId`: the account that an operator has opened. */
export interface Session {
  userId: number;
  openedAccountId: number | null;
}

/** Removed users don't appear. The secrets of second factors are stored sealed. */
export function createUsers(sql: Sql, sealing: Sealing) {
  const users = sql.rows(asUser);
  const proofs = sql.rows<{ password: string | null; totpSecret: string | null; totpStep: number }>();
  const counts = sql.rows<{ count: number }>();
  const ownerOf = (id: number) => `the second factor of user ${id}`;
  const normalised = (email: string) => email.trim().toLowerCase();
  const get = (id: number) =>
    existing(users.first`SELECT * FROM users WHERE id = ${id} AND removedAt IS NULL`, `user ${id}`);
  const byEmail = (email: string) =>
    users.first`SELECT * FROM users WHERE email = ${normalised(email)} AND removedAt IS NULL`;
  const proofOf = (id: number) =>
    proofs.first`SELECT password, totpSecret, totpStep FROM users WHERE id = ${id} AND removedAt IS NULL`;

  /** Replaces all earlier codes. Call it inside a transaction. */
  function setRecoveryCodes(userId: number, codes: readonly string[]): void {
    sql.run`DELETE FROM recovery_codes WHERE userId = ${userId}`;
    for (const code of codes) sql.insert('recovery_codes', { userId, hash: hashOf(code) });
  }

  return {
    /** Throws an InputError if another user has this e-mail address. */
    create({ accountId, email, role }: Pick<User, 'accountId' | 'email' | 'role'>, now: number): User {
      if (byEmail(email) !== null) {
        const message = `There is already a user with the e-mail address ${normalised(email)}.`;
        throw new InputError(message, { kind: 'email-taken' });
      }
      return get(sql.insert('users', { accountId, email: normalised(email), role, createdAt: now }));
    },
    remove(id: number, now: number): void {
      sql.run`UPDATE users SET removedAt = ${now}, password = NULL, totpSecret = NULL WHERE id = ${id}`;
      setRecoveryCodes(id, []);
    },
    setPassword: (id: number, hash: string) =>
      sql.run`UPDATE users SET password = ${hash} WHERE id = ${id} AND removedAt IS NULL`,
    /** Null turns the second factor off and deletes its recovery codes. Call it inside a transaction. */
    setSecondFactor(id: number, factor: SecondFactor | null): void {
      if (factor === null) setRecoveryCodes(id, []);
      const sealed = factor && sealing.seal(factor.secret, ownerOf(id));
      sql.run`UPDATE users SET totpSecret = ${sealed}, totpStep = ${factor?.step ?? 0}
        WHERE id = ${id} AND removedAt IS NULL`;
    },
    setRecoveryCodes,
    /** Uses up a recovery code; false if the user has no such code. */
    takeRecoveryCode: (id: number, code: string): boolean =>
      sql.run`DELETE FROM recovery_codes WHERE userId = ${id} AND hash = ${hashOf(code)}` > 0,
    recoveryCodesLeft: (id: number): number =>
      counts.first`SELECT COUNT(*) AS count FROM recovery_codes WHERE userId = ${id}`?.count ?? 0,
    /** Throws an InputError for an unknown id. */
    get,
    byEmail,
    /** Null if there is no such user, or no password yet. */
    passwordHash: (id: number) => proofOf(id)?.password ?? null,
    secondFactor(id: number): SecondFactor | null {
      const { totpSecret = null, totpStep: step = 0 } = proofOf(id) ?? {};
      return totpSecret === null ? null : { secret: sealing.open(totpSecret, ownerOf(id)), step };
    },
    /** An account's users, one by one; null for the operators. */
    each: (accountId: number | null) =>
      users.each`SELECT * FROM users WHERE accountId IS ${accountId} AND removedAt IS NULL ORDER BY id`,
  };
}

function asUser({ password, totpSecret, totpStep: _, removedAt: __, ...user }: Row): User {
  return { ...user, hasPassword: password !== null, hasSecondFactor: totpSecret !== null } as User;
}

/** Sessions and one-time links are stored as hashes. Times are milliseconds since the epoch. */
export function createSessions(sql: Sql) {
  const sessions = sql.rows<Session>();
  const endLinks = (userId: number) => sql.run`DELETE FROM password_links WHERE userId = ${userId}`;

  return {
    /**
     * Starts a session and returns its token, which is available only this once. A session that awaits a code gives
     * no access.
     */
    begin(userId: number, expiresAt: number, awaitsCode = false): string {
      const { secret, hash } = newSecret();
      sql.insert('sessions', { hash, userId, expiresAt, awaitsCode: Number(awaitsCode) });
      return secret;
    },
    find: (token: string, now: number, awaitsCode = false) =>
      sessions.first`SELECT userId, openedAccountId FROM sessions
        WHERE hash = ${hashOf(token)} AND expiresAt > ${now} AND awaitsCode = ${Number(awaitsCode)}`,
    /** Sets the account that an operator has open; null closes it. */
    open: (token: string, accountId: number | null) =>
      sql.run`UPDATE sessions SET openedAccountId = ${accountId} WHERE hash = ${hashOf(token)}`,
    end: (token: string) => sql.run`DELETE FROM sessions WHERE hash = ${hashOf(token)}`,
    /** Ends all of a user's sessions except the one with `exceptToken`. */
    endAll: (userId: number, exceptToken = '') =>
      sql.run`DELETE FROM sessions WHERE userId = ${userId} AND hash <> ${hashOf(exceptToken)}`,
    /** Creates the only valid link for a user to choose a password; earlier ones stop working. Returns its token. */
    makeLink(userId: number, expiresAt: number): string {
      const { secret, hash } = newSecret();
      endLinks(userId);
      sql.insert('password_links', { hash, userId, expiresAt });
      return secret;
    },
    /** The user of a link; null if the link isn't valid. */
    findLink(token: string, now: number): number | null {
      const hash = hashOf(token);
      const link = sessions.first`SELECT userId FROM password_links WHERE hash = ${hash} AND expiresAt > ${now}`;
      return link?.userId ?? null;
    },
    endLinks,
    sweep(now: number): void {
      sql.run`DELETE FROM sessions WHERE expiresAt <= ${now}`;
      sql.run`DELETE FROM password_links WHERE expiresAt <= ${now}`;
    },
  };
}

/** Wrong sign-in attempts by subject, which is stored as a hash because users may type anything there. */
export function createAttempts(sql: Sql) {
  const tries = sql.rows(({ wrong }) => JSON.parse(String(wrong)) as readonly number[]);
  return {
    /** The stored times of a subject's attempts, oldest first. Some may be too old to count. */
    read: (subject: string) =>
      tries.first`SELECT wrong FROM sign_in_attempts WHERE subject = ${hashOf(subject)}` ?? [],
    write(subject: string, wrong: readonly number[]): void {
      const [hash, lastAt] = [hashOf(subject), wrong.at(-1)];
      if (lastAt === undefined) sql.run`DELETE FROM sign_in_attempts WHERE subject = ${hash}`;
      else sql.replace('sign_in_attempts', { subject: hash, wrong: JSON.stringify(wrong), lastAt });
    },
    /** Deletes subjects whose last attempt was before `before`. */
    sweep: (before: number) => sql.run`DELETE FROM sign_in_attempts WHERE lastAt < ${before}`,
  };
}
