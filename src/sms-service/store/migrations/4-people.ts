/**
 * Who signs in, and what the dashboard's pages show. Passwords, sessions and links are stored only as hashes. There is
 * an index for each way of searching the log, so that a page of it never reads all of it.
 */
export const people = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER REFERENCES accounts (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'viewer', 'operator')),
    password TEXT,
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
    expires_at INTEGER NOT NULL
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

  CREATE TABLE deeds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    by TEXT,
    kind TEXT NOT NULL,
    account_id INTEGER REFERENCES accounts (id),
    about TEXT
  ) STRICT;
  CREATE INDEX deeds_of_account ON deeds (account_id, id);

  ALTER TABLE api_keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
  ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;
  ALTER TABLE api_keys ADD COLUMN last_used_from TEXT;
  CREATE INDEX api_keys_of_account ON api_keys (account_id, id);

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

  CREATE INDEX ledger_without_sends ON ledger (account_id, id) WHERE kind <> 'send';

  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  DROP INDEX log_entries_of_account;
  CREATE INDEX log_by_time ON log_entries (account_id, sent_at);
  DROP INDEX log_entries_by_state;
  CREATE INDEX log_by_state ON log_entries (account_id, state, sent_at);
  CREATE INDEX log_by_number ON log_entries (account_id, number, sent_at);
  CREATE INDEX log_with_text ON log_entries (account_id, sent_at) WHERE message <> '';
`;
