import { describe, expect, test } from 'vitest';
import { toKey } from '../../../src/alerts/alert.ts';
import { failingAmong, whoWasTexted } from '../../../src/alerts/posts/text-lines.ts';
import { wordingIn } from '../../../src/features.ts';
import type { Problem } from '../../../src/kit/problem.ts';
import type { IntentOutcome } from '../../../src/texts/store/model.ts';
import type { Text } from '../../../src/texts/text.ts';

/* Which recipients of an alert have been texted, and whose texts don't go out. */

const words = wordingIn('en');
const [RANU, KAMAL] = ['01712345671', '01712345672'];
const EXPIRED: Problem = { kind: 'EXPIRED' };

let textCount = 0;
function text(number: string, state: Text['state'], problem: Problem | null = null): Text {
  textCount += 1;
  return { id: `t${textCount}`, number, state, problem, fingerprint: 'key', expiresAt: 0 } as never;
}
const outcome = (texts: Text[], fields: Partial<IntentOutcome> = {}): IntentOutcome => ({
  settled: true,
  problem: null,
  omitted: [],
  texts,
  unreadable: [],
  sentAgain: [],
  ...fields,
});
const message = { texts: ['i1'], messaged: [], undeliverable: [], moreUndeliverable: 0 };

describe('who has been texted', () => {
  test('says everybody only if each has a text that was sent', () => {
    const both = [outcome([text(RANU, 'sent'), text(KAMAL, 'sent')])];
    expect(whoWasTexted(message, both, words)).toBe('Everyone on the list has been texted.');
    const later = [outcome([text(RANU, 'refused', EXPIRED)]), outcome([text(RANU, 'sent')])];
    expect(whoWasTexted({ ...message, texts: ['i1', 'i2'] }, later, words)).toBe(
      'Everyone on the list has been texted.',
    );
  });

  test.each(['queued', 'sending', 'refused', 'uncertain', 'cancelled'] as const)(
    'not somebody whose text is %s: they are named',
    state => {
      const sentence = whoWasTexted(message, [outcome([text(RANU, 'sent'), text(KAMAL, state)])], words);
      expect(sentence).toBe('As far as we know, no text has gone out to 017••••5672.');
    },
  );

  test('doesn’t count a recipient who was left out', () => {
    const teammate = { kind: 'teammate', userId: 'U1', label: '' } as const;
    const omitted = [
      { recipient: teammate, problem: { kind: 'TEAMMATE_WITHOUT_NUMBER', userId: 'U1' } as const },
    ];
    expect(whoWasTexted(message, [outcome([text(RANU, 'sent')], { omitted })], words)).toContain('to <@U1>');
    const undeliverable = [{ recipient: toKey(teammate), alerts: 1, problem: null }];
    const sentence = whoWasTexted(
      { ...message, undeliverable, moreUndeliverable: 2 },
      [outcome([text(RANU, 'sent')])],
      words,
    );
    expect(sentence).toContain('to <@U1> and 2 others.');
  });

  test('says nobody if no text went out, and nothing once the outcome is unknown', () => {
    expect(whoWasTexted(message, [outcome([text(RANU, 'refused', EXPIRED)])], words)).toBe(
      'As far as we know, no text has gone out.',
    );
    expect(whoWasTexted(message, [], words)).toBe('');
  });
});

describe('texts that don’t go out', () => {
  const holds = new Map([['key', 'INSUFFICIENT_CREDITS' as const]]);
  const failing = (outcomes: IntentOutcome[], on = new Map() as typeof holds) =>
    failingAmong(outcomes, on).flatMap(({ texts }) => texts.map(({ number }) => number));

  test('are the refused and the held ones, but not others that are waiting', () => {
    const texts = [outcome([text(RANU, 'refused', EXPIRED), text(KAMAL, 'queued')])];
    expect(failing(texts)).toEqual([RANU]);
    expect(failing(texts, holds)).toEqual([RANU, KAMAL]);
    expect(failing([outcome([text(RANU, 'uncertain'), text(KAMAL, 'cancelled')])], holds)).toEqual([]);
  });

  test('are judged by the latest text to each number', () => {
    const [first, second] = [outcome([text(RANU, 'refused', EXPIRED)]), outcome([text(RANU, 'sent')])];
    expect(failing([first, second])).toEqual([]);
    expect(failing([second, first])).toEqual([RANU]);
  });

  test('include one that expired until its replacement has gone', () => {
    const late = outcome([text(RANU, 'refused', EXPIRED)]);
    for (const state of ['queued', 'sending'] as const)
      expect(failing([late, outcome([text(RANU, state)])])).toEqual([RANU]);
    const onHold = outcome([text(RANU, 'queued')]);
    expect(failingAmong([late, onHold], holds)).toEqual([onHold]);
    expect(failing([late, onHold, outcome([text(RANU, 'sent')])])).toEqual([]);
  });

  test('include those that never became texts, unless they aren’t needed any more', () => {
    const refused = (kind: 'UNLINKED' | 'CANCELLED') =>
      failingAmong([outcome([], { problem: { kind } })], holds);
    expect([refused('UNLINKED').length, refused('CANCELLED').length]).toEqual([1, 0]);
  });
});
