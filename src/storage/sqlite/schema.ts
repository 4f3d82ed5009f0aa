import type { DatabaseSync } from 'node:sqlite';
import { type Moving, moveToRecords } from './earlier.ts';

/** SQL, or a function for what SQL can't do. */
export type Migration = string | ((db: DatabaseSync, moving: Moving) => void);

/**
 * The database by version: `MIGRATIONS[n]` leads from version n to n + 1. At start, all that are missing run in one
 * transaction. Never edit a released one; add the next.
 */
export const MIGRATIONS: readonly Migration[] = [
  `
  CREATE TABLE intents (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    identity TEXT NOT NULL,
    state TEXT NOT NULL,             -- open | planned | asked | refused
    actor TEXT NOT NULL,
    body TEXT,                       -- the intent as JSON; gone after retention, the identity stays
    due_at INTEGER NOT NULL,         -- when an open one is looked at (again)
    created_at INTEGER NOT NULL,
    posts INTEGER NOT NULL DEFAULT 0,
    told INTEGER NOT NULL DEFAULT 0, -- the person knows that it waits for facts
    unattended INTEGER NOT NULL,     -- reported as one outcome
    conclusion TEXT,                 -- JSON: why it was refused, who was left out
    UNIQUE (workspace, identity)
  ) STRICT;
  CREATE INDEX intents_open ON intents (due_at) WHERE state = 'open';
  CREATE INDEX intents_whole ON intents (workspace, created_at) WHERE body IS NOT NULL;
  CREATE INDEX intents_husks ON intents (workspace, created_at) WHERE body IS NULL;

  CREATE TABLE texts (
    id TEXT PRIMARY KEY,
    intent_id TEXT NOT NULL,
    workspace TEXT NOT NULL,
    actor TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    lane INTEGER NOT NULL,           -- 0 alert, 1 people, 2 bulk
    number TEXT NOT NULL,
    message TEXT NOT NULL,
    parts INTEGER NOT NULL,
    sameness INTEGER NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    told INTEGER NOT NULL DEFAULT 0, -- the person knows that it waits
    again TEXT,                      -- the intent that sent this uncertain text once more
    claim TEXT,
    settled_at INTEGER,
    log_id TEXT, cost TEXT, balance TEXT, problem TEXT, uncertain TEXT
  ) STRICT;
  CREATE INDEX texts_queue ON texts (fingerprint, lane, not_before, created_at) WHERE state = 'queued';
  CREATE INDEX texts_expiry ON texts (expires_at) WHERE state = 'queued';
  CREATE INDEX texts_waiting ON texts (workspace) WHERE state = 'queued';
  CREATE INDEX texts_untold ON texts (created_at) WHERE state = 'queued' AND told = 0 AND lane = 1;
  CREATE INDEX texts_sending ON texts (id) WHERE state = 'sending';
  CREATE INDEX texts_same ON texts (sameness, created_at) WHERE lane = 1;
  CREATE INDEX texts_history ON texts (workspace, created_at);
  CREATE INDEX texts_history_of ON texts (workspace, actor, created_at);
  CREATE UNIQUE INDEX texts_of ON texts (intent_id, number);

  CREATE TABLE counts (              -- of all texts by state, and of those that wait by workspace
    workspace TEXT NOT NULL,         -- empty: of all
    state TEXT NOT NULL,
    texts INTEGER NOT NULL,
    PRIMARY KEY (workspace, state)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY,
    held TEXT,                       -- the code that holds it
    trial INTEGER,                   -- when it was let go; null: the service has taken it since
    ready_at INTEGER,                -- when its queue is worth a look; null: nothing waits
    unanswered INTEGER NOT NULL DEFAULT 0, -- it waits for replies: ready_at is no time that was named
    served_at INTEGER NOT NULL DEFAULT 0,
    last_bulk INTEGER,
    blocked_until INTEGER NOT NULL DEFAULT 0,
    slow_until INTEGER NOT NULL DEFAULT 0,
    balance TEXT, balance_at INTEGER
  ) STRICT;
  CREATE INDEX keys_ready ON keys (ready_at, served_at) WHERE held IS NULL AND ready_at IS NOT NULL;

  CREATE TABLE workspaces (
    workspace TEXT PRIMARY KEY,
    cost TEXT, parts INTEGER,        -- of the last text whose cost the service told
    warned_at INTEGER                -- of a low balance; null: it was higher since
  ) STRICT;

  CREATE TABLE usage (
    workspace TEXT NOT NULL,
    day INTEGER NOT NULL,            -- in Bangladesh, of when the texts were planned
    who TEXT NOT NULL,               -- a user id; workflow or hook
    texts INTEGER NOT NULL,
    millionths INTEGER NOT NULL,     -- credits charged
    open INTEGER NOT NULL,           -- parts whose cost was not told (yet)
    PRIMARY KEY (workspace, day, who)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_days ON usage (day);

  CREATE TABLE slots (
    slot INTEGER PRIMARY KEY,        -- in the order they were taken
    id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    lane INTEGER NOT NULL,
    free_at INTEGER                  -- null until the reply
  ) STRICT;

  CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    intent_id TEXT NOT NULL,
    text_id TEXT,
    kind TEXT NOT NULL,
    follower TEXT,                   -- who asked to be told of this outcome
    detail TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    leased INTEGER NOT NULL DEFAULT 0, -- it is being told now; then due_at is when that is given up
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX reports_due ON reports (due_at);
  CREATE INDEX reports_of ON reports (intent_id);
  CREATE UNIQUE INDEX reports_followed ON reports (intent_id, follower) WHERE follower IS NOT NULL;

  CREATE TABLE mailboxes (
    kind TEXT NOT NULL,
    workspace TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    state TEXT,
    due_at INTEGER,                  -- when it is to be looked at; null: when a letter comes
    leased_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, workspace, name)
  ) STRICT;
  CREATE INDEX mailboxes_due ON mailboxes (kind, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX mailboxes_of ON mailboxes (workspace);

  CREATE TABLE letters (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    workspace TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX letters_in ON letters (kind, workspace, name, id);
  CREATE INDEX letters_of ON letters (workspace);

  CREATE TABLE letter_identities (
    workspace TEXT NOT NULL,
    identity TEXT NOT NULL,
    letter TEXT NOT NULL,
    digest TEXT,
    until INTEGER NOT NULL,
    PRIMARY KEY (workspace, identity)
  ) STRICT;
  CREATE INDEX letter_identities_until ON letter_identities (until);

  CREATE TABLE documents (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    expires_at INTEGER
  ) STRICT;
  CREATE TABLE departures (
    workspace TEXT PRIMARY KEY,
    forget_at INTEGER NOT NULL       -- when all that it has here is to go
  ) STRICT;
  CREATE INDEX departures_due ON departures (forget_at);

  CREATE INDEX documents_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    workspace TEXT NOT NULL,
    entry TEXT NOT NULL              -- as JSON
  ) STRICT;
  CREATE INDEX audit_of ON audit (workspace, id);
  `,
  `
  CREATE TABLE aside (               -- rows that could not be read; an intent or text then has the state 'aside'
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,              -- intent | text | report | letter
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    why TEXT NOT NULL,
    kept TEXT                        -- JSON: what is put in again, of a report or letter; the others stay where they are
  ) STRICT;
  CREATE INDEX aside_of ON aside (workspace, at);
  `,
  `
  CREATE TABLE clock (               -- one row: where the app's time line was, and the time of day then
    only INTEGER PRIMARY KEY CHECK (only = 1),
    line INTEGER NOT NULL,
    wall INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE texts ADD COLUMN made_at INTEGER; -- created_at by the time of day; null: as created_at
  `,
  `
  CREATE TABLE records (
    tbl TEXT NOT NULL,
    id TEXT NOT NULL,
    workspace TEXT,                  -- whose it is; null: nobody's
    body TEXT NOT NULL,              -- as JSON
    PRIMARY KEY (tbl, id)
  ) STRICT;
  CREATE TABLE entries (             -- where records stand
    list TEXT NOT NULL,
    score INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (list, score, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    count INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  moveToRecords,
];
