import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@redis/client';

/** What a store holds, as far as the count needs it. */
export type Stored = {
  /** Intents that became nothing yet. */
  open: number;
  /** Results that Slack does not have yet: how often telling it failed, and when it is tried again. */
  reports: { attempts: number; due: string }[];
  identities: Set<string>;
  texts: StoredText[];
};
export type StoredText = { id: string; message: string; state: string; uncertain: string | null };

const FILES = ['sms.db', 'sms.db-wal'];

/** Reads the database of a process that is gone, from a copy: what it left behind stays as it left it. */
export function readSqlite(dataDir: string): Stored {
  const copy = mkdtempSync(join(tmpdir(), 'sms-chaos-copy-'));
  for (const file of FILES)
    if (existsSync(join(dataDir, file))) cpSync(join(dataDir, file), join(copy, file));
  try {
    return readFile(join(copy, 'sms.db'));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Reads a database, also of a process that runs. */
export function readFile(path: string): Stored {
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    const count = (sql: string): number => Number(db.prepare(sql).get()?.n);
    return {
      open: count(`SELECT COUNT(*) AS n FROM intents WHERE state = 'open'`),
      reports: db
        .prepare('SELECT attempts, due_at FROM reports')
        .all()
        .map(row => ({ attempts: Number(row.attempts), due: timeOf(row.due_at) })),
      identities: new Set(
        db
          .prepare('SELECT identity FROM intents')
          .all()
          .map(row => String(row.identity)),
      ),
      texts: db
        .prepare('SELECT id, message, state, uncertain FROM texts')
        .all()
        .map(row => ({
          id: String(row.id),
          message: String(row.message),
          state: String(row.state),
          uncertain: row.uncertain === null ? null : String(row.uncertain),
        })),
    };
  } finally {
    db.close();
  }
}

/** Reads a Redis; waits for one that is away. */
export async function readRedis(url: string): Promise<Stored> {
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const texts = await client.keys('{sms}:text:*');
    const rows = await Promise.all(texts.map(key => client.hGetAll(key)));
    const workspaces = await client.keys('{sms}:identity:*');
    const reports = await client.zRangeWithScores('{sms}:reports', 0, -1);
    const says = await Promise.all(
      reports.map(({ value }) => {
        const [id = '', intent = ''] = value.split(/:(.*)/s);
        return client.hGet(`{sms}:reports_of:${intent}`, id);
      }),
    );
    const identities = await Promise.all(workspaces.map(key => client.hKeys(key)));
    return {
      open: await client.zCard('{sms}:open'),
      reports: reports.map(({ score }, nth) => ({
        attempts: Number(JSON.parse(says[nth] ?? '{}').attempts),
        due: timeOf(score),
      })),
      identities: new Set(identities.flat()),
      texts: rows.map(row => ({
        id: String(JSON.parse(String(row.about)).id),
        message: String(row.message),
        state: String(row.state),
        uncertain: row.uncertain ?? null,
      })),
    };
  } finally {
    client.destroy();
  }
}

const timeOf = (at: unknown): string => new Date(Number(at)).toISOString();

/** What is left to do, for people to read; empty in the end. */
export function leftIn({ open, reports, texts }: Stored): string[] {
  return [
    ...(open > 0 ? [`${open} intents without a plan`] : []),
    ...reports.map(report => `a result to post: ${JSON.stringify(report)}`),
    ...texts
      .filter(({ state }) => state === 'queued' || state === 'sending')
      .map(text => `a text: ${JSON.stringify(text)}`),
  ];
}
