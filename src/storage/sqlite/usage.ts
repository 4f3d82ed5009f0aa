import { type Credits, type PastCost, parseCredits, toMillionths } from '../../domain/credits.ts';
import { dayOf } from '../../domain/day.ts';
import type { Intent } from '../../domain/intent.ts';
import { type Limits, limitProblem, type Usage } from '../../domain/limits.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Text } from '../../domain/text.ts';
import { type PlannedText, USAGE_KEPT_DAYS } from '../ports.ts';
import type { Database } from './database.ts';

/*
 * What is texted in a day: a row for each who texts, kept as it happens. Parts of larger steps: call them inside
 * `write`.
 */

/** So many rows of days long gone leave whenever one of a new day comes: more than come, and no step is a long one. */
const FORGOTTEN_AT_ONCE = 20;

/** Texts were planned, at this time of day. */
export function count(
  db: Database,
  { workspace, actor }: Pick<Intent, 'workspace' | 'actor'>,
  added: readonly PlannedText[],
  at: number,
): void {
  if (added.length === 0) return;
  const { texts, parts } = sumOf(added);
  const day = dayOf(at);
  const known = db.run(
    'UPDATE usage SET texts = texts + ?, open = open + ? WHERE workspace = ? AND day = ? AND who = ?',
    texts,
    parts,
    workspace,
    day,
    actor,
  );
  if (known) return;
  db.run(
    'INSERT INTO usage (workspace, day, who, texts, millionths, open) VALUES (?, ?, ?, ?, 0, ?)',
    workspace,
    day,
    actor,
    texts,
    parts,
  );
  db.run(
    `DELETE FROM usage WHERE (workspace, day, who) IN (
       SELECT workspace, day, who FROM usage WHERE day < ? LIMIT ? + 0)`,
    day - USAGE_KEPT_DAYS,
    FORGOTTEN_AT_ONCE,
  );
}

function sumOf(texts: readonly PlannedText[]): { texts: number; parts: number } {
  return { texts: texts.length, parts: texts.reduce((sum, { parts }) => sum + parts, 0) };
}

type Counted = Pick<Text, 'id' | 'workspace' | 'parts' | 'madeAt'>;

/** The service told what a text cost. */
export function charge(db: Database, text: Counted, cost: Credits): void {
  change(db, text, 0, toMillionths(cost));
}

/** A text ended without being sent. */
export function uncount(db: Database, text: Counted): void {
  change(db, text, 1, 0);
}

/** In the row of the day when the text was planned; its parts are open no longer. */
function change(db: Database, { id, workspace, parts, madeAt }: Counted, fewer: number, millionths: number) {
  db.run(
    `UPDATE usage SET texts = texts - ?, millionths = millionths + ?, open = open - ?
     WHERE workspace = ? AND day = ? AND who = (SELECT actor FROM texts WHERE id = ?)`,
    fewer,
    millionths,
    parts,
    workspace,
    dayOf(madeAt),
    id,
  );
}

/** What a service may say that texts cost has an end; beyond it no number of JavaScript is exact. */
const SUMS = `SUM(texts) AS texts, MIN(SUM(millionths), ${Number.MAX_SAFE_INTEGER}) AS millionths, SUM(open) AS open`;
const OF_DAY = `SELECT ${SUMS} FROM usage WHERE workspace = ? AND day = ?`;
const OF_PERSON = `${OF_DAY} AND who = ?`;

/** `who` null: of all of the workspace. */
export function usageOf(db: Database, workspace: string, who: string | null, at: number): Usage {
  const day = dayOf(at);
  const row = who === null ? db.get(OF_DAY, workspace, day) : db.get(OF_PERSON, workspace, day, who);
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
    `SELECT who, ${SUMS} FROM usage WHERE workspace = ? AND day BETWEEN ? AND ? GROUP BY who`,
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

/** Why so many more texts are too many for the day of `at`, or null. */
export function exceeded(
  db: Database,
  { id, workspace, actor }: Intent,
  limits: Limits,
  texts: readonly PlannedText[],
  at: number,
): Problem | null {
  // A plan may repeat what an earlier one of the intent has.
  const known = new Set(db.all('SELECT number FROM texts WHERE intent_id = ?', id).map(row => row.number));
  const wanted = sumOf(texts.filter(({ number }) => !known.has(number)));
  const past = costPerPart(db, workspace);
  const judge = (of: 'person' | 'workspace', who: string | null): Problem | null =>
    limitProblem(of, limits[of], usageOf(db, workspace, who, at), wanted, past, at);
  return judge('person', actor) ?? judge('workspace', null);
}
