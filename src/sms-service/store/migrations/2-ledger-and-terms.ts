/**
 * Every change to a balance is an entry that never changes; `balance` in `accounts` is their sum, kept beside them.
 * Changes that were not recorded before are derived from the log: between two sends the balance can only have been
 * topped up or reduced.
 *
 * `ledger_days` has the same by days of Bangladesh time, so that a month of a busy account is thirty rows.
 */
export const ledgerAndTerms = `
  ALTER TABLE accounts ADD COLUMN suspended_reason TEXT;
  ALTER TABLE accounts ADD COLUMN price_per_part INTEGER CHECK (price_per_part > 0);
  ALTER TABLE accounts ADD COLUMN keep_text_days INTEGER NOT NULL DEFAULT 30 CHECK (keep_text_days BETWEEN 1 AND 3650);
  ALTER TABLE accounts ADD COLUMN credit_back_failed INTEGER NOT NULL DEFAULT 0 CHECK (credit_back_failed IN (0, 1));

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

  WITH sends AS (
    SELECT *, balance + cost - coalesce(lag(balance) OVER one_account, 0) AS earlier,
      row_number() OVER one_account AS nth
    FROM log_entries WINDOW one_account AS (PARTITION BY account_id ORDER BY id)
  ), last AS (
    SELECT a.id AS account_id, a.balance - coalesce(
      (SELECT balance FROM log_entries WHERE account_id = a.id ORDER BY id DESC LIMIT 1), 0) AS later, a.balance,
      (SELECT max(id) FROM log_entries WHERE account_id = a.id) AS log_id,
      coalesce((SELECT sent_at FROM log_entries WHERE account_id = a.id ORDER BY id DESC LIMIT 1), 0) AS at
    FROM accounts a
  )
  INSERT INTO ledger (account_id, kind, amount, balance, at, log_id, note)
  SELECT account_id, kind, amount, balance, at, log_id, note FROM (
    SELECT account_id, iif(nth = 1, 'opening', iif(earlier > 0, 'top-up', 'correction')) AS kind,
      earlier AS amount, balance + cost AS balance, sent_at AS at, NULL AS log_id,
      iif(nth = 1, NULL, 'From before the ledger was kept') AS note, id AS place, 0 AS within
    FROM sends WHERE earlier <> 0
    UNION ALL
    SELECT account_id, 'send', -cost, balance, sent_at, id, NULL, id, 1 FROM sends
    UNION ALL
    SELECT account_id, iif(log_id IS NULL, 'opening', iif(later > 0, 'top-up', 'correction')),
      later, balance, at, NULL, iif(log_id IS NULL, NULL, 'From before the ledger was kept'),
      coalesce(log_id, 0), 2
    FROM last WHERE later <> 0
  ) ORDER BY place, within;

  CREATE INDEX ledger_of_account ON ledger (account_id, at, id);
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

  INSERT INTO ledger_days (account_id, day, kind, entries, amount)
  SELECT account_id, (at + 21600000) / 86400000 AS day, kind, count(*), sum(amount) FROM ledger
  GROUP BY account_id, day, kind;
`;
