import { type Credits, type PastCost, parseCredits, toMillionths } from '../../domain/credits.ts';
import { dayOf } from '../../domain/day.ts';
import type { Intent } from '../../domain/intent.ts';
import { type Limits, limitProblem, type Usage } from '../../domain/limits.ts';
import type { Problem } from '../../domain/problem.ts';
import { type PlannedText, USAGE_KEPT_DAYS } from '../ports.ts';
import type { Database } from './database.ts';

/*
 * What is texted in a day: a row for all of a workspace and one for each who texts, kept as it happens. Parts of
 * larger steps: call them inside `write`.
 */

/** So many rows of days long gone leave whenever one of a new day comes: more than come, and no step is a long one. */
const FORGOTTEN_AT_ONCE = 20;

/** Texts were planned. */
export function count(
  db: Database,
  { workspace, actor }: Pick<Intent, 'workspace' | 'actor'>,
  added: readonly PlannedText[],
  now: number,
): void {
  if (added.length === 0) return;
  const { texts, parts } = sumOf(added);
  const day = dayOf(now);
  const known = db.run(
    `UPDATE usage SET texts = texts + ?, open = open + ? WHERE workspace = ? AND day = ? AND who IN ('', ?)`,
    texts,
    parts,
    workspace,
    day,
    actor,
  );
  if (known === 2) return;
  // The workspace's row may be there; if it is the only one that is, it has been counted above.
  for (const who of ['', actor]) {
    db.run(
      'INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING',
      workspace,
      day,
      who,
      texts,
      parts,
    );
  }
  db.run(
    `DELETE FROM usage WHERE (workspace, day, who) IN (
       SELECT workspace, day, who FROM usage WHERE day < ? LIMIT ?)`,
    day - USAGE_KEPT_DAYS,
    FORGOTTEN_AT_ONCE,
  );
}

function sumOf(texts: readonly PlannedText[]): { texts: number; parts: number } {
  return { texts: texts.length, parts: texts.reduce((sum, { parts }) => sum + parts, 0) };
}

/** Of a text's row: `workspace`, `actor`, `parts` and `created_at`. */
type Counted = Record<string, unknown>;

/** The service told what a text cost. */
export function charge(db: Database, text: Counted, cost: Credits): void {
  change(db, text, 0, toMillionths(cost));
}

/** A text ended without being sent. */
export function uncount(db: Database, text: Counted): void {
  change(db, text, 1, 0);
}

/** In the rows of the day when the text was planned; its parts are open no longer. */
function change(db: Database, text: Counted, fewer: number, millionths: number): void {
  db.run(
    `UPDATE usage SET texts = texts - ?, millionths = millionths + ?, open = open - ?
     WHERE workspace = ? AND day = ? AND who IN ('', ?)`,
    fewer,
    millionths,
    Number(text.parts),
    String(text.workspace),
    dayOf(Number(text.created_at)),
    String(text.actor),
  );
}

export function usageOf(db: Database, workspace: string, who: string, at: number): Usage {
  const row = db.get(
    'SELECT texts, millionths, open FROM usage WHERE workspace = ? AND day = ? AND who = ?',
    workspace,
    dayOf(at),
    who,
  );
  return {
    texts: Number(row?.texts ?? 0),
    millionths: Number(row?.millionths ?? 0),
    open: Number(row?.open ?? 0),
  };
}

export function usageByActor(
  db: Database,
  workspace: string,
  from: number,
  to: number,
): (Usage & { actor: string })[] {
  const rows = db.all(
    `SELECT who, SUM(texts) AS texts, SUM(millionths) AS millionths, SUM(open) AS open
     FROM usage WHERE workspace = ? AND day BETWEEN ? AND ? AND who <> '' GROUP BY who`,
    workspace,
    dayOf(from),
    dayOf(to),
  );
  return rows.map(row => ({
    actor: String(row.who),
    texts: Number(row.texts),
    millionths: Number(row.millionths),
    open: Number(row.open),
  }));
}

export function costPerPart(db: Database, workspace: string): PastCost | null {
  const row = db.get('SELECT cost, parts FROM workspaces WHERE workspace = ?', workspace);
  const cost = parseCredits(String(row?.cost ?? ''));
  return cost === null ? null : { cost, parts: Number(row?.parts) };
}

/** Why so many more texts are too many for a day, or null. */
export function exceeded(
  db: Database,
  { id, workspace, actor }: Intent,
  limits: Limits,
  texts: readonly PlannedText[],
  now: number,
): Problem | null {
  // A plan may repeat what an earlier one of the intent has.
  const known = new Set(db.all('SELECT number FROM texts WHERE intent_id = ?', id).map(row => row.number));
  const wanted = sumOf(texts.filter(({ number }) => !known.has(number)));
  const past = costPerPart(db, workspace);
  const judge = (of: 'person' | 'workspace', who: string): Problem | null =>
    limitProblem(of, limits[of], usageOf(db, workspace, who, now), wanted, past, now);
  return judge('person', actor) ?? judge('workspace', '');
}
