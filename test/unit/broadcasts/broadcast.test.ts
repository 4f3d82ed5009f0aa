import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { waitingOf, wentOf } from '../../../src/broadcasts/broadcast.ts';
import {
  afterTextChange,
  asEndedEarly,
  asPaused,
  asResumed,
  asUnreachable,
  isDecided,
  whyPause,
} from '../../../src/broadcasts/store/transitions.ts';
import { HOLDING_CODES, type Problem } from '../../../src/kit/problem.ts';
import type { TextRecord } from '../../../src/texts/store/model.ts';
import { TEXT_STATES, type TextState } from '../../../src/texts/text.ts';
import { broadcastWith } from '../../support/broadcasts.ts';
import { textWith } from '../texts/samples.ts';

const MINUTE = 60_000;
const NUMBER_REFUSED: Problem = {
  kind: 'SERVICE_REFUSED',
  code: 'INVALID_NUMBER',
  status: 400,
  proven: true,
};

/** A text of the broadcast in this state. */
function textIn(state: TextState, more: Partial<TextRecord> = {}): TextRecord {
  const problem = state === 'refused' ? NUMBER_REFUSED : undefined;
  return textWith({ id: 'b1.00000', state, problem, ...more });
}

/** The possible next states of a text. */
const NEXT: Record<TextState, readonly TextState[]> = {
  queued: ['sending', 'cancelled', 'refused'],
  sending: ['queued', 'sent', 'refused', 'uncertain', 'cancelled'],
  uncertain: ['sent', 'refused'],
  sent: [],
  refused: [],
  cancelled: [],
};

describe('outcomes of texts are counted', () => {
  test('once each, in any order of events, with costs to the last digit', () => {
    const step = fc.record({
      text: fc.nat(19),
      turn: fc.nat(5),
      cost: fc.option(fc.nat(2_000_000)),
      /** A person says that an uncertain text arrived. */
      word: fc.boolean(),
    });
    const byWord = { by: 'U1', at: 0 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), steps => {
        const texts = Array.from({ length: 20 }, () => textIn('queued'));
        let broadcast = broadcastWith({ rows: 20, counts: { open: 20 } });
        let charged = 0;
        let costless = 0;
        for (const { text: which, turn, cost, word } of steps) {
          const before = texts[which] as TextRecord;
          if (word && before.state === 'uncertain') {
            texts[which] = textIn('sent', { byWord });
            broadcast = afterTextChange(broadcast, before, texts[which]);
            continue;
          }
          const state = NEXT[before.byWord ? 'uncertain' : before.state][turn];
          if (!state) continue;
          const credits = cost === null ? undefined : (cost / 1e6).toFixed(6);
          const after = textIn(state, { cost: state === 'sent' ? (credits as never) : undefined });
          if (state === 'sent' && cost !== null) charged += cost;
          if (state === 'sent' && cost === null) costless += 1;
          broadcast = afterTextChange(broadcast, before, after);
          texts[which] = after;
        }
        const many = (...states: TextState[]) => texts.filter(({ state }) => states.includes(state)).length;
        const marked = texts.filter(text => text.byWord).length;
        expect(broadcast.counts).toEqual({
          leftOut: 0,
          open: many('queued', 'sending'),
          sent: many('sent') - marked,
          byWord: marked,
          refused: many('refused'),
          uncertain: many('uncertain'),
          cancelled: many('cancelled'),
          millionths: charged,
          costless,
        });
        expect(waitingOf({ rows: 20, counts: broadcast.counts })).toBe(broadcast.counts.open);
        expect(isDecided(broadcast)).toBe(broadcast.counts.open === 0);
        expect(broadcast.recent.length).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('and rows that never became texts are cancelled with the others', () => {
    fc.assert(
      fc.property(
        fc.record({
          leftOut: fc.nat(50),
          open: fc.nat(40),
          sent: fc.nat(500),
          refused: fc.nat(50),
          uncertain: fc.nat(50),
          cancelled: fc.nat(9),
        }),
        fc.nat(1000),
        (counts, unfed) => {
          const rows = Object.values(counts).reduce((sum, count) => sum + count, unfed);
          const before = broadcastWith({ rows, counts });
          const endedEarly = asEndedEarly(before, 'U1', 5);
          expect(endedEarly).toMatchObject({ state: 'ended', endedBy: 'U1', endedAt: 5, pause: null });
          expect(endedEarly.counts).toEqual({ ...before.counts, cancelled: counts.cancelled + unfed });
          expect(waitingOf({ rows, counts: endedEarly.counts })).toBe(counts.open);
          expect(wentOf(endedEarly.counts)).toBe(counts.sent + counts.uncertain + counts.open);
        },
      ),
    );
  });

  test('a correction is no new end, so it doesn’t count among the last ones', () => {
    const late = afterTextChange(
      broadcastWith({ recent: 'su', counts: { uncertain: 1 } }),
      textIn('uncertain'),
      textIn('sent'),
    );
    expect(late.recent).toBe('su');
  });

  test.each(TEXT_STATES.filter(state => NEXT.sending.includes(state)))(
    'a text that is %s shows whether the SMS service was reached',
    state => {
      const since = broadcastWith({ unreachableSince: 7, counts: { open: 1 } });
      const reached = state === 'sent' || state === 'refused' || state === 'uncertain';
      expect(afterTextChange(since, textIn('sending'), textIn(state)).unreachableSince).toBe(
        reached ? null : 7,
      );
      // A text that expired, for example, was never sent.
      const expired = textIn('refused', { problem: { kind: 'EXPIRED' } });
      expect(afterTextChange(since, textIn('queued'), expired).unreachableSince).toBe(7);
    },
  );
});

describe('a broadcast pauses by itself', () => {
  const running = (recent: string) => broadcastWith({ recent });
  const r = (count: number) => 'r'.repeat(count);
  const s = (count: number) => 's'.repeat(count);

  test.each([
    ['nothing went wrong', s(100), null],
    ['nine refusals in a row', s(9) + r(9), null],
    ['ten', s(9) + r(10), 'refusals'],
    ['ten refusals in a hundred', `${s(45)}${r(5)}${s(45)}${r(5)}`, 'many_refusals'],
    ['nine in a hundred', `${s(46)}${r(4)}${s(45)}${r(5)}`, null],
    ['ten in fewer than a hundred', `${s(44)}${r(5)}${s(45)}${r(5)}`, null],
    ['four uncertain in a row', `${s(9)}uuuu`, null],
    ['five', `${s(9)}uuuuu`, 'uncertain'],
    ['uncertain ones aren’t refusals', `${s(40)}${'us'.repeat(30)}`, null],
    ['what is over for a while', `${r(9)}s`, null],
  ])('when many rows failed: %s', (_, recent, why) => {
    expect(whyPause(running(recent), null, 0)).toBe(why);
  });

  test.each(HOLDING_CODES)('when the SMS service holds the key: %s', code => {
    const why = whyPause(running(''), null, 0, code);
    expect(why).toMatch(/^(credits|suspended|key)$/);
    const problem: Problem = { kind: 'SERVICE_REFUSED', code, status: 401, proven: true };
    expect(whyPause(running(''), textIn('refused', { problem }), 0)).toBe(why);
    // The answer may be a proxy's.
    const bare: Problem = { ...problem, proven: false };
    expect(whyPause(running(''), textIn('refused', { problem: bare }), 0)).toBeNull();
  });

  test.each([
    ['UNLINKED', 'unlinked'],
    ['KEY_UNREADABLE', 'key'],
  ] as const)('without a key to send with: %s', (kind, why) => {
    expect(whyPause(running(''), textIn('refused', { problem: { kind } }), 0)).toBe(why);
  });

  test('when it has used up its limit', () => {
    const spent = (millionths: number) => broadcastWith({ creditLimit: 700_000, counts: { millionths } });
    expect(whyPause(spent(699_999), null, 0)).toBeNull();
    expect(whyPause(spent(700_000), null, 0)).toBe('limit');
    expect(whyPause(broadcastWith({ counts: { millionths: 1e12 } }), null, 0)).toBeNull();
  });

  test('when the SMS service hasn’t been reached for five minutes since the first time', () => {
    const broadcast = asUnreachable(asUnreachable(broadcastWith(), 1000), 2000);
    expect(whyPause(broadcast, null, 1000 + 5 * MINUTE - 1)).toBeNull();
    expect(whyPause(broadcast, null, 1000 + 5 * MINUTE)).toBe('unreachable');
  });

  test('but not before somebody resumed it and it continued, and not when it isn’t running', () => {
    const broadcast = running(r(10));
    const resumed = asResumed(asPaused(broadcast, 'refusals', { by: null, now: 4 }), 5);
    expect(resumed).toMatchObject({ state: 'running', pause: null, recent: '', unreachableSince: null });
    expect(whyPause(resumed, null, 5)).toBeNull();
    expect(whyPause({ ...resumed, recent: r(10) }, null, 4)).toBeNull();
    expect(whyPause({ ...resumed, recent: r(10) }, null, 5)).toBe('refusals');
    expect(whyPause({ ...broadcast, state: 'paused' }, null, 9)).toBeNull();
    expect(whyPause({ ...broadcast, state: 'ended' }, null, 9)).toBeNull();
  });
});
