import { toldUntil } from '../../domain/pace.ts';
import type { Claim, Outbox, Settlement } from '../ports.ts';
import { endsTrial } from '../trial.ts';
import type { Database } from './database.ts';
import { ready } from './plans.ts';
import type { Reports } from './reports.ts';
import type { Slots } from './slots.ts';
import type { Tally } from './tally.ts';
import { charge, uncount } from './usage.ts';

type Endings = Pick<Outbox, 'settle' | 'release' | 'reap'>;

const endOf = (state: string): string =>
  `UPDATE texts SET state = ?, settled_at = ?, log_id = ?, cost = ?, balance = ?, problem = ?, uncertain = ?
   WHERE id = ? AND claim = ? AND state = '${state}'`;

/** By the state that it is to have: where that came as a value, SQLite would plan the statement anew each time. */
const END_OF = { sending: endOf('sending'), uncertain: endOf('uncertain') };

/** How claims end. */
export function createEndings(db: Database, reports: Reports, slots: Slots, tally: Tally): Endings {
  /** Writes an end down; false where it comes too late. */
  function end(claim: Claim, settlement: Settlement, now: number): boolean {
    const sent = settlement.kind === 'sent' ? settlement : null;
    const ended = (state: keyof typeof END_OF): boolean => {
      const changed = db.run(
        END_OF[state],
        settlement.kind,
        now,
        sent?.logId ?? null,
        sent?.cost ?? null,
        sent?.balance ?? null,
        settlement.kind === 'refused' ? JSON.stringify(settlement.problem) : null,
        settlement.kind === 'uncertain' ? settlement.why : null,
        claim.text.id,
        claim.id,
      );
      if (changed) tally.move(claim.text.workspace, state, settlement.kind);
      return changed === 1;
    };
    return ended('sending') || (settlement.kind !== 'uncertain' && ended('uncertain'));
  }

  /** What a reply says of its key; and what waited for one may go on. */
  function learn({ text, claimedAt }: Claim, settlement: Settlement | null, now: number): void {
    db.run(
      `UPDATE keys SET ready_at = MIN(ready_at, ?1), balance = COALESCE(?2, balance),
         balance_at = IIF(?2 IS NULL, balance_at, ?1), trial = IIF(trial <= ?3, NULL, trial)
       WHERE fingerprint = ?4`,
      now,
      settlement?.kind === 'sent' ? settlement.balance : null,
      settlement && endsTrial(settlement) ? claimedAt : null,
      text.fingerprint,
    );
  }

  function hold({ text }: Claim, settlement: Settlement, now: number): void {
    if (settlement.kind !== 'refused' || settlement.hold === null) return;
    const newly = db.run(
      'UPDATE keys SET held = ? WHERE fingerprint = ? AND held IS NULL',
      settlement.hold,
      text.fingerprint,
    );
    if (newly) reports.add({ kind: 'held', intentId: text.intentId, textId: text.id, now });
  }

  return {
    settle: (claim, settlement, now) =>
      db.write(() => {
        const { intentId, id, workspace, parts } = claim.text;
        slots.free(claim.id, now);
        const ended = end(claim, settlement, now);
        learn(claim, ended ? settlement : null, now);
        if (!ended) return;
        reports.add({ kind: 'result', intentId, textId: id, now });
        if (settlement.kind === 'refused') uncount(db, claim.text);
        hold(claim, settlement, now);
        if (settlement.kind !== 'sent' || settlement.cost === null) return;
        charge(db, claim.text, settlement.cost);
        db.run(
          `INSERT INTO workspaces (workspace, cost, parts) VALUES (?, ?, ?)
           ON CONFLICT (workspace) DO UPDATE SET cost = excluded.cost, parts = excluded.parts
             WHERE cost IS NOT excluded.cost OR parts IS NOT excluded.parts`,
          workspace,
          settlement.cost,
          parts,
        );
      }),

    release: (claim, { notBefore, why, counted, ifUncertain, backOff }, now) =>
      db.write(() => {
        const { fingerprint, intentId, id, workspace } = claim.text;
        if (counted) slots.free(claim.id, now);
        else slots.giveBack(claim.id);
        if (backOff) {
          db.run(
            `UPDATE keys SET blocked_until = MAX(blocked_until, ?), slow_until = MAX(slow_until, ?) WHERE fingerprint = ?`,
            backOff.until,
            backOff.slowUntil,
            fingerprint,
          );
        }
        const queued = db.run(
          `UPDATE texts SET state = 'queued', claim = NULL, not_before = ? WHERE id = ? AND claim = ? AND state = 'sending'`,
          notBefore,
          id,
          claim.id,
        );
        if (queued) tally.move(workspace, 'sending', 'queued');
        ready(db, fingerprint, now);
        const corrected = db.run(
          `UPDATE texts SET state = 'refused', uncertain = NULL, problem = ?, settled_at = ?
           WHERE id = ? AND claim = ? AND state = 'uncertain'`,
          JSON.stringify(ifUncertain),
          now,
          id,
          claim.id,
        );
        if (corrected) {
          tally.move(workspace, 'uncertain', 'refused');
          uncount(db, claim.text);
          reports.add({ kind: 'result', intentId, textId: id, now });
        }
        if (!queued || !why || claim.text.lane !== 'people') return;
        if (db.run('UPDATE texts SET told = 1 WHERE id = ? AND told = 0', id)) {
          reports.add({
            kind: 'waiting',
            intentId,
            textId: id,
            detail: { waiting: { why, until: toldUntil(why, notBefore) } },
            now,
          });
        }
      }),

    reap: now =>
      db.write(() => {
        const rows = db.all(`SELECT id, intent_id, workspace FROM texts WHERE state = 'sending'`);
        for (const row of rows) {
          const textId = String(row.id);
          db.run(
            `UPDATE texts SET state = 'uncertain', uncertain = 'interrupted', settled_at = ? WHERE id = ?`,
            now,
            textId,
          );
          tally.move(String(row.workspace), 'sending', 'uncertain');
          reports.add({ kind: 'result', intentId: String(row.intent_id), textId, now });
        }
        slots.freeAll(now);
        // What waited for one of those replies may go on.
        db.run('UPDATE keys SET ready_at = MIN(ready_at, ?) WHERE ready_at IS NOT NULL', now);
        db.run(`UPDATE intents SET due_at = MIN(due_at, ?) WHERE state = 'open'`, now);
        db.run('UPDATE reports SET due_at = MIN(due_at, ?), leased = 0 WHERE leased = 1', now);
        return rows.length;
      }),
  };
}
