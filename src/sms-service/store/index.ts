import type { WindowKind } from '../windows/index.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { inTransaction, openDatabase } from './database.ts';
import { createEarlyReceipts, type EarlyReceipts } from './early-receipts.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createLog, type Log } from './log.ts';
import { createRateWindows, type RateWindows } from './rate-windows.ts';
import { lockSending } from './sender-lock.ts';
import { createSubmissions, type Submissions } from './submissions.ts';

/** Everything the service remembers. Several processes may have the same one open. */
export interface Store {
  accounts: Accounts;
  apiKeys: ApiKeys;
  ledger: Ledger;
  log: Log;
  submissions: Submissions;
  earlyReceipts: EarlyReceipts;
  rateWindows(kind: WindowKind): RateWindows;
  /** One transaction with the write lock from its start: all of `work` happens, or nothing of it. */
  transaction<T>(work: () => T): T;
  /** Makes this process the one that sends; null when another one is. The returned function gives it back. */
  lockSending(): (() => void) | null;
  close(): void;
}

/** Opens the store in a data directory (made when missing), or `:memory:`. */
export function openStore(dataDir: string): Store {
  const database = openDatabase(dataDir);
  return {
    accounts: createAccounts(database),
    apiKeys: createApiKeys(database),
    ledger: createLedger(database),
    log: createLog(database),
    submissions: createSubmissions(database),
    earlyReceipts: createEarlyReceipts(database),
    rateWindows: kind => createRateWindows(database, kind),
    transaction: work => inTransaction(database, work),
    lockSending: () => lockSending(dataDir),
    close: () => database.close(),
  };
}
