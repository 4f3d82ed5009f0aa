import { describe, expect, test } from 'vitest';
import {
  type AttentionRecord,
  afterLook,
  isDaytime,
  isToTell,
  NOTHING_FOUND,
  nameOf,
  ongoingFor,
  REST_MS,
  withoutTold,
  withTold,
} from '../../../src/attention/record.ts';
import { DAY_MS, HOUR_MS, timeOn } from '../../../src/kit/day.ts';
import type { Warning, WarningSource } from '../../../src/kit/slack/warnings.ts';

const SOURCES: Pick<WarningSource, 'kind' | 'isUrgent'>[] = [
  { kind: 'balance', isUrgent: false },
  { kind: 'limit', isUrgent: true },
];
const warning = (subject: string, changes: Partial<Warning> = {}): Warning => ({
  subject,
  people: ['U1'],
  leaders: null,
  isToldElsewhere: false,
  say: () => ({ text: subject, button: null }),
  ...changes,
});
const lookedAt = (now: number, before: AttentionRecord, ...warnings: Warning[]): AttentionRecord =>
  afterLook(before, SOURCES, new Map([['balance', warnings]]), now);
const MIDDAY = timeOn(20_000, '12:00');
/** Those who are told with a look at this moment. */
function tell(record: AttentionRecord, now: number): { after: AttentionRecord; told: string[] } {
  const due = record.warnings.filter(each => isToTell(each, now, MIDDAY));
  const tellings = due.flatMap(each => each.people.map(userId => ({ name: nameOf(each), userId })));
  const { after, isNew } = withTold(record, tellings, now);
  return { after, told: isNew.map(({ name, userId }) => `${name} ${userId}`) };
}

describe('told once', () => {
  test('however often it is found, for weeks', () => {
    let record = NOTHING_FOUND;
    const all: string[] = [];
    for (let now = 0; now < 21 * DAY_MS; now += 6 * HOUR_MS) {
      const next = tell(lookedAt(now, record, warning('key')), now);
      record = next.after;
      all.push(...next.told);
    }
    expect(all).toEqual(['balance key U1']);
  });

  test.each([
    ['a day', DAY_MS, false],
    ['almost the time of rest', REST_MS - 1, false],
    ['longer', REST_MS, true],
  ])('mended for %s and back again', (_, wellMs, isToldAgain) => {
    let record = tell(lookedAt(0, NOTHING_FOUND, warning('key')), 0).after;
    // Looks go on while it is well.
    for (let now = HOUR_MS; now <= HOUR_MS + wellMs; now += Math.max(1, wellMs / 5))
      record = lookedAt(now, record);
    const back = tell(lookedAt(HOUR_MS + wellMs, record, warning('key')), HOUR_MS + wellMs);
    expect(back.told.length > 0).toBe(isToldAgain);
  });

  test('a balance around its threshold is told once, however often it goes up and down', () => {
    let record = NOTHING_FOUND;
    let times = 0;
    for (let hour = 0; hour < 21 * 24; hour++) {
      const isLow = hour % 20 < 10;
      const next = tell(lookedAt(hour * HOUR_MS, record, ...(isLow ? [warning('key')] : [])), hour * HOUR_MS);
      record = next.after;
      times += next.told.length;
    }
    expect(times).toBe(1);
  });

  test('two processes that tell at the same time tell each person once', () => {
    const record = lookedAt(0, NOTHING_FOUND, warning('key', { people: ['U1', 'U2'] }));
    const tellings = ['U1', 'U2'].map(userId => ({ name: 'balance key', userId }));
    const first = withTold(record, tellings.slice(0, 1), 0);
    expect(withTold(first.after, tellings, 0).isNew).toEqual([tellings[1]]);
  });

  test('Slack was away: it is told with a later look, for a day', () => {
    const first = tell(lookedAt(0, NOTHING_FOUND, warning('key')), 0);
    const undone = withoutTold(first.after, [{ name: 'balance key', userId: 'U1' }]);
    expect(tell(undone, HOUR_MS).told).toEqual(['balance key U1']);
    expect(tell(undone, DAY_MS).told).toEqual([]);
  });
});

test('a kind that couldn’t be looked for keeps its warnings; a kind without a feature loses them', () => {
  const before = lookedAt(0, NOTHING_FOUND, warning('key'));
  expect(afterLook(before, SOURCES, new Map(), 1).warnings).toEqual(before.warnings);
  expect(afterLook(before, SOURCES.slice(1), new Map(), 1).warnings).toEqual([]);
});

test('what is told elsewhere is only shown; at night only what is urgent is told', () => {
  const [record] = lookedAt(0, NOTHING_FOUND, warning('key')).warnings;
  if (!record) throw new Error('not found');
  const night = timeOn(20_000, '20:00');
  const toTell = (changes: Partial<typeof record>, wall: number) =>
    isToTell({ ...record, ...changes }, 0, wall);
  expect(toTell({}, MIDDAY)).toBe(true);
  expect(toTell({ isToldElsewhere: true }, MIDDAY)).toBe(false);
  expect(toTell({}, night)).toBe(false);
  expect(toTell({ isUrgent: true }, night)).toBe(true);
  expect(['08:59', '09:00', '19:59', '20:00'].map(time => isDaytime(timeOn(20_000, time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('Home shows a reader their own warnings, and managers those of leaders, too; urgent ones first', () => {
  const record = afterLook(
    NOTHING_FOUND,
    SOURCES,
    new Map([
      ['balance', [warning('key', { people: [], leaders: 'admins' })]],
      ['limit', [warning('1 U1'), warning('1 U2', { people: ['U2'] })]],
    ]),
    0,
  );
  const shown = (userId: string, manages: boolean) => ongoingFor(record, { userId, manages }).map(nameOf);
  expect(shown('U1', false)).toEqual(['limit 1 U1']);
  expect(shown('U1', true)).toEqual(['limit 1 U1', 'balance key']);
  expect(shown('U3', false)).toEqual([]);
});
