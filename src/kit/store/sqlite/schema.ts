/** The tables of our version of the data (see `DATA_VERSION`). */
export const SCHEMA = `
  CREATE TABLE records (
    tbl TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,              -- as JSON
    PRIMARY KEY (tbl, id)
  ) STRICT;
  CREATE TABLE entries (             -- where records stand
    list TEXT NOT NULL,
    score INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (list, score, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE temporary (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX temporary_expiry ON temporary (expires_at);

  CREATE TABLE clock (               -- one row: where the app's time line was, and the time of day then
    only INTEGER PRIMARY KEY CHECK (only = 1),
    line INTEGER NOT NULL,
    wall INTEGER NOT NULL
  ) STRICT;
`;
