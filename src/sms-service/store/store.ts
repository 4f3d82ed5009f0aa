import { createAccounts, createApiKeys } from './accounts.ts';
import { createAuditLog, createRefusals } from './audit.ts';
import { createSql, inTransaction, lockSending, openDatabase, type Sql } from './database.ts';
import { createLedger } from './ledger.ts';
import { createAttempts, createSessions, createUsers } from './people.ts';
import { createSealing } from './sealing.ts';
import { createEarlyReceipts, createSubmissions } from './submissions.ts';
import { createLog } from './texts.ts';

/** All data of the service. Several processes may open the same data. */
export type Store = ReturnType<typeof openStore>;

/** Opens the store in a data directory (created if missing), or in `:memory:`. */
export function openStore(dataDir: string) {
  const database = openDatabase(dataDir);
  const sql = createSql(database);
  return {
    accounts: createAccounts(sql),
    apiKeys: createApiKeys(sql),
    rateStates: createRateStates(sql),
    ledger: createLedger(sql),
    log: createLog(sql),
    submissions: createSubmissions(sql),
    earlyReceipts: createEarlyReceipts(sql),
    refusals: createRefusals(sql),
    users: createUsers(sql, createSealing(dataDir)),
    sessions: createSessions(sql),
    attempts: createAttempts(sql),
    audit: createAuditLog(sql),
    shared: createShared(sql),
    /** Runs `work` as one transaction that holds the write lock from its start. */
    transaction: <T>(work: () => T): T => inTransaction(database, work),
    /** Makes this process the one that sends. Returns the function that ends this; null if another process sends. */
    lockSending: () => lockSending(dataDir),
    close: () => database.close(),
  };
}

/** State of the rate limit for each API key. It survives restarts, and all processes share it. */
function createRateStates(sql: Sql) {
  const states = sql.rows(({ state }) => JSON.parse(String(state)) as readonly number[]);
  return {
    read: (apiKeyId: number) =>
      states.first`SELECT state FROM rate_states WHERE apiKeyId = ${apiKeyId}` ?? [],
    write: (apiKeyId: number, state: readonly number[]) =>
      sql.replace('rate_states', { apiKeyId, state: JSON.stringify(state) }),
  };
}

/** Values that processes on the same data share. */
function createShared(sql: Sql) {
  const values = sql.rows(({ value }) => String(value));
  return {
    /** The address at which callers and browsers reach the service; null before the service's first start. */
    publicUrl: () => values.first`SELECT value FROM shared WHERE name = 'publicUrl'`,
    setPublicUrl: (value: string) => sql.replace('shared', { name: 'publicUrl', value }),
    /** Throws if the database can't be written now. */
    writeTime: (now: number) => sql.replace('shared', { name: 'writtenAt', value: String(now) }),
  };
}
