import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Credits } from '../../../src/kit/credits.ts';
import { dayOf, timeOn } from '../../../src/kit/day.ts';
import { chart } from '../../../src/kit/slack/charts.ts';
import { context, section } from '../../../src/kit/slack/elements.ts';
import { fitPage } from '../../../src/texts/slack/home/fit.ts';
import { balancesUpTo } from '../../../src/texts/slack/home/key-state.ts';
import { troubleFirst } from '../../../src/texts/slack/home/own-texts.ts';
import { daysUpTo, sourcesOf } from '../../../src/texts/slack/home/spending.ts';
import type { HistoryEntry } from '../../../src/texts/store/model.ts';

const AT = timeOn(20_000, '15:00');

describe('a page', () => {
  const group = fc.record({ size: fc.nat(60), mayShrink: fc.boolean() });

  test('has at most as many blocks as Slack takes, as long as what may not shrink has; each group keeps its beginning', () => {
    fc.assert(
      fc.property(fc.array(group, { maxLength: 12 }), sizes => {
        const groups = sizes.map(({ size, mayShrink }, nth) => ({
          blocks: Array.from({ length: size }, (_, index) => section(`${nth}.${index}`)),
          mayShrink,
        }));
        const page = fitPage(groups, 'more', 100).map(block => JSON.stringify(block));
        const fixed = sizes.reduce((sum, { size, mayShrink }) => sum + (mayShrink ? 0 : size), 0);
        const shrinking = sizes.filter(({ size, mayShrink }) => mayShrink && size > 0).length;
        expect(page.length).toBeLessThanOrEqual(Math.max(100, fixed + 2 * shrinking));
        const all = sizes.reduce((sum, { size }) => sum + size, 0);
        if (all <= 100) expect(page).toHaveLength(all);
        for (const [nth, { size }] of sizes.entries())
          if (size > 0) expect(page).toContain(JSON.stringify(section(`${nth}.0`)));
      }),
    );
  });

  test('says where something was left out, and counts a chart as the blocks that it may become', () => {
    const long = Array.from({ length: 9 }, (_, index) => section(String(index)));
    expect(fitPage([{ blocks: long, mayShrink: true }], 'more', 4)).toEqual([
      ...long.slice(0, 3),
      context('more'),
    ]);
    const bars = chart({
      title: 'Texts',
      as: 'bars',
      name: 'Texts',
      points: [{ label: '1', value: 1, text: '1' }],
    });
    expect(
      fitPage(
        [
          { blocks: bars, mayShrink: false },
          { blocks: long, mayShrink: true },
        ],
        'more',
        4,
      ),
    ).toEqual([...bars, ...long.slice(0, 2), context('more')]);
  });
});

test('a person’s uncertain texts come first, then those that wait, then the newest; each once, and no certain ones of broadcasts', () => {
  const text = (id: string, state: HistoryEntry['state']) => ({ id, state }) as HistoryEntry;
  const [old, sent, waits, unsure] = [
    text('old', 'uncertain'),
    text('sent', 'sent'),
    text('waits', 'queued'),
    text('unsure', 'uncertain'),
  ];
  const ofBroadcast = { ...text('row', 'sent'), isOfBroadcast: true };
  const newest = [ofBroadcast, sent, unsure, waits];
  expect(troubleFirst(newest, [unsure, old])).toEqual([unsure, old, waits, sent]);
});

test('sources are summed over days, and those without a text left are gone', () => {
  const used = (texts: number) => ({ texts, millionths: texts * 10, open: 0 });
  expect(
    sourcesOf([
      { sources: { form: used(1), alerts: used(1) } },
      { sources: { alerts: used(2), command: used(0) } },
    ]),
  ).toEqual([
    ['alerts', used(3)],
    ['form', used(1)],
  ]);
});

test('the days of a chart end today, begin no earlier than the first, and carry the last balance on', () => {
  const today = dayOf(AT);
  expect(daysUpTo(AT, 3, today - 9)).toEqual([today - 2, today - 1, today]);
  expect(daysUpTo(AT, 9, today - 1)).toEqual([today - 1, today]);
  const days = [
    { day: today - 30, balance: '90' as Credits },
    { day: today - 2, balance: '80' as Credits },
    { day: today, balance: null },
  ];
  expect(balancesUpTo(days, AT).map(({ balance }) => balance)).toEqual([
    ...Array(11).fill('90'),
    '80',
    '80',
    '80',
  ]);
  expect(balancesUpTo([{ day: today, balance: null }], AT)).toEqual([]);
});
