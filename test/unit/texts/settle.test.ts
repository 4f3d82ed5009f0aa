import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PACE } from '../../../src/texts/pace.ts';
import { releaseHold } from '../../../src/texts/store/key.ts';
import type { ClaimRelease } from '../../../src/texts/store/model.ts';
import { interrupted, released, settled } from '../../../src/texts/store/settle.ts';
import { TEXT_STATES } from '../../../src/texts/text.ts';
import { claimOf, keys, keyWith, NOW, settlements, slotWith, textWith } from './samples.ts';

const LATER = NOW + 400;
const sending = textWith({ state: 'sending', claim: 'claim' });
const claim = claimOf(sending);
const key = keyWith({ slots: [slotWith()] });
const sent = { kind: 'sent', logId: '7', cost: '0.35', balance: '9.65' } as never;
const holding = {
  kind: 'refused',
  problem: { kind: 'SERVICE_REFUSED', code: 'INVALID_API_KEY', status: 401, proven: true },
} as const;
const givenBack: ClaimRelease = {
  notBefore: LATER,
  why: 'UNREACHABLE',
  counted: false,
  ifUncertain: { kind: 'SERVICE_UNREACHABLE' },
  backOff: null,
};

describe('the end of a claim', () => {
  test('is recorded on the text, and the balance on the key; the slot frees a minute after the reply', () => {
    const end = settled(key, sending, claim, sent, LATER);
    expect(end.text).toMatchObject({ state: 'sent', logId: '7', cost: '0.35', settledAt: LATER });
    expect(end.key).toMatchObject({ balance: '9.65', balanceAt: LATER });
    expect(end.key.slots).toMatchObject([{ id: 'claim', freeAt: LATER + PACE.slotMs }]);
  });

  test('with a code about the key holds the key once, for the first code', () => {
    const first = settled(key, sending, claim, holding, LATER);
    expect(first).toMatchObject({ newlyHeld: true, key: { held: 'INVALID_API_KEY' } });
    const other = settled({ ...key, held: 'INSUFFICIENT_CREDITS' }, sending, claim, holding, LATER);
    expect(other).toMatchObject({ newlyHeld: false, key: { held: 'INSUFFICIENT_CREDITS' } });
  });

  test('with a code about the key sent nothing: the text waits again, behind those that wait, and the person is told why', () => {
    const end = settled(key, sending, claim, holding, LATER);
    expect(end.text).toMatchObject({
      ...{ state: 'queued', claim: null, notBefore: LATER, expiresAt: sending.expiresAt },
      ...{ problem: null, settledAt: null, told: true },
    });
    expect(end.tell).toEqual({ why: 'INVALID_API_KEY', until: null });
    expect(end.key.slots, 'the service counted it').toMatchObject([{ freeAt: LATER + PACE.slotMs }]);
    expect(settled(key, { ...sending, priority: 'alert' }, claim, holding, LATER).tell).toBeNull();
  });

  test('with a code about the key contradicts what the person was told before, except while the key is tried', () => {
    const told = { ...sending, told: true };
    expect(settled(key, told, claim, holding, LATER).tell).not.toBeNull();
    expect(settled(releaseHold(key, NOW), told, claim, holding, LATER).tell).toBeNull();
    expect(settled(releaseHold(key, NOW), sending, claim, holding, LATER).tell).not.toBeNull();
  });

  test('with a code about the key refuses a text that was called uncertain: it isn’t sent again by itself', () => {
    const end = settled(key, interrupted(sending, NOW), claim, holding, LATER);
    expect(end).toMatchObject({
      text: { state: 'refused', uncertain: null },
      key: { held: 'INVALID_API_KEY' },
    });
  });

  test.each([
    ['INSUFFICIENT_CREDITS', 402],
    ['ACCOUNT_SUSPENDED', 403],
    [null, 401],
  ] as const)('with a bare status refuses that text and holds nothing: %s, HTTP %i', (code, status) => {
    const bare = { kind: 'SERVICE_REFUSED', code, status, proven: false } as const;
    const end = settled(key, sending, claim, { kind: 'refused', problem: bare }, LATER);
    expect(end).toMatchObject({ text: { state: 'refused', problem: bare }, key: { held: null } });
  });

  test('happens once: later ends change no text', () => {
    fc.assert(
      fc.property(settlements, settlements, keys, (first, second, before) => {
        const once = settled(before, sending, claim, first, LATER);
        const twice = settled(once.key, once.text, claim, second, LATER);
        const isCorrection = first.kind === 'uncertain' && second.kind !== 'uncertain';
        expect(twice.text === null).toBe(!isCorrection);
        expect(released(once.key, once.text, claim, givenBack, LATER).text?.state).toBe(
          first.kind === 'uncertain' ? 'refused' : undefined,
        );
      }),
    );
  });

  test('of another claim, or of a text that nobody is sending, never changes a text', () => {
    fc.assert(
      fc.property(settlements, fc.constantFrom(...TEXT_STATES), (settlement, state) => {
        const theirs = textWith({ state, claim: 'another' });
        expect(settled(key, theirs, claim, settlement, LATER).text).toBeNull();
        expect(settled(key, { ...theirs, claim: null }, claim, settlement, LATER).text).toBeNull();
        expect(released(key, theirs, claim, givenBack, LATER).text).toBeNull();
      }),
    );
  });

  test('ends a key’s trial only if the text was claimed after the release', () => {
    const trial = releaseHold(key, NOW);
    expect(settled(trial, sending, claim, sent, LATER).key.trial).toBeNull();
    expect(settled(releaseHold(key, NOW + 1), sending, claim, sent, LATER).key.trial).toBe(NOW + 1);
    expect(settled(trial, sending, claim, holding, LATER).key.trial).toBe(NOW);
  });

  test('with a code about the key says nothing if the key was released after the claim', () => {
    const released = releaseHold(key, NOW + 1);
    const straggler = settled(released, sending, claim, holding, LATER);
    expect(straggler).toMatchObject({ newlyHeld: false, key: { held: null, trial: NOW + 1 } });
    expect(straggler).toMatchObject({ text: { state: 'queued' }, tell: null });
    const again = settled(releaseHold(key, NOW), sending, claim, holding, LATER);
    expect(again).toMatchObject({ newlyHeld: true, key: { held: 'INVALID_API_KEY' } });
  });
});

describe('a claim that is given back', () => {
  test('makes the text wait, uses no slot, and tells the person why, once', () => {
    const end = released(key, sending, claim, givenBack, LATER);
    expect(end.key.slots).toEqual([]);
    expect(end.text).toMatchObject({ state: 'queued', claim: null, notBefore: LATER, told: true });
    expect(end.tell).toEqual({ why: 'UNREACHABLE', until: null });
    expect(released(key, { ...sending, told: true }, claim, givenBack, LATER).tell).toBeNull();
    expect(released(key, { ...sending, priority: 'alert' }, claim, givenBack, LATER).tell).toBeNull();
  });

  test('after a 429 keeps its slot, and the key backs off for at least as long as before', () => {
    const how = { ...givenBack, counted: true, backOff: { until: LATER, slowUntil: LATER + 1 } };
    expect(released(key, sending, claim, how, LATER).key).toMatchObject({
      blockedUntil: LATER,
      slowUntil: LATER + 1,
      slots: [{ freeAt: LATER + PACE.slotMs }],
    });
    const blocked = { ...key, blockedUntil: LATER + 99, slowUntil: LATER + 99 };
    expect(released(blocked, sending, claim, how, LATER).key).toMatchObject({
      blockedUntil: LATER + 99,
      slowUntil: LATER + 99,
    });
  });

  test('of a text that was called uncertain refuses it: it was definitely not sent, and is not retried', () => {
    const uncertain = interrupted(sending, NOW);
    expect(uncertain).toMatchObject({ state: 'uncertain', uncertain: 'interrupted' });
    const { text } = released(key, uncertain, claim, givenBack, LATER);
    expect(text).toMatchObject({
      state: 'refused',
      uncertain: null,
      problem: { kind: 'SERVICE_UNREACHABLE' },
    });
  });
});
