import { expect, test } from 'vitest';
import { PACE } from '../../../src/texts/pace.ts';
import { asRestored, withUnknownMinute } from '../../../src/texts/store/after-restore.ts';
import { unusedKey } from '../../../src/texts/store/key.ts';
import { TEXT_STATES } from '../../../src/texts/text.ts';
import { NOW, textWith } from './samples.ts';

test('what waited or was being sent when the backup was made is uncertain, and nothing else changes', () => {
  const after = TEXT_STATES.map(state => {
    const text = textWith({ state });
    const restored = asRestored(text, NOW + 5000);
    return [state, restored === text ? 'as it was' : `${restored.state}: ${restored.uncertain}`];
  });
  expect(asRestored(textWith({ state: 'queued' }), NOW).story, 'its story says so').toEqual([
    { what: 'uncertain', at: NOW, why: 'restored' },
  ]);
  expect(Object.fromEntries(after)).toEqual({
    queued: 'uncertain: restored',
    sending: 'uncertain: restored',
    sent: 'as it was',
    refused: 'as it was',
    uncertain: 'as it was',
    cancelled: 'as it was',
  });
});

test('a key waits for the minute whose requests nobody knows', () => {
  const key = { ...unusedKey('key'), blockedUntil: NOW + 5 };
  expect(withUnknownMinute(key, NOW).blockedUntil).toBe(NOW + PACE.slotMs);
  expect(withUnknownMinute({ ...key, blockedUntil: NOW + 10 * PACE.slotMs }, NOW).blockedUntil).toBe(
    NOW + 10 * PACE.slotMs,
  );
});
