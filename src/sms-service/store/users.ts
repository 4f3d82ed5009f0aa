import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';
import type { Role } from '../people/roles.ts';

/** Somebody who signs in. An operator belongs to no account; the others belong to one. */
export interface User {
  id: number;
  accountId: number | null;
  /** In lower case. */
  email: string;
  role: Role;
  /** Whether there is a password yet; without one, they can't sign in. */
  hasPassword: boolean;
  createdAt: number;
}

/** The users of one database; removed ones don't appear. */
export interface Users {
  /** A Mistake if somebody already has this e-mail address. */
  create(user: { accountId: number | null; email: string; role: Role }, now: number): User;
  remove(id: number, now: number): void;
  setPassword(id: number, password: string): void;
  /** A Mistake if there is none. */
  get(id: number): User;
  /** Includes the password's hash. */
  byEmail(email: string): (User & { password: string | null }) | null;
  /** The users of an account; null: the operators. */
  list(accountId: number | null): User[];
}

export function createUsers(database: DatabaseSync): Users {
  const columns = `id, account_id AS accountId, email, role, password, created_at AS createdAt`;
  const insert = database.prepare(
    `INSERT INTO users (account_id, email, role, created_at) VALUES (?, ?, ?, ?) RETURNING ${columns}`,
  );
  const setRemoved = database.prepare('UPDATE users SET removed_at = ?, password = NULL WHERE id = ?');
  const setHash = database.prepare('UPDATE users SET password = ? WHERE id = ? AND removed_at IS NULL');
  const select = database.prepare(`SELECT ${columns} FROM users WHERE id = ? AND removed_at IS NULL`);
  const withEmail = database.prepare(`SELECT ${columns} FROM users WHERE email = ? AND removed_at IS NULL`);
  const ofAccount = database.prepare(
    `SELECT ${columns} FROM users WHERE account_id IS ? AND removed_at IS NULL ORDER BY id`,
  );

  return {
    create({ accountId, email, role }, now) {
      const written = email.trim().toLowerCase();
      if (withEmail.get(written) !== undefined) {
        throw new Mistake(`There is already a user with the e-mail address ${written}.`, {
          kind: 'email-taken',
        });
      }
      return asUser(insert.get(accountId, written, role, now));
    },
    remove: (id, now) => void setRemoved.run(now, id),
    setPassword: (id, password) => void setHash.run(password, id),
    get(id) {
      const row = select.get(id);
      if (row === undefined) throw new Mistake(`There is no user ${id}.`, { kind: 'not-found' });
      return asUser(row);
    },
    byEmail(email) {
      const row = withEmail.get(email.trim().toLowerCase());
      return row === undefined ? null : { ...asUser(row), password: row.password as string | null };
    },
    list: accountId => ofAccount.all(accountId).map(asUser),
  };
}

function asUser(row: Record<string, unknown> | undefined): User {
  return {
    id: Number(row?.id),
    accountId: row?.accountId === null ? null : Number(row?.accountId),
    email: String(row?.email),
    role: row?.role as Role,
    hasPassword: row?.password !== null,
    createdAt: Number(row?.createdAt),
  };
}
