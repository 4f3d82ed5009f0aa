import type { Log } from '../../log.ts';
import { ASIDE_KINDS, type Aside, type AsideKind, type Mailbox, type SetAside } from '../ports.ts';
import { sayAside } from '../reading.ts';
import type { Database } from './database.ts';
import { putLetter } from './letters.ts';
import { ready } from './plans.ts';
import type { Tally } from './tally.ts';

export type AsideTable = {
  /**
   * Notes a row that can't be read. Part of a larger step, which takes the row out of the others' way: call it inside
   * `write`.
   *
   * @param row.kept what is put in again, of what does not stay in its own table
   */
  put(row: SetAside & { workspace: string; kept?: object }): void;
};

/** @param news is called when something was set aside: there may be something to tell */
export function createAsideTable(db: Database, log: Log, news: () => void): AsideTable {
  return {
    put({ kind, id, workspace, at, why, kept }) {
      const isNew = db.run(
        `INSERT INTO aside (id, kind, workspace, at, why, kept) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING`,
        id,
        kind,
        workspace,
        at,
        why,
        kept ? JSON.stringify(kept) : null,
      );
      if (!isNew) return;
      sayAside(log, { kind, id, why });
      news();
    },
  };
}

/** What was set aside, and how it has its turn again. */
export function createAside(db: Database, tally: Tally): Aside {
  const list = (): SetAside[] =>
    db.all('SELECT id, kind, workspace, at, why FROM aside ORDER BY at, rowid').flatMap(row => {
      const kind = ASIDE_KINDS.find(known => known === row.kind);
      const [id, workspace, why] = [String(row.id), String(row.workspace), String(row.why)];
      return kind ? [{ kind, id, workspace, at: Number(row.at), why }] : [];
    });

  const again: Record<AsideKind, (id: string, now: number) => void> = {
    intent(id, now) {
      db.run(
        `UPDATE intents SET state = 'open', conclusion = NULL, due_at = ? WHERE id = ? AND state = 'aside'`,
        now,
        id,
      );
    },
    text(id, now) {
      const [row] = db.all(
        `UPDATE texts SET state = 'queued' WHERE id = ? AND state = 'aside' RETURNING workspace, fingerprint`,
        id,
      );
      if (!row) return;
      tally.move(String(row.workspace), null, 'queued');
      ready(db, String(row.fingerprint), now);
    },
    report(id, now) {
      db.run(
        `INSERT INTO reports (intent_id, text_id, kind, follower, detail, due_at, attempts, created_at)
         SELECT kept ->> 'intent_id', kept ->> 'text_id', kept ->> 'kind', kept ->> 'follower', kept ->> 'detail', ?,
           kept ->> 'attempts', kept ->> 'created_at' FROM aside WHERE id = ? ON CONFLICT DO NOTHING`,
        now,
        id,
      );
    },
    letter(id, now) {
      const row = db.get(
        `SELECT workspace, kept ->> 'kind' AS kind, kept ->> 'name' AS name, kept ->> 'body' AS body
         FROM aside WHERE id = ?`,
        id,
      );
      const kind = String(row?.kind) as Mailbox['kind'];
      putLetter(
        db,
        { kind, workspace: String(row?.workspace), name: String(row?.name) },
        String(row?.body),
        now,
      );
    },
  };

  return {
    list: async () => list(),
    async counts() {
      const counts = db.all('SELECT kind, COUNT(*) AS rows FROM aside GROUP BY kind');
      const of = (kind: AsideKind): number => Number(counts.find(row => row.kind === kind)?.rows ?? 0);
      return { intent: of('intent'), text: of('text'), report: of('report'), letter: of('letter') };
    },
    retry: (ids, now) =>
      db.write(() => {
        const chosen = list().filter(({ id }) => ids === null || ids.includes(id));
        for (const { kind, id } of chosen) {
          again[kind](id, now);
          db.run('DELETE FROM aside WHERE id = ?', id);
        }
        return chosen.map(({ id }) => id);
      }),
  };
}
