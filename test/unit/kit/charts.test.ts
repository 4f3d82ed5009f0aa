import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ChartPoint,
  chart,
  type Picture,
  type TableCell,
  table,
} from '../../../src/kit/slack/charts.ts';
import { problemsOfMessageBlocks, problemsOfView } from '../../../src/playground/blocks/validate.ts';

/* Charts and tables are accepted by Slack in both forms, whatever they show, and read as charts. */

const pictureOf = (blocks: readonly unknown[]) => blocks[0] as Picture;
const textIn = (part: unknown): string => {
  const { text = '', elements = [] } = part as { text?: string; elements?: unknown[] };
  return text + elements.map(textIn).join('');
};
const linesOf = ({ plain }: Picture): string[] => plain.map(textIn).join('').split('\n');

const points = fc.uniqueArray(
  fc.record({
    label: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }),
    value: fc.oneof(fc.nat(100_000), fc.double({ min: -5, max: 1e9, noNaN: true })),
    text: fc.string({ minLength: 1, maxLength: 30 }),
  }),
  { selector: ({ label }) => label, maxLength: 40 },
);

test('a chart is accepted by Slack in both forms, with its newest 20 points', () => {
  fc.assert(
    fc.property(points, fc.constantFrom('bars', 'line'), (all: ChartPoint[], as) => {
      const blocks = chart({ title: 't'.repeat(60), as, name: 'n'.repeat(30), points: all });
      expect(blocks.length).toBe(all.length > 0 ? 1 : 0);
      for (const { own, plain } of blocks as Picture[]) {
        expect(problemsOfMessageBlocks([own])).toEqual([]);
        expect(problemsOfView({ type: 'home', blocks: plain }, 'home')).toEqual([]);
        expect(own).toMatchObject({ chart: { series: [{ data: { length: Math.min(all.length, 20) } }] } });
        expect(JSON.stringify(own)).toContain(JSON.stringify(all.at(-1)?.label));
      }
    }),
  );
});

const inBangla = (value: number): string => value.toLocaleString('bn-BD');
const days = ['শনি', 'রবি', 'সোম', 'মঙ্গল'];
const daily = (...values: number[]): ChartPoint[] =>
  values.map((value, index) => ({ label: days[index] ?? '', value, text: inBangla(value) }));

test('bars begin the lines, so they are aligned in any script; amounts stay in proportion, and a little is seen', () => {
  const shown = chart({ title: 'দিনে টেক্সট', as: 'bars', name: 'টেক্সট', points: daily(40, 0, 1000, 1) });
  expect(linesOf(pictureOf(shown))).toEqual([
    'দিনে টেক্সট',
    '▍ ৪০ · শনি',
    '০ · রবি',
    '██████████ ১,০০০ · সোম',
    '▏ ১ · মঙ্গল',
  ]);
});

test('a line shows its levels in one row, and how it began and ended', () => {
  const shown = chart({ title: 'ব্যালেন্স', as: 'line', name: 'ক্রেডিট', points: daily(800, 401, 0, 650) });
  expect(linesOf(pictureOf(shown))).toEqual(['ব্যালেন্স', '█▅▁▇', 'শনি: ৮০০ → মঙ্গল: ৬৫০']);
});

const cell: fc.Arbitrary<TableCell> = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.record({ value: fc.integer(), text: fc.string({ maxLength: 9 }) }),
);

test('a table is accepted by Slack in both forms, with as many rows as fit, in order', () => {
  const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 130 });
  fc.assert(
    fc.property(rows, all => {
      const { blocks, shownRows } = table({ caption: 'C', header: ['A', 'B', ''], rows: all });
      expect(blocks.length).toBe(all.length > 0 ? 1 : 0);
      for (const { own, plain } of blocks as Picture[]) {
        expect(problemsOfMessageBlocks([own])).toEqual([]);
        expect(problemsOfMessageBlocks(plain)).toEqual([]);
        expect(problemsOfView({ type: 'home', blocks: [own] }, 'home')).toEqual([]);
        expect(own).toMatchObject({ rows: { length: shownRows + 1 } });
      }
      expect(shownRows).toBeLessThanOrEqual(100);
      if (all.length <= 25) expect(shownRows).toBe(all.length);
    }),
    { numRuns: 40 },
  );
});

test('the plain form of a table has its heading, and shows what people wrote as they wrote it', () => {
  const rows = [
    ['*Rafiq*', { value: 12, text: '12' }],
    ['<!channel>', ''],
  ];
  const { blocks } = table({ caption: 'This month', header: ['Person', 'Texts'], rows });
  const { own, plain } = pictureOf(blocks);
  expect(linesOf(pictureOf(blocks))).toEqual([
    'This month',
    'Person · Texts',
    '*Rafiq* · 12',
    '<!channel> · –',
  ]);
  expect(plain.map(({ type }) => type)).toEqual(['rich_text']);
  expect(own).toMatchObject({ rows: [{}, [{}, { type: 'raw_number', value: 12, text: '12' }], {}] });
});
