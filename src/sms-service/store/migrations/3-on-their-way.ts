/**
 * Texts that leave the machine. `log_entries` says how far each is; `queue` has those that are at least partly waiting
 * for a route; a submission is one message for a carrier, a part of a text or a whole one, and outlives the queue so
 * that the carrier's receipt can find it. A receipt that comes before the carrier's answer is kept until the answer
 * says which text it is about.
 */
export const onTheirWay = `
  ALTER TABLE log_entries ADD COLUMN state TEXT NOT NULL DEFAULT 'accepted'
    CHECK (state IN ('accepted', 'submitted', 'delivered', 'failed', 'unknown'));
  ALTER TABLE log_entries ADD COLUMN submitted_at INTEGER;
  ALTER TABLE log_entries ADD COLUMN ended_at INTEGER;
  ALTER TABLE log_entries ADD COLUMN route TEXT;
  ALTER TABLE log_entries ADD COLUMN reason TEXT;

  CREATE INDEX log_entries_by_state ON log_entries (account_id, state, id);

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
