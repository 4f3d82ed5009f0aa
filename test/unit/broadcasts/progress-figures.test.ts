import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresOf } from '../../../src/broadcasts/progress-figures.ts';
import { broadcastWith } from '../../support/broadcasts.ts';

const count = fc.integer({ min: 0, max: 2000 });

test('every row is counted once, whatever its outcome; 100% only when all are decided', () => {
  const counts = fc.record({
    leftOut: count,
    sent: count,
    refused: count,
    uncertain: count,
    cancelled: count,
    open: count,
  });
  fc.assert(
    fc.property(counts, count, (counts, unfed) => {
      const rows = Object.values(counts).reduce((sum, n) => sum + n, unfed);
      const { texts, waiting, sent, refused, uncertain, cancelled, leftOut, percent, went } = figuresOf(
        broadcastWith({ rows, counts }),
      );
      expect(sent + refused + uncertain + cancelled + waiting).toBe(texts);
      expect(texts + leftOut).toBe(rows);
      expect(percent === 100).toBe(waiting + cancelled === 0);
      expect(went).toBe(sent + uncertain + counts.open);
    }),
  );
});
