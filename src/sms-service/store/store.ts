import type { DatabaseSync } from 'node:sqlite';
import { createAccounts, createApiKeys } from './accounts.ts';
import { createAuditLog, createRefusals } from './audit.ts';
import { inTransaction, lockSending, openDatabase } from './database.ts';
import { createLedger } from './ledger.ts';
import { createAttempts, createSessions, createUsers } from './people.ts';
import { createSealing } from './sealing.ts';
import { createEarlyReceipts, createSubmissions } from './submissions.ts';
import { createLog } from './texts.ts';

/** Everything the service remembers. Several processes may have the same one open. */
export type Store = ReturnType<typeof openStore>;

/** Opens the store in a data directory (created if missing), or in `:memory:`. */
export function openStore(dataDir: string) {
  const database = openDatabase(dataDir);
  return {
    accounts: createAccounts(database),
    apiKeys: createApiKeys(database),
    rateStates: createRateStates(database),
    ledger: createLedger(database),
    log: createLog(database),
    submissions: createSubmissions(database),
    earlyReceipts: createEarlyReceipts(database),
    refusals: createRefusals(database),
    users: createUsers(database, createSealing(dataDir)),
    sessions: createSessions(database),
    attempts: createAttempts(database),
    audit: createAuditLog(database),
    shared: createShared(database),
    /** One transaction that has the write lock from its start: all of `work` happens, or nothing. */
    transaction: <T>(work: () => T): T => inTransaction(database, work),
    /** Makes this process the one that sends; null if another one is. The returned function releases it. */
    lockSending: () => lockSending(dataDir),
    close: () => database.close(),
  };
}

/** What the rate limit remembers about each API key: it survives restarts, and all processes share it. */
function createRateStates(database: DatabaseSync) {
  const read = database.prepare('SELECT state FROM rate_states WHERE api_key_id = ?');
  const write = database.prepare(
    `INSERT INTO rate_states (api_key_id, state) VALUES (?, ?)
     ON CONFLICT (api_key_id) DO UPDATE SET state = excluded.state`,
  );
  return {
    read: (apiKeyId: number) => JSON.parse(String(read.get(apiKeyId)?.state ?? '[]')) as readonly number[],
    write: (apiKeyId: number, state: readonly number[]) => void write.run(apiKeyId, JSON.stringify(state)),
  };
}

/** What one process tells the others on the same data. */
function createShared(database: DatabaseSync) {
  const select = database.prepare('SELECT value FROM shared WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO shared (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    /** The address at which callers and browsers reach the service; null before its first start. */
    publicUrl: () => (select.get('public_url')?.value as string | undefined) ?? null,
    setPublicUrl: (url: string) => void upsert.run('public_url', url),
    /** Writes the time; throws if nothing can be written now. */
    writeTime: (now: number) => void upsert.run('written_at', String(now)),
  };
}
