import type { TextState } from '../../domain/text.ts';
import type { Database } from './database.ts';

/**
 * How many texts there are of each state, and how many wait in each workspace: kept as they come, change and go, since
 * counting them takes the longer the more there are. Parts of larger steps: call them inside `write`.
 */
export type Tally = {
  /** `from` null: they are new. */
  move(workspace: string, from: TextState | null, to: TextState, texts?: number): void;
  /** `rows`: with the `state` that they had. */
  removed(workspace: string, rows: readonly Record<string, unknown>[]): void;
};

/** In the place of a workspace: of all of them. */
export const ALL = '';

/** Writes sums at the end of each transaction: texts of a group change alike, and one that is claimed at once never waited. */
export function createTally(db: Database): Tally {
  /** By `<state> <workspace>`. */
  const sums = new Map<string, number>();
  const put = (workspace: string, state: string, texts: number): void => {
    const name = `${state} ${workspace}`;
    sums.set(name, (sums.get(name) ?? 0) + texts);
  };
  const add = (workspace: string, state: string, texts: number): void => {
    put(ALL, state, texts);
    if (state === 'queued') put(workspace, state, texts);
  };

  db.onUndone(() => sums.clear());
  db.beforeCommit(() => {
    for (const [name, texts] of sums) {
      const [state = ''] = name.split(' ', 1);
      if (texts === 0) continue;
      db.run(
        `INSERT INTO counts (workspace, state, texts) VALUES (?, ?, ?)
         ON CONFLICT (workspace, state) DO UPDATE SET texts = texts + excluded.texts`,
        name.slice(state.length + 1),
        state,
        texts,
      );
    }
    sums.clear();
  });

  return {
    move(workspace, from, to, texts = 1) {
      if (from) add(workspace, from, -texts);
      add(workspace, to, texts);
    },
    removed(workspace, rows) {
      // What was set aside was taken out of these sums then.
      for (const { state } of rows) if (state !== 'aside') add(workspace, String(state), -1);
    },
  };
}
