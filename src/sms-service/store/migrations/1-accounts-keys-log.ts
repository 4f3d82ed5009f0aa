/** The first version. Amounts are ten-thousandths of a credit, times are milliseconds since the epoch. */
export const accountsKeysLog = `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended')),
    balance INTEGER NOT NULL CHECK (balance >= 0)
  ) STRICT;

  CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;

  CREATE TABLE log_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    api_key_id INTEGER NOT NULL REFERENCES api_keys (id),
    number TEXT NOT NULL,
    message TEXT NOT NULL,
    parts INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    sent_at INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX log_entries_of_account ON log_entries (account_id, id);

  CREATE TABLE rate_windows (
    api_key_id INTEGER NOT NULL REFERENCES api_keys (id),
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (api_key_id, kind)
  ) STRICT;
`;
