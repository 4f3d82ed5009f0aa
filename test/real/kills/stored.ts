import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@redis/client';
import { z } from 'zod';

/** What a store holds, as far as the count needs it. */
export type Stored = {
  /** Intents that haven't become anything yet. */
  open: number;
  /** Results that Slack doesn't have yet: how often reporting failed, and when it is retried. */
  reports: { attempts: number; due: string }[];
  identities: Set<string>;
  texts: StoredText[];
  /** The states of broadcasts. */
  broadcasts: string[];
  /** Those of them that are runs of schedules, by the schedule's id. */
  runs: (z.infer<typeof broadcastsSchema>[number] & { schedule: string })[];
  schedules: StoredSchedule[];
};
export type StoredText = z.infer<typeof textsSchema>[number];
export type StoredSchedule = z.infer<typeof schedulesSchema>[number];

const FILES = ['sms.db', 'sms.db-wal'];

/** Reads the database of a dead process from a copy, so that what it left behind stays as it is. */
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

/** Reads a database, even of a running process. */
export function readFile(path: string): Stored {
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    const of = (table: string): unknown[] =>
      db
        .prepare('SELECT body FROM records WHERE tbl = ?')
        .all(table)
        .map(row => JSON.parse(String(row.body)));
    return storedIn(of);
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
    const tables = new Map<string, unknown[]>();
    for (const table of ['intent', 'report', 'identity', 'text', 'broadcast', 'schedule']) {
      const keys = await client.keys(`{sms}:record:${table}:*`);
      const values = await Promise.all(keys.map(key => client.get(key)));
      const bodies = values
        .filter(value => value !== null)
        .map(value => value.slice(value.indexOf('\n') + 1)); // After its version.
      tables.set(
        table,
        bodies.map(body => JSON.parse(body)),
      );
    }
    return storedIn(table => tables.get(table) ?? []);
  } finally {
    client.destroy();
  }
}

const intentsSchema = z.array(z.object({ state: z.string() }));
const reportsSchema = z.array(z.object({ attempts: z.number(), dueAt: z.number() }));
const broadcastsSchema = z.array(
  z.object({
    id: z.string(),
    workspace: z.string(),
    state: z.string(),
    schedule: z.string().nullable(),
  }),
);
const schedulesSchema = z.array(
  z.object({
    id: z.string(),
    next: z.object({ index: z.number() }).nullable(),
    making: z.unknown(),
    late: z.unknown(),
    news: z.array(z.unknown()),
  }),
);
const identitiesSchema = z.array(z.object({ id: z.string(), workspace: z.string() }));
const textsSchema = z.array(
  z.object({
    id: z.string(),
    number: z.string(),
    message: z.string(),
    state: z.string(),
    uncertain: z.string().nullable(),
  }),
);

/** @param of the records of a table, as they are stored */
function storedIn(of: (table: string) => unknown[]): Stored {
  const identities = identitiesSchema.parse(of('identity'));
  const broadcasts = broadcastsSchema.parse(of('broadcast'));
  return {
    open: intentsSchema.parse(of('intent')).filter(({ state }) => state === 'open').length,
    reports: reportsSchema
      .parse(of('report'))
      .map(({ attempts, dueAt }) => ({ attempts, due: timeOf(dueAt) })),
    identities: new Set(identities.map(({ id, workspace }) => id.slice(workspace.length + 1))),
    texts: textsSchema.parse(of('text')),
    broadcasts: broadcasts.map(({ state }) => state),
    runs: broadcasts.flatMap(one => (one.schedule === null ? [] : [{ ...one, schedule: one.schedule }])),
    schedules: schedulesSchema.parse(of('schedule')),
  };
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
