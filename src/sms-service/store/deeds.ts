import type { DatabaseSync } from 'node:sqlite';

/** Something somebody did in the dashboard or by a command, for which the service's owner may have to account. */
export type DeedKind =
  | 'account made'
  | 'account opened'
  | 'account suspended'
  | 'account activated'
  | 'balance changed'
  | 'terms changed'
  | 'key made'
  | 'key revoked'
  | 'user made'
  | 'user removed'
  | 'link made'
  | 'password chosen';

export interface Deed {
  at: number;
  /** The e-mail address of whoever did it; null: a command or a program. */
  by: string | null;
  kind: DeedKind;
  /** Null: it isn't about an account. */
  accountId: number | null;
  /** A name, a reason; never a secret. */
  about: string | null;
}

/** What was done, in one database. Entries are only ever added. */
export interface Deeds {
  add(deed: Deed): void;
  /** The latest of an account, or of all, newest first. */
  list(limit: number, accountId?: number): Deed[];
}

export function createDeeds(database: DatabaseSync): Deeds {
  const insert = database.prepare(
    'INSERT INTO deeds (at, by, kind, account_id, about) VALUES (:at, :by, :kind, :accountId, :about)',
  );
  const columns = 'at, by, kind, account_id AS accountId, about';
  const newest = database.prepare(`SELECT ${columns} FROM deeds ORDER BY id DESC LIMIT ?`);
  const ofAccount = database.prepare(
    `SELECT ${columns} FROM deeds WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
  );

  return {
    add: deed => void insert.run({ ...deed }),
    list: (limit, accountId) =>
      (accountId === undefined ? newest.all(limit) : ofAccount.all(accountId, limit)).map(row => ({
        at: Number(row.at),
        by: row.by === null ? null : String(row.by),
        kind: row.kind as DeedKind,
        accountId: row.accountId === null ? null : Number(row.accountId),
        about: row.about === null ? null : String(row.about),
      })),
  };
}
