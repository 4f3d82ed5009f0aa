import { parseCredits } from '../../domain/credits.ts';
import { HOLDING_CODES, type HoldingCode } from '../../domain/problem.ts';
import { TEXT_STATES, type TextState } from '../../domain/text.ts';
import type { Outbox } from '../ports.ts';
import { readEach } from '../reading.ts';
import { toOutcome } from '../report-rows.ts';
import { toText } from '../rows.ts';
import type { Bodies } from './bodies.ts';
import type { Database } from './database.ts';
import { ALL, type Tally } from './tally.ts';
import { costPerPart, usageByActor, usageOf } from './usage.ts';

type History = Pick<
  Outbox,
  | 'text'
  | 'outcome'
  | 'history'
  | 'balance'
  | 'costPerPart'
  | 'usage'
  | 'waiting'
  | 'counts'
  | 'usageByActor'
  | 'workspaces'
  | 'sweep'
>;

/** What can be asked about texts, and how old ones leave. */
export function createHistory(db: Database, bodies: Bodies, tally: Tally): History {
  return {
    text: async (workspace, textId) => {
      const row = db.get('SELECT * FROM texts WHERE workspace = ? AND id = ?', workspace, textId);
      return row ? toText(row) : null;
    },

    outcome: async (workspace, intentId) => {
      const intent = db.get(
        'SELECT id, state, conclusion FROM intents WHERE workspace = ? AND id = ? AND body IS NOT NULL',
        workspace,
        intentId,
      );
      if (!intent) return null;
      const texts = db.all('SELECT * FROM texts WHERE intent_id = ? ORDER BY created_at, rowid', intentId);
      return toOutcome(intent, texts);
    },

    history: async (workspace, actor, limit) => {
      const rows =
        actor === null
          ? db.all(
              'SELECT * FROM texts WHERE workspace = ? ORDER BY created_at DESC LIMIT ? + 0',
              workspace,
              limit,
            )
          : db.all(
              'SELECT * FROM texts WHERE workspace = ? AND actor = ? ORDER BY created_at DESC LIMIT ? + 0',
              workspace,
              actor,
              limit,
            );
      return readEach(rows, row => ({ ...toText(row), actor: String(row.actor) })).values;
    },

    balance: async fingerprint => {
      const row = db.get('SELECT balance, balance_at FROM keys WHERE fingerprint = ?', fingerprint);
      const balance = parseCredits(String(row?.balance ?? ''));
      return balance === null ? null : { balance, at: Number(row?.balance_at) };
    },

    costPerPart: async workspace => costPerPart(db, workspace),

    usage: async (workspace, actor, at) => usageOf(db, workspace, actor, at),

    usageByActor: async (workspace, from, to) => usageByActor(db, workspace, from, to),

    waiting: async (workspace, fingerprint) => {
      const held = db.get('SELECT held FROM keys WHERE fingerprint = ?', fingerprint)?.held;
      const queued = db.get(`SELECT texts FROM counts WHERE workspace = ? AND state = 'queued'`, workspace);
      return { held: holdingCode(held), texts: Number(queued?.texts ?? 0) };
    },

    counts: async () => {
      const counts: Partial<Record<TextState, number>> = {};
      for (const row of db.all('SELECT state, texts FROM counts WHERE workspace = ?', ALL)) {
        const state = TEXT_STATES.find(name => name === row.state);
        if (state && Number(row.texts) > 0) counts[state] = Number(row.texts);
      }
      return counts;
    },

    workspaces: async () =>
      // One look-up for each, however many intents they have.
      db
        .all(
          `WITH RECURSIVE found (workspace) AS (
             SELECT MIN(workspace) FROM intents
             UNION ALL
             SELECT (SELECT MIN(workspace) FROM intents WHERE workspace > found.workspace)
             FROM found WHERE found.workspace IS NOT NULL)
           SELECT workspace FROM found WHERE workspace IS NOT NULL`,
        )
        .map(row => String(row.workspace)),

    sweep: async (workspace, { textsBefore, identitiesBefore }, limit) => {
      const removed = await db.write(() => {
        // A text that waits, or whose result Slack does not have, stays until that is over. Only the oldest are
        // looked at: among all, it would take the longer the more of them have to stay.
        const texts = db.all(
          `DELETE FROM texts WHERE id IN (
             SELECT id FROM (SELECT id, intent_id, state FROM texts WHERE workspace = ? AND created_at < ?
               ORDER BY created_at LIMIT ? + 0) AS oldest
             WHERE state NOT IN ('queued', 'sending')
               AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.intent_id = oldest.intent_id)) RETURNING state`,
          workspace,
          textsBefore,
          limit,
        );
        tally.removed(workspace, texts);
        const emptied = db.run(
          `UPDATE intents SET body = NULL, conclusion = NULL WHERE id IN (
             SELECT id FROM (SELECT id, state FROM intents WHERE workspace = ? AND created_at < ? AND body IS NOT NULL
               ORDER BY created_at LIMIT ? + 0) AS oldest
             WHERE state <> 'open'
               AND NOT EXISTS (SELECT 1 FROM texts WHERE texts.intent_id = oldest.id)
               AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.intent_id = oldest.id))`,
          workspace,
          textsBefore,
          limit,
        );
        const forgotten = db.run(
          `DELETE FROM intents WHERE id IN (
             SELECT id FROM intents WHERE workspace = ? AND created_at < ? AND body IS NULL LIMIT ? + 0)`,
          workspace,
          identitiesBefore,
          limit,
        );
        const aside = db.run(
          'DELETE FROM aside WHERE id IN (SELECT id FROM aside WHERE workspace = ? AND at < ? LIMIT ? + 0)',
          workspace,
          textsBefore,
          limit,
        );
        return texts.length + emptied + forgotten + aside;
      });
      if (removed === 0) return 0;
      bodies.forget();
      db.emptyLog();
      return removed;
    },
  };
}

function holdingCode(value: unknown): HoldingCode | null {
  return HOLDING_CODES.find(code => code === value) ?? null;
}
