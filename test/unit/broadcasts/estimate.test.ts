import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bulkDurationMs } from '../../../src/broadcasts/bulk-pace.ts';
import { affordable } from '../../../src/broadcasts/estimate.ts';
import type { Credits } from '../../../src/kit/credits.ts';
import { PACE, roomAt } from '../../../src/texts/pace.ts';

/** How long the pace takes for this many texts in bulk if every reply comes at once. */
function byThePace(texts: number): number {
  const slots: number[] = [];
  let now = 0;
  for (let sent = 0; sent < texts; sent++) {
    for (;;) {
      const inUse = slots.filter(at => now - at < PACE.slotMs);
      const at = roomAt(
        'bulk',
        {
          slotsTaken: inUse.length,
          alertsTaken: 0,
          bulkTaken: inUse.length,
          inFlight: 0,
          nextFree: inUse.length > 0 ? (inUse[0] ?? 0) + PACE.slotMs : null,
          lastTaken: slots.at(-1) ?? null,
          lastBulk: slots.at(-1) ?? null,
          blockedUntil: 0,
          slowUntil: 0,
          peopleWait: false,
          bulkWaits: true,
          onTrial: false,
        },
        now,
      );
      if (at <= now) break;
      now = at;
    }
    slots.push(now);
  }
  return now;
}

test('the estimated duration is what the pace allows', () => {
  for (const texts of [1, 2, 58, 59, 60, 116, 117, 500, 2000]) {
    expect(Math.abs(bulkDurationMs(texts) - byThePace(texts)), String(texts)).toBeLessThan(PACE.slotMs / 10);
  }
  expect([bulkDurationMs(0), bulkDurationMs(1)]).toEqual([0, 0]);
});

test('a balance is enough for as many texts as it pays for', () => {
  const credits = (amount: string): Credits => amount as Credits;
  expect(affordable(credits('640'), credits('700'), 2000)).toBe(1828);
  expect(affordable(credits('700'), credits('700'), 2000)).toBeNull();
  expect(affordable(credits('-1'), credits('700'), 2000)).toBe(0);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 10_000 }), (balance, texts) => {
      const enough = affordable(credits(String(balance)), credits(String(texts)), texts);
      expect(enough).toBe(balance >= texts ? null : balance);
    }),
  );
});
