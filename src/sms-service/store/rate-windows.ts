import type { DatabaseSync } from 'node:sqlite';
import { rateWindows, usedOf, type WindowKind } from '../windows/index.ts';
import type { Taken, WindowState } from '../windows/window.ts';

/** Counts requests for each API key, in the database: it survives restarts, and all processes share it. */
export interface RateWindows {
  /** Counts one request, or says how long until one is allowed. */
  take(apiKeyId: number, now: number): Taken;
  /** How many of the 60 are used now; counts nothing. */
  used(apiKeyId: number, now: number): number;
}

export function createRateWindows(database: DatabaseSync, kind: WindowKind): RateWindows {
  const window = rateWindows[kind];
  const read = database.prepare('SELECT state FROM rate_windows WHERE api_key_id = ? AND kind = ?');
  const write = database.prepare(
    `INSERT INTO rate_windows (api_key_id, kind, state) VALUES (?, ?, ?)
     ON CONFLICT (api_key_id, kind) DO UPDATE SET state = excluded.state`,
  );

  const stateOf = (apiKeyId: number) => String(read.get(apiKeyId, kind)?.state ?? '[]');

  return {
    used: (apiKeyId, now) => usedOf[kind](JSON.parse(stateOf(apiKeyId)) as WindowState, now),
    take(apiKeyId, now) {
      const before = stateOf(apiKeyId);
      const taken = window(JSON.parse(before) as WindowState, now);
      const after = JSON.stringify(taken.state);
      if (after !== before) write.run(apiKeyId, kind, after);
      return taken;
    },
  };
}
