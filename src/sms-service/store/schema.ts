import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';

/** Which form the data has. Whoever changes `SCHEMA` adds one, and leads the data over. */
export const DATA_VERSION = 7;

/**
 * Makes the tables of an empty database; call it inside a transaction.
 *
 * @throws Mistake if the database has another version
 */
export function demandSchema(database: DatabaseSync): void {
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (found === DATA_VERSION) return;
  if (found > DATA_VERSION)
    throw new Mistake('A newer version of the SMS service wrote this data: run that one.');
  if (found > 0)
    throw new Mistake(
      'An earlier version of the SMS service wrote this data: run that one, or choose another --data.',
    );
  database.exec(`${ACCOUNTS} ${LEDGER} ${LOG} ${ON_THEIR_WAY} ${PEOPLE} ${REFUSALS}`);
  database.exec(`PRAGMA user_version = ${DATA_VERSION}`);
}

/** Amounts are ten-thousandths of a credit, times are milliseconds since the epoch. */
const ACCOUNTS = `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended')),
    balance INTEGER NOT NULL CHECK (balance >= 0),
    suspended_reason TEXT,
    price_per_part INTEGER CHECK (price_per_part > 0),
    keep_text_days INTEGER NOT NULL DEFAULT 30 CHECK (keep_text_days BETWEEN 1 AND 3650),
    credit_back_failed INTEGER NOT NULL DEFAULT 0 CHECK (credit_back_failed IN (0, 1))
  ) STRICT;

  CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    name TEXT NOT NULL DEFAULT '',
    last_used_at INTEGER,
    last_used_from TEXT
  ) STRICT;
  CREATE INDEX api_keys_of_account ON api_keys (account_id, id);

  CREATE TABLE rate_states (
    api_key_id INTEGER PRIMARY KEY REFERENCES api_keys (id),
    state TEXT NOT NULL
  ) STRICT;

  CREATE TABLE shared (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** There is an index for each way of searching the log, so that a page of it never reads all of it. */
const LOG = `
  CREATE TABLE log_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    api_key_id INTEGER NOT NULL REFERENCES api_keys (id),
    number TEXT NOT NULL,
    message TEXT NOT NULL,
    parts INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'accepted'
      CHECK (state IN ('accepted', 'submitted', 'delivered', 'failed', 'unknown')),
    submitted_at INTEGER,
    ended_at INTEGER,
    route TEXT,
    reason TEXT
  ) STRICT;
  CREATE INDEX log_by_time ON log_entries (account_id, sent_at);
  CREATE INDEX log_by_state ON log_entries (account_id, state, sent_at);
  CREATE INDEX log_by_number ON log_entries (account_id, number, sent_at);
  CREATE INDEX log_with_text ON log_entries (account_id, sent_at) WHERE message <> '';
`;

/**
 * Every change to a balance is an entry that never changes; `balance` in `accounts` is their sum, kept beside them.
 * `ledger_days` has the same by days of Bangladesh time, so that a month of a busy account is thirty rows.
 */
const LEDGER = `
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('opening', 'top-up', 'correction', 'send', 'credit back')),
    amount INTEGER NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    at INTEGER NOT NULL,
    log_id INTEGER REFERENCES log_entries (id),
    note TEXT,
    by TEXT
  ) STRICT;
  CREATE INDEX ledger_of_account ON ledger (account_id, at, id);
  CREATE INDEX ledger_without_sends ON ledger (account_id, id) WHERE kind <> 'send';
  CREATE UNIQUE INDEX ledger_once_for_text ON ledger (log_id, kind) WHERE log_id IS NOT NULL;

  CREATE TRIGGER ledger_is_never_changed BEFORE UPDATE ON ledger
  BEGIN SELECT raise(ABORT, 'an entry of the ledger is never changed'); END;
  CREATE TRIGGER ledger_is_never_shortened BEFORE DELETE ON ledger
  BEGIN SELECT raise(ABORT, 'an entry of the ledger is never changed'); END;

  CREATE TABLE ledger_days (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    day INTEGER NOT NULL,
    kind TEXT NOT NULL,
    entries INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, kind)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Texts that leave the machine. `queue` has those that are at least partly waiting for a route; a submission is one
 * message for a carrier, a part of a text or a whole one, and outlives the queue so that the carrier's receipt can find
 * it. A receipt that comes before the carrier's answer is kept until the answer says which text it is about.
 */
const ON_THEIR_WAY = `
  CREATE TABLE queue (
    log_id INTEGER PRIMARY KEY REFERENCES log_entries (id),
    due_at INTEGER NOT NULL,
    refused_by TEXT NOT NULL DEFAULT '[]'
  ) STRICT;

  CREATE INDEX queue_by_due ON queue (due_at, log_id);

  CREATE TABLE submissions (
    log_id INTEGER NOT NULL REFERENCES log_entries (id),
    nth INTEGER NOT NULL,
    route TEXT NOT NULL,
    identity TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'submitting', 'taken', 'delivered', 'failed', 'unknown')),
    begun_at INTEGER,
    doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1)),
    message_id TEXT,
    PRIMARY KEY (log_id, nth)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX submissions_by_message_id ON submissions (route, message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX submissions_underway ON submissions (log_id) WHERE state = 'submitting';

  CREATE TABLE early_receipts (
    route TEXT NOT NULL,
    message_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (route, message_id)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Who signs in. Passwords, sessions and links are stored only as hashes, and `totp_secret` is sealed. `audit_log`: who did
 * what.
 */
const PEOPLE = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER REFERENCES accounts (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'viewer', 'operator')),
    password TEXT,
    totp_secret TEXT,
    totp_step INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    CHECK ((role = 'operator') = (account_id IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX users_by_email ON users (email) WHERE removed_at IS NULL;
  CREATE INDEX users_of_account ON users (account_id, id);

  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    opened_account_id INTEGER REFERENCES accounts (id),
    expires_at INTEGER NOT NULL,
    awaits_code INTEGER NOT NULL CHECK (awaits_code IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_of_user ON sessions (user_id);

  CREATE TABLE password_links (
    hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX password_links_of_user ON password_links (user_id);

  CREATE TABLE sign_in_attempts (
    subject TEXT PRIMARY KEY,
    wrong TEXT NOT NULL,
    last_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (last_at);

  CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    by TEXT,
    action TEXT NOT NULL,
    account_id INTEGER REFERENCES accounts (id),
    about TEXT
  ) STRICT;
  CREATE INDEX audit_log_of_account ON audit_log (account_id, id);
`;

const REFUSALS = `
  CREATE TABLE refusals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER REFERENCES accounts (id),
    api_key_id INTEGER REFERENCES api_keys (id),
    code TEXT NOT NULL,
    number TEXT,
    address TEXT NOT NULL,
    at INTEGER NOT NULL,
    times INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX refusals_of_account ON refusals (account_id, id);
  CREATE INDEX refusals_by_age ON refusals (at);

  CREATE TABLE refusal_days (
    account_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    code TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, code)
  ) STRICT, WITHOUT ROWID;
`;
