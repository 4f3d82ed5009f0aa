PRAGMA foreign_keys = OFF;
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
  , made_at INTEGER) STRICT;
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
CREATE TABLE aside (               -- rows that could not be read; an intent or text then has the state 'aside'
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,              -- intent | text | report | letter
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    why TEXT NOT NULL,
    kept TEXT                        -- JSON: what is put in again, of a report or letter; the others stay where they are
  ) STRICT;
CREATE INDEX aside_of ON aside (workspace, at);
CREATE TABLE clock (               -- one row: where the app's time line was, and the time of day then
    only INTEGER PRIMARY KEY CHECK (only = 1),
    line INTEGER NOT NULL,
    wall INTEGER NOT NULL
  ) STRICT;
INSERT INTO aside (id, kind, workspace, at, why, kept) VALUES ('intent-aside', 'intent', 'T1', 1795251600350, 'unknown or missing: to.kind', NULL);
INSERT INTO aside (id, kind, workspace, at, why, kept) VALUES ('00000029-old', 'text', 'T1', 1795251600370, 'unknown or missing: number', NULL);
INSERT INTO aside (id, kind, workspace, at, why, kept) VALUES ('report-1', 'report', 'T1', 1795251600390, 'unknown or missing: kind', '{"intent_id":"intent-aside-report","text_id":null,"kind":"fax","follower":null,"detail":"{\"problem\":{\"kind\":\"NO_KEY\",\"admin\":true}}","attempts":0,"created_at":1795251600380}');
INSERT INTO aside (id, kind, workspace, at, why, kept) VALUES ('letter-bad', 'letter', 'T1', 1795251600420, 'not JSON', '{"kind":"alerts","name":"","body":"bad"}');
INSERT INTO audit (id, workspace, entry) VALUES (1, 'T1', '{"what":"key_linked","at":1795251600460,"by":"U1"}');
INSERT INTO audit (id, workspace, entry) VALUES (2, 'T1', '{"what":"hook_made","hook":"grafana","at":1795251600470,"by":"U1"}');
INSERT INTO audit (id, workspace, entry) VALUES (3, 'T2', '{"what":"tried_again","at":1795251600480,"by":null}');
INSERT INTO clock (only, line, wall) VALUES (1, 1795251600750, 1795251600750);
INSERT INTO counts (workspace, state, texts) VALUES ('', 'cancelled', 1);
INSERT INTO counts (workspace, state, texts) VALUES ('', 'queued', 8);
INSERT INTO counts (workspace, state, texts) VALUES ('', 'refused', 3);
INSERT INTO counts (workspace, state, texts) VALUES ('', 'sending', 3);
INSERT INTO counts (workspace, state, texts) VALUES ('', 'sent', 7);
INSERT INTO counts (workspace, state, texts) VALUES ('', 'uncertain', 2);
INSERT INTO counts (workspace, state, texts) VALUES ('T1', 'queued', 8);
INSERT INTO counts (workspace, state, texts) VALUES ('T2', 'queued', 0);
INSERT INTO counts (workspace, state, texts) VALUES ('T3', 'queued', 0);
INSERT INTO departures (workspace, forget_at) VALUES ('T9', 1795338000000);
INSERT INTO documents (key, value, expires_at) VALUES ('["T1","settings"]', '{"value":{"a":1}}', NULL);
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-husk', 'T3', 'identity husk', 'planned', 'U1', NULL, 1791795600010, 1791795600010, 1, 0, 0, NULL);
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-yesterday-U1', 'T1', 'identity yesterday-U1', 'planned', 'U1', '{"id":"intent-yesterday-U1","workspace":"T1","identity":"identity yesterday-U1","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795165200010}', 1795165200010, 1795165200010, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-yesterday-U2', 'T1', 'identity yesterday-U2', 'planned', 'U2', '{"id":"intent-yesterday-U2","workspace":"T1","identity":"identity yesterday-U2","source":"command","of":null,"actor":"U2","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795165200040}', 1795165200040, 1795165200040, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-sent', 'T1', 'identity sent', 'planned', 'U1', '{"id":"intent-sent","workspace":"T1","identity":"identity sent","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600010}', 1795251600010, 1795251600010, 2, 0, 0, '{"omitted":[{"who":{"kind":"teammate","userId":"U9","label":"@nine"},"problem":{"kind":"TEAMMATE_WITHOUT_NUMBER","userId":"U9"}}],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-refused', 'T1', 'identity refused', 'planned', 'U1', '{"id":"intent-refused","workspace":"T1","identity":"identity refused","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600050}', 1795251600050, 1795251600050, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-uncertain', 'T1', 'identity uncertain', 'planned', 'U1', '{"id":"intent-uncertain","workspace":"T1","identity":"identity uncertain","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600080}', 1795251600080, 1795251600080, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-uncertain-again', 'T1', 'identity uncertain-again', 'planned', 'U2', '{"id":"intent-uncertain-again","workspace":"T1","identity":"identity uncertain-again","source":"command","of":null,"actor":"U2","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600110}', 1795251600110, 1795251600110, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-again', 'T1', 'identity again', 'planned', 'U2', '{"id":"intent-again","workspace":"T1","identity":"identity again","source":"again","of":"00000013-old","actor":"U2","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600140}', 1795251600140, 1795251600140, 2, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-cancelled', 'T1', 'identity cancelled', 'planned', 'U1', '{"id":"intent-cancelled","workspace":"T1","identity":"identity cancelled","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600170}', 1795251600170, 1795251600170, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-plan-refused', 'T1', 'identity plan-refused', 'refused', 'U1', '{"id":"intent-plan-refused","workspace":"T1","identity":"identity plan-refused","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600190}', 1795251600190, 1795251600190, 1, 0, 0, '{"omitted":[],"problem":{"kind":"NO_KEY","admin":true}}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-asked', 'T1', 'identity asked', 'asked', 'U2', '{"id":"intent-asked","workspace":"T1","identity":"identity asked","source":"command","of":null,"actor":"U2","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600200}', 1795251600200, 1795251600200, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-held', 'T1', 'identity held', 'planned', 'U1', '{"id":"intent-held","workspace":"T1","identity":"identity held","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600210}', 1795251600210, 1795251600210, 2, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-trial', 'T1', 'identity trial', 'planned', 'U1', '{"id":"intent-trial","workspace":"T1","identity":"identity trial","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600240}', 1795251600240, 1795251600240, 2, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-sending', 'T1', 'identity sending', 'planned', 'U1', '{"id":"intent-sending","workspace":"T1","identity":"identity sending","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600320}', 1795251600320, 1795251600320, 0, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-aside', 'T1', 'identity aside', 'aside', 'U1', '{"id":"intent-aside","workspace":"T1","identity":"identity aside","source":"command","of":null,"actor":"U1","to":[{"kind":"fax"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600340}', 1795251600340, 1795251600340, 1, 0, 0, '{"problem":{"kind":"TEXT_UNREADABLE","id":"intent-aside"}}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-aside-text', 'T1', 'identity aside-text', 'planned', 'U1', '{"id":"intent-aside-text","workspace":"T1","identity":"identity aside-text","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600360}', 1795251600360, 1795251600360, 1, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-aside-report', 'T1', 'identity aside-report', 'refused', 'U1', '{"id":"intent-aside-report","workspace":"T1","identity":"identity aside-report","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600380}', 1795251600380, 1795251600380, 0, 0, 0, '{"omitted":[],"problem":{"kind":"NO_KEY","admin":true}}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-hook-done', 'T1', 'identity hook-done', 'planned', 'hook', '{"id":"intent-hook-done","workspace":"T1","identity":"identity hook-done","source":"hook","of":null,"actor":"hook","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"alert","confirmed":true,"answer":null,"language":null,"acceptedAt":1795251600490}', 1795251600490, 1795251600490, 0, 0, 1, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-hook-waits', 'T1', 'identity hook-waits', 'planned', 'hook', '{"id":"intent-hook-waits","workspace":"T1","identity":"identity hook-waits","source":"hook","of":null,"actor":"hook","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"alert","confirmed":true,"answer":null,"language":null,"acceptedAt":1795251600520}', 1795251600520, 1795251600520, 0, 0, 1, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-waits', 'T1', 'identity waits', 'planned', 'U1', '{"id":"intent-waits","workspace":"T1","identity":"identity waits","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600560}', 1795251600560, 1795251600560, 0, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-bulk', 'T1', 'identity bulk', 'planned', 'U1', '{"id":"intent-bulk","workspace":"T1","identity":"identity bulk","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"bulk","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600570}', 1795251600570, 1795251600570, 0, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-other-workspace', 'T2', 'identity other-workspace', 'planned', 'U7', '{"id":"intent-other-workspace","workspace":"T2","identity":"identity other-workspace","source":"command","of":null,"actor":"U7","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600580}', 1795251600580, 1795251600580, 0, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-open-leased', 'T1', 'identity open-leased', 'open', 'U1', '{"id":"intent-open-leased","workspace":"T1","identity":"identity open-leased","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600630}', 1795251660630, 1795251600630, 0, 0, 0, NULL);
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-open-postponed', 'T1', 'identity open-postponed', 'open', 'U1', '{"id":"intent-open-postponed","workspace":"T1","identity":"identity open-postponed","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600640}', 1795252000000, 1795251600640, 0, 1, 0, NULL);
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-bad-sent', 'T1', 'identity bad-sent', 'planned', 'U1', '{"id":"intent-bad-sent","workspace":"T1","identity":"identity bad-sent","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600660}', 1795251600660, 1795251600660, 0, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-open-half', 'T1', 'identity open-half', 'open', 'U1', '{"id":"intent-open-half","workspace":"T1","identity":"identity open-half","source":"command","of":null,"actor":"U1","to":[{"kind":"teammate","userId":"U2","label":"@two"},{"kind":"number","number":"01711111181"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600690}', 1795252050000, 1795251600690, 0, 0, 0, NULL);
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-bad-queued', 'T1', 'identity bad-queued', 'planned', 'U1', '{"id":"intent-bad-queued","workspace":"T1","identity":"identity bad-queued","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600710}', 1795251600710, 1795251600710, 0, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-bad-sending', 'T1', 'identity bad-sending', 'planned', 'U1', '{"id":"intent-bad-sending","workspace":"T1","identity":"identity bad-sending","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600720}', 1795251600720, 1795251600720, 0, 0, 0, '{"omitted":[],"problem":null}');
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-bad-open', 'T1', 'identity bad-open', 'open', 'U1', '{"id":"intent-bad-open","workspace":"T1","identity":"identity bad-open","source":"command","of":null,"actor":"U1","to":[{"kind":"fax"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600740}', 1795251600741, 1795251600740, 0, 0, 0, NULL);
INSERT INTO intents (id, workspace, identity, state, actor, body, due_at, created_at, posts, told, unattended, conclusion) VALUES ('intent-bad-report', 'T1', 'identity bad-report', 'refused', 'U1', '{"id":"intent-bad-report","workspace":"T1","identity":"identity bad-report","source":"command","of":null,"actor":"U1","to":[{"kind":"number","number":"01711111111"}],"message":"hello","lane":"people","confirmed":true,"answer":{"responseUrl":"https://hooks.slack.test/1","channel":"C1","userId":"U1","threadTs":null,"threadLink":null},"language":null,"acceptedAt":1795251600750}', 1795251600750, 1795251600750, 0, 0, 0, '{"omitted":[],"problem":{"kind":"NO_KEY","admin":true}}');
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-husk', NULL, NULL, NULL, 0, 1791795600020, NULL, 0, 0, '99.65', 1791795600030);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-1', NULL, NULL, NULL, 0, 1795251600150, NULL, 0, 0, '99.65', 1795251600160);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-held', 'INVALID_API_KEY', NULL, 1795251600220, 0, 1795251600220, NULL, 0, 0, NULL, NULL);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-trial', NULL, 1795251600270, NULL, 0, 1795251600310, NULL, 0, 0, NULL, NULL);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-probe', NULL, NULL, NULL, 0, 1795251600290, NULL, 0, 0, NULL, NULL);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-sending', NULL, NULL, NULL, 0, 1795251600330, NULL, 0, 0, NULL, NULL);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-aside', NULL, NULL, NULL, 0, 0, NULL, 0, 0, NULL, NULL);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-hook', NULL, NULL, NULL, 0, 1795251600500, NULL, 0, 0, '99.65', 1795251600510);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-late', NULL, NULL, 1795251900000, 0, 1795251600530, NULL, 1795251900000, 1795252500000, NULL, NULL);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-t2', NULL, NULL, NULL, 0, 1795251600590, NULL, 0, 0, '99.65', 1795251600600);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-bad', NULL, NULL, 1795251600730, 0, 1795251600730, NULL, 0, 0, '99.65', 1795251600680);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-half', NULL, NULL, 1795251600730, 0, 1795251600730, NULL, 0, 0, NULL, NULL);
INSERT INTO keys (fingerprint, held, trial, ready_at, unanswered, served_at, last_bulk, blocked_until, slow_until, balance, balance_at) VALUES ('key-bad2', NULL, NULL, NULL, 0, 1795251600730, NULL, 0, 0, NULL, NULL);
INSERT INTO letter_identities (workspace, identity, letter, digest, until) VALUES ('T1', 'dedup-1', 'letter-1', 'd1', 4948851600400);
INSERT INTO letter_identities (workspace, identity, letter, digest, until) VALUES ('T2', 'dedup-3', 'letter-3', NULL, 4948851600440);
INSERT INTO letters (id, kind, workspace, name, body) VALUES (1, 'posts', 'T1', 'hook-1', 'to posts');
INSERT INTO letters (id, kind, workspace, name, body) VALUES (2, 'alerts', 'T2', '', 'second');
INSERT INTO letters (id, kind, workspace, name, body) VALUES (3, 'alerts', 'T2', '', 'third');
INSERT INTO mailboxes (kind, workspace, name, version, state, due_at, leased_until) VALUES ('alerts', 'T1', '', 1, 'state-1', 1795255200410, 0);
INSERT INTO mailboxes (kind, workspace, name, version, state, due_at, leased_until) VALUES ('posts', 'T1', 'hook-1', 0, NULL, 1795251630450, 1795251630450);
INSERT INTO mailboxes (kind, workspace, name, version, state, due_at, leased_until) VALUES ('alerts', 'T2', '', 0, NULL, 1795251600430, 0);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (1, 'intent-aside-report', NULL, 'set_aside', NULL, '{"problem":{"kind":"RESULT_UNREADABLE","id":"report-1"}}', 1795252100000, 0, 1, 1795251600390);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (2, 'intent-hook-done', NULL, 'outcome', NULL, '{}', 1795251660550, 1, 0, 1795251600510);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (3, 'intent-hook-waits', NULL, 'outcome', 'hook-a', '{"follower":"hook-a"}', 1795252600000, 0, 0, 1795251600540);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (4, 'intent-hook-waits', NULL, 'outcome', 'hook-b', '{"follower":"hook-b"}', 1795253600000, 0, 0, 1795251600550);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (5, 'intent-other-workspace', '00000040-old', 'result', NULL, '{}', 1795251600600, 0, 0, 1795251600600);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (6, 'intent-held', '00000019-old', 'waiting', NULL, '{"waiting":{"why":"INVALID_API_KEY","until":null}}', 1795251600620, 0, 0, 1795251600620);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (7, 'intent-waits', '00000037-old', 'waiting', NULL, '{"waiting":{"why":"PACE","until":1795251900000}}', 1795251600620, 0, 0, 1795251600620);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (8, 'intent-open-postponed', NULL, 'waiting', NULL, '{"waiting":{"why":"UNREACHABLE","until":null}}', 1795251600650, 0, 0, 1795251600650);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (9, 'intent-bad-sent', '00000042-old', 'result', NULL, '{}', 1795251600680, 0, 0, 1795251600680);
INSERT INTO reports (id, intent_id, text_id, kind, follower, detail, due_at, leased, attempts, created_at) VALUES (10, 'intent-bad-report', NULL, 'fax', NULL, '{"problem":{"kind":"NO_KEY","admin":true}}', 1795251600750, 0, 0, 1795251600750);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (1, '00000002-old', 'key-husk', 1, 1791795660530);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (2, '00000004-old', 'key-1', 1, 1795165260530);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (3, '00000006-old', 'key-1', 1, 1795165260560);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (4, '00000008-old', 'key-1', 1, 1795251660530);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (5, '00000010-old', 'key-1', 1, 1795251660570);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (6, '00000012-old', 'key-1', 1, 1795251660600);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (7, '00000014-old', 'key-1', 1, 1795251660630);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (8, '00000016-old', 'key-1', 1, 1795251660660);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (9, '00000020-old', 'key-held', 1, 1795251660730);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (10, '00000023-old', 'key-trial', 1, 1795251660760);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (11, '00000024-old', 'key-probe', 1, NULL);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (12, '00000025-old', 'key-probe', 1, 1795251660800);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (13, '00000026-old', 'key-trial', 1, NULL);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (14, '00000028-old', 'key-sending', 1, NULL);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (15, '00000032-old', 'key-hook', 0, 1795251661010);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (18, '00000041-old', 'key-t2', 1, 1795251661100);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (19, '00000043-old', 'key-bad', 1, 1795251661180);
INSERT INTO slots (slot, id, fingerprint, lane, free_at) VALUES (22, '00000049-old', 'key-bad2', 1, NULL);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000003-old', 'intent-yesterday-U1', 'T1', 'U1', 'key-1', 1, '01700000002', 'hello', 2, 162670583663231, 'sent', 1795165200010, 1795165200010, 4948765200000, 0, NULL, '00000004-old', 1795165200030, '7', '0.35', '99.65', NULL, NULL, 1795165200010);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000005-old', 'intent-yesterday-U2', 'T1', 'U2', 'key-1', 1, '01700000003', 'hello', 2, 177655426980092, 'sent', 1795165200040, 1795165200040, 4948765200030, 0, NULL, '00000006-old', 1795165200060, '7', '0.35', '99.65', NULL, NULL, 1795165200040);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000007-old', 'intent-sent', 'T1', 'U1', 'key-1', 1, '01711111111', 'hello', 1, 185954450812895, 'sent', 1795251600010, 1795251600010, 4948851600000, 0, NULL, '00000008-old', 1795251600030, '7', '0.35', '99.65', NULL, NULL, 1795251600010);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000009-old', 'intent-refused', 'T1', 'U1', 'key-1', 1, '01711111112', 'hello', 1, 264995209508917, 'refused', 1795251600050, 1795251600050, 4948851600040, 0, NULL, '00000010-old', 1795251600070, NULL, NULL, NULL, '{"kind":"SERVICE_REFUSED","code":"INVALID_NUMBER","status":400,"proven":true}', NULL, 1795251600050);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000011-old', 'intent-uncertain', 'T1', 'U1', 'key-1', 1, '01711111113', 'hello', 1, 227919735843738, 'uncertain', 1795251600080, 1795251600080, 4948851600070, 0, NULL, '00000012-old', 1795251600100, NULL, NULL, NULL, NULL, 'timeout', 1795251600080);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000013-old', 'intent-uncertain-again', 'T1', 'U2', 'key-1', 1, '01711111114', 'hello', 1, 222256305380309, 'uncertain', 1795251600110, 1795251600110, 4948851600100, 0, 'intent-again', '00000014-old', 1795251600130, NULL, NULL, NULL, NULL, 'timeout', 1795251600110);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000015-old', 'intent-again', 'T1', 'U2', 'key-1', 1, '01711111114', 'hello', 1, 222256305380309, 'sent', 1795251600140, 1795251600140, 4948851600130, 0, NULL, '00000016-old', 1795251600160, '7', '0.35', '99.65', NULL, NULL, 1795251600140);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000017-old', 'intent-cancelled', 'T1', 'U1', 'key-1', 1, '01711111115', 'hello', 1, 185633008378101, 'cancelled', 1795251600170, 1795251600170, 4948851600160, 0, NULL, NULL, 1795251600180, NULL, NULL, NULL, NULL, NULL, 1795251600170);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000018-old', 'intent-held', 'T1', 'U1', 'key-held', 1, '01711111121', 'hello', 1, 140322041733866, 'refused', 1795251600210, 1795251600210, 4948851600200, 0, NULL, '00000020-old', 1795251600230, NULL, NULL, NULL, '{"kind":"SERVICE_REFUSED","code":"INVALID_API_KEY","status":401,"proven":true}', NULL, 1795251600210);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000019-old', 'intent-held', 'T1', 'U1', 'key-held', 1, '01711111122', 'hello', 1, 109884469839481, 'queued', 1795251600210, 1795251600210, 4948851600200, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600210);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000021-old', 'intent-trial', 'T1', 'U1', 'key-trial', 1, '01711111131', 'hello', 1, 96631027917092, 'refused', 1795251600240, 1795251600240, 4948851600230, 0, NULL, '00000023-old', 1795251600260, NULL, NULL, NULL, '{"kind":"SERVICE_REFUSED","code":"INSUFFICIENT_CREDITS","status":402,"proven":true}', NULL, 1795251600240);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000022-old', 'intent-trial', 'T1', 'U1', 'key-trial', 1, '01711111132', 'hello', 1, 161287780776632, 'sending', 1795251600240, 1795251600240, 4948851600230, 0, NULL, '00000026-old', NULL, NULL, NULL, NULL, NULL, NULL, 1795251600240);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000027-old', 'intent-sending', 'T1', 'U1', 'key-sending', 1, '01711111141', 'hello', 1, 120678709367651, 'sending', 1795251600320, 1795251600320, 4948851600310, 0, NULL, '00000028-old', NULL, NULL, NULL, NULL, NULL, NULL, 1795251600320);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000029-old', 'intent-aside-text', 'T1', 'U1', 'key-aside', 1, 'fax', 'hello', 1, 150506878756286, 'aside', 1795251600360, 1795251600360, 4948851600350, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600360);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000031-old', 'intent-hook-done', 'T1', 'hook', 'key-hook', 0, '01711111161', 'hello', 1, 270869904375133, 'sent', 1795251600490, 1795251600490, 4948851600480, 0, NULL, '00000032-old', 1795251600510, '7', '0.35', '99.65', NULL, NULL, 1795251600490);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000033-old', 'intent-hook-waits', 'T1', 'hook', 'key-late', 0, '01711111162', 'hello', 1, 11509583573432, 'queued', 1795251600520, 1795252200000, 4948851600510, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600520);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000034-old', 'intent-hook-waits', 'T1', 'hook', 'key-late', 0, '01711111163', 'hello', 1, 234449678637852, 'queued', 1795251600520, 1795252200000, 4948851600510, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600520);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000037-old', 'intent-waits', 'T1', 'U1', 'key-late', 1, '01711111171', 'hello', 1, 130409778136955, 'queued', 1795251600560, 1795251600560, 4948851600550, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600560);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000038-old', 'intent-bulk', 'T1', 'U1', 'key-late', 2, '01711111172', 'hello', 1, 166912816615719, 'queued', 1795251600570, 1795251600570, 4948851600560, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600570);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000039-old', 'intent-bulk', 'T1', 'U1', 'key-late', 2, '01711111173', 'hello', 1, 117752668719727, 'queued', 1795251600570, 1795251600570, 4948851600560, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600570);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000040-old', 'intent-other-workspace', 'T2', 'U7', 'key-t2', 1, '01711111174', 'hello', 1, 113346626379139, 'sent', 1795251600580, 1795251600580, 4948851600570, 0, NULL, '00000041-old', 1795251600600, '7', '0.35', '99.65', NULL, NULL, 1795251600580);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000042-old', 'intent-bad-sent', 'T1', 'U1', 'key-bad', 1, 'fax', 'hello', 1, 275109690765273, 'sent', 1795251600660, 1795251600660, 4948851600650, 0, NULL, '00000043-old', 1795251600680, '7', '0.35', '99.65', NULL, NULL, 1795251600660);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000044-old', 'intent-open-half', 'T1', 'U1', 'key-half', 1, '01711111181', 'hello', 1, 8399866795582, 'queued', 1795251600700, 1795251700000, 4948851600690, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600700);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000045-old', 'intent-bad-queued', 'T1', 'U1', 'key-bad', 1, 'fax', 'hello', 1, 174269017729362, 'queued', 1795251600710, 1795251700000, 4948851600700, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795251600710);
INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness, state, created_at, not_before, expires_at, told, again, claim, settled_at, log_id, cost, balance, problem, uncertain, made_at) VALUES ('00000046-old', 'intent-bad-sending', 'T1', 'U1', 'key-bad2', 1, 'fax', 'hello', 1, 44640536933538, 'sending', 1795251600720, 1795251600720, 4948851600710, 0, NULL, '00000049-old', NULL, NULL, NULL, NULL, NULL, NULL, 1795251600720);
INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES ('T1', 20777, 'U1', 1, 350000, 0);
INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES ('T1', 20777, 'U2', 1, 350000, 0);
INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES ('T1', 20778, 'U1', 13, 700000, 11);
INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES ('T1', 20778, 'U2', 2, 350000, 1);
INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES ('T1', 20778, 'hook', 3, 350000, 2);
INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES ('T2', 20778, 'U7', 1, 350000, 0);
INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES ('T3', 20738, 'U1', 1, 350000, 0);
INSERT INTO workspaces (workspace, cost, parts, warned_at) VALUES ('T3', '0.35', 1, NULL);
INSERT INTO workspaces (workspace, cost, parts, warned_at) VALUES ('T1', '0.35', 1, 1795251600040);
INSERT INTO workspaces (workspace, cost, parts, warned_at) VALUES ('T2', '0.35', 1, NULL);
PRAGMA user_version = 3;
