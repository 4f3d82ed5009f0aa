import type { DatabaseSync } from 'node:sqlite';
import type { TimeSource } from '../../domain/clock.ts';
import { resumed } from '../../domain/timeline.ts';
import type { Log } from '../../log.ts';
import { createMove, type EarlierKind } from '../earlier/move.ts';
import { type EarlierRow, parsed } from '../earlier/rows.ts';
import type { Write } from '../records.ts';
import { encode } from '../transaction.ts';

/** What a migration that is more than SQL gets. */
export type Moving = { time: TimeSource; log: Log };

/** How each kind is read, in the order in which it was written. */
const ROWS: Record<EarlierKind, string> = {
  aside: 'SELECT * FROM aside ORDER BY rowid',
  text: `SELECT texts.*, intents.unattended FROM texts LEFT JOIN intents ON intents.id = texts.intent_id
    ORDER BY texts.rowid`,
  slot: 'SELECT id, fingerprint, lane, free_at FROM slots ORDER BY slot',
  key: 'SELECT * FROM keys',
  intent: 'SELECT * FROM intents ORDER BY rowid',
  usage: 'SELECT * FROM usage',
  workspace: 'SELECT * FROM workspaces',
  report: `SELECT reports.*, intents.unattended FROM reports LEFT JOIN intents ON intents.id = reports.intent_id
    ORDER BY reports.id`,
  mailbox: 'SELECT * FROM mailboxes',
  letter: 'SELECT * FROM letters ORDER BY id',
  letter_identity: 'SELECT * FROM letter_identities',
  departure: 'SELECT * FROM departures',
  audit: 'SELECT * FROM audit ORDER BY id',
};

/** Table names that aren't the kind plus an s. */
const TABLES = [
  ...[
    'texts',
    'intents',
    'counts',
    'keys',
    'workspaces',
    'usage',
    'slots',
    'reports',
    'mailboxes',
    'letters',
  ],
  ...['letter_identities', 'departures', 'audit', 'aside'],
];

/** Converts everything in tables of its own to records. Part of a transaction: everything or nothing. */
export function moveToRecords(db: DatabaseSync, { time, log }: Moving): void {
  const began = time.monotonic();
  const clock = db.prepare('SELECT line, wall FROM clock').get();
  const now = resumed(clock ? { line: Number(clock.line), wall: Number(clock.wall) } : null, time.wall());
  const move = createMove(Math.floor(now));
  const writer = createWriter(db);
  for (const [kind, sql] of Object.entries(ROWS) as [EarlierKind, string][]) {
    for (const row of db.prepare(sql).iterate())
      for (const one of move.take(kind, kind === 'aside' ? withKept(row) : row)) writer.write(one);
  }
  for (const one of move.end()) writer.write(one);
  writer.end();
  for (const table of TABLES) db.exec(`DROP TABLE ${table}`);
  const counts = move.counts();
  if (Object.keys(counts).length === 0) return;
  log.info({ ...counts, ms: Math.round(time.monotonic() - began) }, 'converted the data to this version');
}

/** Adds the row itself, if it doesn't stay in its own table. */
function withKept(row: EarlierRow): EarlierRow {
  if (row.kept === null) return row;
  const kept = parsed(row.kept);
  if (row.kind === 'report') return { ...row, report: kept };
  return { ...row, letter: { workspace: row.workspace, ...(kept as EarlierRow) } };
}

function createWriter(db: DatabaseSync): { write(one: Write): void; end(): void } {
  const record = db.prepare('INSERT OR REPLACE INTO records (tbl, id, workspace, body) VALUES (?, ?, ?, ?)');
  const entry = db.prepare('INSERT OR REPLACE INTO entries (list, score, id) VALUES (?, ?, ?)');
  const counter = db.prepare('INSERT INTO counters (name, count) VALUES (?, ?)');
  const counts = new Map<string, number>();
  return {
    write({ id, comes, record: written }) {
      if (written) record.run(written.table, id, written.workspace, encode(written.value));
      for (const place of comes) {
        if ('list' in place) entry.run(place.list, place.score, id);
        else counts.set(place.counter, (counts.get(place.counter) ?? 0) + 1);
      }
    },
    end() {
      for (const [name, count] of counts) counter.run(name, count);
    },
  };
}
