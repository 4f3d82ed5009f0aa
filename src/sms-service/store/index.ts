import type { WindowKind } from '../windows/index.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { inTransaction, openDatabase } from './database.ts';
import { createDeeds, type Deeds } from './deeds.ts';
import { createEarlyReceipts, type EarlyReceipts } from './early-receipts.ts';
import { createFacts, type Facts } from './facts.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createLedgerPages, type LedgerPages } from './ledger-pages.ts';
import { createLog, type Log } from './log.ts';
import { createLogSearch, type LogSearch } from './log-search.ts';
import { createRateWindows, type RateWindows } from './rate-windows.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { lockSending } from './sender-lock.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSubmissions, type Submissions } from './submissions.ts';
import { createUsers, type Users } from './users.ts';

/** Everything the service remembers. Several processes may have the same one open. */
export interface Store {
  accounts: Accounts;
  apiKeys: ApiKeys;
  ledger: Ledger;
  ledgerPages: LedgerPages;
  log: Log;
  submissions: Submissions;
  earlyReceipts: EarlyReceipts;
  logSearch: LogSearch;
  refusals: Refusals;
  users: Users;
  sessions: Sessions;
  attempts: Attempts;
  deeds: Deeds;
  facts: Facts;
  rateWindows(kind: WindowKind): RateWindows;
  /** One transaction that has the write lock from its start: all of `work` happens, or nothing. */
  transaction<T>(work: () => T): T;
  /** Makes this process the one that sends; null if another one is. The returned function releases it. */
  lockSending(): (() => void) | null;
  close(): void;
}

/** Opens the store in a data directory (created if missing), or in `:memory:`. */
export function openStore(dataDir: string): Store {
  const database = openDatabase(dataDir);
  return {
    accounts: createAccounts(database),
    apiKeys: createApiKeys(database),
    ledger: createLedger(database),
    ledgerPages: createLedgerPages(database),
    log: createLog(database),
    submissions: createSubmissions(database),
    earlyReceipts: createEarlyReceipts(database),
    logSearch: createLogSearch(database),
    refusals: createRefusals(database),
    users: createUsers(database),
    sessions: createSessions(database),
    attempts: createAttempts(database),
    deeds: createDeeds(database),
    facts: createFacts(database),
    rateWindows: kind => createRateWindows(database, kind),
    transaction: work => inTransaction(database, work),
    lockSending: () => lockSending(dataDir),
    close: () => database.close(),
  };
}
