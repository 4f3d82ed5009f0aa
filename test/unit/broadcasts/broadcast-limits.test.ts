import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { broadcastProblem, needsApproval } from '../../../src/broadcasts/policy.ts';
import type { Credits } from '../../../src/kit/credits.ts';

const credits = (written: string) => written as Credits;
const PAST = { cost: credits('0.70'), parts: 2 };

describe('a broadcast against its workspace’s limits', () => {
  test.each([
    ['the largest that is allowed', { texts: 200, credits: null }, { texts: 200, parts: 400 }, PAST, null],
    ['one too many', { texts: 200, credits: null }, { texts: 201, parts: 201 }, PAST, 'BROADCAST_TOO_LARGE'],
    ['just what it may cost', { texts: 999, credits: credits('70') }, { texts: 200, parts: 200 }, PAST, null],
    [
      'a part more',
      { texts: 999, credits: credits('70') },
      { texts: 200, parts: 201 },
      PAST,
      'BROADCAST_TOO_EXPENSIVE',
    ],
    [
      'a cost that nobody knows',
      { texts: 999, credits: credits('70') },
      { texts: 1, parts: 1 },
      null,
      'BROADCAST_UNJUDGED',
    ],
    ['a cost that nobody limits', { texts: 999, credits: null }, { texts: 9, parts: 9 }, null, null],
  ])('%s', (_, limits, size, past, kind) => {
    expect(broadcastProblem(limits, size, past)?.kind ?? null).toBe(kind);
  });

  test('names the expected cost and the limit', () => {
    const problem = broadcastProblem(
      { texts: 999, credits: credits('500') },
      { texts: 999, parts: 2000 },
      PAST,
    );
    expect(problem).toMatchObject({ kind: 'BROADCAST_TOO_EXPENSIVE', data: { cost: '700', cap: '500' } });
  });
});

test('a second person approves a broadcast to more people than the rule allows; without a rule nobody has to', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (above, texts) => {
      expect(needsApproval({ above, channel: 'C1' }, { texts })).toBe(texts > above);
      expect(needsApproval(null, { texts })).toBe(false);
    }),
  );
});
