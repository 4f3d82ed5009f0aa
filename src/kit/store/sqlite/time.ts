import type { TimeSource } from '../../clock.ts';
import { createTimeline, resumed, type Timeline } from '../../timeline.ts';
import type { Database } from './database.ts';

/**
 * The time line of all times in this file. Each write stores its current position, so that the next process continues from
 * there: no stored time is in that process' future.
 */
export function keepTime(db: Database, source: TimeSource): Timeline {
  const row = db.get('SELECT line, wall FROM clock');
  const mark = row ? { line: Number(row.line), wall: Number(row.wall) } : null;
  const timeline = createTimeline(source, resumed(mark, source.wall()));
  db.beforeCommit(() => {
    const { line, wall } = timeline.mark();
    db.run(
      `INSERT INTO clock (only, line, wall) VALUES (1, ?, ?)
       ON CONFLICT (only) DO UPDATE SET line = excluded.line, wall = excluded.wall`,
      line,
      wall,
    );
  });
  return timeline;
}
