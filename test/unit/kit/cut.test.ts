import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abridged, cut } from '../../../src/kit/slack-text.ts';

const text = fc.string({ unit: fc.constantFrom('a', '😀', 'ক', '\u200d'), maxLength: 12 });

test('a cut text fits, is the beginning of the original, and has no half characters', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 12 }), (whole, limit) => {
      for (const short of [cut(whole, limit), abridged(whole, limit).replace(/…$/, '')]) {
        expect(short.length).toBeLessThanOrEqual(limit);
        expect(whole.startsWith(short)).toBe(true);
        expect(short.isWellFormed()).toBe(true);
      }
      // Nothing more is cut than necessary.
      expect(cut(whole, limit).length).toBeGreaterThanOrEqual(Math.min(whole.length, limit - 1));
      expect(abridged(whole, limit).endsWith('…')).toBe(whole.length > limit);
    }),
  );
});
