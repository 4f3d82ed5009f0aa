import type { DatabaseSync } from 'node:sqlite';
import { InputError } from '../input-error.ts';

/** The version of the tables below. Increase it with each change to them: data of another version is refused. */
export const DATA_VERSION = 10;

/**
 * Creates the tables of an empty database. Call it inside a transaction.
 *
 * @throws InputError if the database has another version
 */
export function demandSchema(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version === DATA_VERSION) return;
  if (version > DATA_VERSION)
    throw new InputError('A newer version of the SMS service wrote this data: run that one.');
  if (version > 0)
    throw new InputError(
      'An earlier version of the SMS service wrote this data: run that one, or choose another --data.',
    );
  database.exec(`${ACCOUNTS} ${LEDGER} ${LOG} ${QUEUE} ${PEOPLE} ${REFUSALS}`);
  database.exec(`PRAGMA user_version = ${DATA_VERSION}`);
}

/** Columns have the code's names. Amounts are ten-thousandths of a credit, times are milliseconds since the epoch. */
const ACCOUNTS = `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended')),
    balance INTEGER NOT NULL CHECK (balance >= 0),
    suspendedReason TEXT,
    pricePerPart INTEGER CHECK (pricePerPart > 0),
    keepTextDays INTEGER NOT NULL DEFAULT 30 CHECK (keepTextDays BETWEEN 1 AND 3650),
    creditBackFailed INTEGER NOT NULL DEFAULT 0 CHECK (creditBackFailed IN (0, 1))
  ) STRICT;

  CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    createdAt INTEGER NOT NULL,
    revokedAt INTEGER,
    name TEXT NOT NULL DEFAULT '',
    lastUsedAt INTEGER,
    lastUsedFrom TEXT
  ) STRICT;
  CREATE INDEX api_keys_of_account ON api_keys (accountId, id);

  CREATE TABLE rate_states (
    apiKeyId INTEGER PRIMARY KEY REFERENCES api_keys (id),
    state TEXT NOT NULL
  ) STRICT;

  CREATE TABLE shared (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Each way of searching the log has its index, so that a page never reads the whole log. */
const LOG = `
  CREATE TABLE log_entries (
    logId INTEGER PRIMARY KEY AUTOINCREMENT,
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    apiKeyId INTEGER NOT NULL REFERENCES api_keys (id),
    number TEXT NOT NULL,
    message TEXT NOT NULL,
    parts INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    sentAt INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'accepted'
      CHECK (state IN ('accepted', 'submitted', 'delivered', 'failed', 'unknown')),
    submittedAt INTEGER,
    endedAt INTEGER,
    route TEXT,
    reason TEXT
  ) STRICT;
  CREATE INDEX log_by_time ON log_entries (accountId, sentAt);
  CREATE INDEX log_by_state ON log_entries (accountId, state, sentAt);
  CREATE INDEX log_by_number ON log_entries (accountId, number, sentAt);
  CREATE INDEX log_with_text ON log_entries (accountId, sentAt) WHERE message <> '';
`;

/**
 * Entries never change. `balance` in `accounts` is their sum. `ledger_days` has sums by days of Bangladesh time, so
 * that a month of a busy account is thirty rows.
 */
const LEDGER = `
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('opening', 'top-up', 'correction', 'send', 'credit back')),
    amount INTEGER NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    at INTEGER NOT NULL,
    logId INTEGER REFERENCES log_entries (logId),
    note TEXT,
    by TEXT
  ) STRICT;
  CREATE INDEX ledger_of_account ON ledger (accountId, at, id);
  CREATE INDEX ledger_without_sends ON ledger (accountId, id) WHERE kind <> 'send';
  CREATE UNIQUE INDEX ledger_once_for_text ON ledger (logId, kind) WHERE logId IS NOT NULL;

  CREATE TRIGGER ledger_is_never_changed BEFORE UPDATE ON ledger
  BEGIN SELECT raise(ABORT, 'an entry of the ledger is never changed'); END;
  CREATE TRIGGER ledger_is_never_shortened BEFORE DELETE ON ledger
  BEGIN SELECT raise(ABORT, 'an entry of the ledger is never changed'); END;

  CREATE TABLE ledger_days (
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    day INTEGER NOT NULL,
    kind TEXT NOT NULL,
    entries INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (accountId, day, kind)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Texts that leave the machine. `queue` holds texts that are at least partly waiting for a route. A submission is one
 * message for a carrier, a part of a text or a whole one; it outlives the queue entry, so that the carrier's receipt
 * can find it. A receipt that arrives before the carrier's answer waits in `early_receipts` until the answer says
 * which text it belongs to.
 */
const QUEUE = `
  CREATE TABLE queue (
    logId INTEGER PRIMARY KEY REFERENCES log_entries (logId),
    dueAt INTEGER NOT NULL,
    refusedBy TEXT NOT NULL DEFAULT '[]'
  ) STRICT;

  CREATE INDEX queue_by_due ON queue (dueAt, logId);

  CREATE TABLE submissions (
    logId INTEGER NOT NULL REFERENCES log_entries (logId),
    nth INTEGER NOT NULL,
    route TEXT NOT NULL,
    idempotencyKey TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'submitting', 'taken', 'delivered', 'failed', 'unknown')),
    begunAt INTEGER,
    doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1)),
    messageId TEXT,
    PRIMARY KEY (logId, nth)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX submissions_by_message_id ON submissions (route, messageId) WHERE messageId IS NOT NULL;
  CREATE INDEX submissions_underway ON submissions (logId) WHERE state = 'submitting';

  CREATE TABLE early_receipts (
    route TEXT NOT NULL,
    messageId TEXT NOT NULL,
    ending TEXT NOT NULL,
    reason TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (route, messageId)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Passwords, sessions and links are stored only as hashes, and `totpSecret` is sealed. `audit_log` records who did
 * what.
 */
const PEOPLE = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    accountId INTEGER REFERENCES accounts (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'viewer', 'operator')),
    password TEXT,
    totpSecret TEXT,
    totpStep INTEGER NOT NULL DEFAULT 0,
    createdAt INTEGER NOT NULL,
    removedAt INTEGER,
    CHECK ((role = 'operator') = (accountId IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX users_by_email ON users (email) WHERE removedAt IS NULL;
  CREATE INDEX users_of_account ON users (accountId, id);

  CREATE TABLE recovery_codes (
    userId INTEGER NOT NULL REFERENCES users (id),
    hash TEXT NOT NULL,
    PRIMARY KEY (userId, hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    userId INTEGER NOT NULL REFERENCES users (id),
    openedAccountId INTEGER REFERENCES accounts (id),
    expiresAt INTEGER NOT NULL,
    awaitsCode INTEGER NOT NULL CHECK (awaitsCode IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_of_user ON sessions (userId);

  CREATE TABLE password_links (
    hash TEXT PRIMARY KEY,
    userId INTEGER NOT NULL REFERENCES users (id),
    expiresAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX password_links_of_user ON password_links (userId);

  CREATE TABLE sign_in_attempts (
    subject TEXT PRIMARY KEY,
    wrong TEXT NOT NULL,
    lastAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (lastAt);

  CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    by TEXT,
    action TEXT NOT NULL,
    accountId INTEGER REFERENCES accounts (id),
    about TEXT
  ) STRICT;
  CREATE INDEX audit_log_of_account ON audit_log (accountId, id);
`;

const REFUSALS = `
  CREATE TABLE refusals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    accountId INTEGER REFERENCES accounts (id),
    apiKeyId INTEGER REFERENCES api_keys (id),
    code TEXT NOT NULL,
    number TEXT,
    address TEXT NOT NULL,
    at INTEGER NOT NULL,
    times INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX refusals_of_account ON refusals (accountId, id);
  CREATE INDEX refusals_by_age ON refusals (at);

  CREATE TABLE refusal_days (
    accountId INTEGER NOT NULL,
    day INTEGER NOT NULL,
    code TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (accountId, day, code)
  ) STRICT, WITHOUT ROWID;
`;
