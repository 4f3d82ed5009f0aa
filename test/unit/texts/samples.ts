import fc from 'fast-check';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { HOLDING_CODES } from '../../../src/kit/problem.ts';
import { type KeyRecord, type Slot, unusedKey } from '../../../src/texts/store/key.ts';
import { type Claim, type Settlement, type TextRecord, toText } from '../../../src/texts/store/model.ts';
import { PRIORITIES } from '../../../src/texts/text.ts';

export const NOW = Date.UTC(2026, 10, 21, 9);

export const textWith = (given: Partial<TextRecord> = {}): TextRecord => ({
  id: 'text',
  intentId: 'intent',
  workspace: 'T1',
  actor: 'U1',
  together: false,
  fingerprint: 'key',
  priority: 'people',
  number: '01712345678' as LocalNumber,
  message: 'hello',
  parts: 2,
  state: 'queued',
  createdAt: NOW,
  madeAt: NOW,
  notBefore: NOW,
  expiresAt: NOW + 900_000,
  despiteNever: false,
  told: false,
  again: null,
  claim: null,
  settledAt: null,
  logId: null,
  cost: null,
  balance: null,
  problem: null,
  uncertain: null,
  ...given,
});

export const keyWith = (given: Partial<KeyRecord> = {}): KeyRecord => ({ ...unusedKey('key'), ...given });

export const slotWith = (given: Partial<Slot> = {}): Slot => ({
  id: 'claim',
  priority: 'people',
  owner: 'me',
  takenAt: NOW,
  text: 'text',
  freeAt: null,
  ...given,
});

export const claimOf = (text: TextRecord, id = 'claim'): Claim => ({
  id,
  text: toText(text),
  actor: text.actor,
  claimedAt: NOW,
});

const at = fc.integer({ min: NOW - 120_000, max: NOW + 120_000 });
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });

const slots = fc
  .array(
    fc.record({
      priority: fc.constantFrom(...PRIORITIES),
      takenAt: fc.integer({ min: NOW - 90_000, max: NOW }),
      freeAt: seldom(at),
    }),
    { maxLength: 70 },
  )
  .map(all => all.map((slot, index) => slotWith({ ...slot, id: `slot-${index}` })));

/** A key in any state that it can be in. */
export const keys: fc.Arbitrary<KeyRecord> = fc
  .record({
    held: seldom(fc.constantFrom(...HOLDING_CODES)),
    trial: seldom(at),
    readyAt: seldom(at),
    unanswered: fc.boolean(),
    servedAt: seldom(at),
    lastBulk: seldom(at),
    blockedUntil: fc.oneof(fc.constant(0), at),
    slowUntil: fc.oneof(fc.constant(0), at),
    slots,
  })
  .map(keyWith);

export const settlements: fc.Arbitrary<Settlement> = fc.oneof(
  fc.constantFrom<Settlement>(
    { kind: 'sent', logId: '7', cost: '0.35' as never, balance: '9.65' as never },
    { kind: 'sent', logId: null, cost: null, balance: null },
    { kind: 'uncertain', why: 'timeout' },
    {
      kind: 'refused',
      problem: { kind: 'SERVICE_REFUSED', code: 'INVALID_NUMBER', status: 400, proven: true },
    },
    {
      kind: 'refused',
      problem: { kind: 'SERVICE_REFUSED', code: 'INVALID_API_KEY', status: 401, proven: true },
    },
  ),
);
