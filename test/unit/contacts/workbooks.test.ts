import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadRow } from '../../../src/contacts/imported.ts';
import { readTable } from '../../../src/contacts/importing/reading/read.ts';
import { readRows } from '../../../src/contacts/importing/rules/rows.ts';
import {
  chooseSheet,
  notRead,
  recogniseSheet,
  rowsOf,
  rowsUnaccounted,
} from '../../../src/contacts/importing/rules/sheets.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { sheetOf, workbookOf } from '../../support/workbooks.ts';

/*
 * Workbooks as people make them: everybody with a number in a visible row is read with it, whatever surrounds
 * the row.
 */

const FORMATS = ['00000000000', '#,##0', '0.00E+00', '00000\\-000000', '[$-5000445]0', '@'];
const STYLES = `<styleSheet><numFmts>${FORMATS.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${FORMATS.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`;

/** A cell's XML, given its place. */
type Content = (at: string) => string;
const text =
  (written: string): Content =>
  at =>
    written === '' ? '' : `<c r="${at}" t="inlineStr"><is><t>${written}</t></is></c>`;
const inBangla = (digits: string): string =>
  digits.replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? digit);

/** The ways to write a number into a cell. */
const WRITINGS: ((number: string) => Content)[] = [
  text,
  number => text(`'${number}`),
  number => text(inBangla(number)),
  number => text(`+880 ${number.slice(1, 5)}-${number.slice(5)}`),
  number => text(`\u00a0${number}\u200e `),
  number => text(`${number} (বাসা)`),
  number =>
    text(
      `${number.slice(1, 2)},${number.slice(2, 4)},${number.slice(4, 6)},${number.slice(6, 8)},${number.slice(8)}`,
    ),
  number => at => `<c r="${at}" t="str"><f>A1</f><v>${number}</v></c>`,
  number => at => `<c r="${at}"><v>88${number}</v></c>`,
  number => at => `<c r="${at}"><v>${Number(number) / 1e9}E9</v></c>`,
  ...FORMATS.map(
    (_, index) =>
      (number: string): Content =>
      at =>
        `<c r="${at}" s="${index + 1}"><v>${Number(number)}</v></c>`,
  ),
];

const HEADINGS = { name: 'Name', number: 'Mobile', groups: 'Group', doNotText: 'Never text' } as const;
const person = fc.record({
  name: fc.constantFrom('Ranu Begum', 'করিম মিয়া', 'Salma', 'Md. Jamal'),
  digits: fc.integer({ min: 10_000_001, max: 99_999_999 }).filter(some => some % 10_000 !== 0),
  writing: fc.nat({ max: WRITINGS.length - 1 }),
  isHidden: fc.boolean(),
  doNotText: fc.boolean(),
  /** The number of empty rows above. */
  gap: fc.constantFrom(0, 0, 0, 1, 3),
});
const workbook = fc.record({
  people: fc.uniqueArray(person, { minLength: 1, maxLength: 12, selector: ({ digits }) => digits }),
  columns: fc.shuffledSubarray(['name', 'number', 'groups', 'doNotText'] as const, { minLength: 4 }),
  titles: fc.nat({ max: 2 }),
  /** For each merged cell with a group: how many people it covers. */
  merged: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
  hasCover: fc.boolean(),
  hasOldNumbers: fc.boolean(),
});
type WorkbookInput = typeof workbook extends fc.Arbitrary<infer Value> ? Value : never;

const letterOf = (column: number): string => String.fromCharCode(65 + column);

/** The file, and the people expected from it, by number and with their group. */
function fileOf({ people: all, columns, titles, merged, hasCover, hasOldNumbers }: WorkbookInput) {
  // A sheet without a visible person has no list to recognise.
  const people = all.map((person, nth) => ({ ...person, isHidden: person.isHidden && nth > 0 }));
  const sizes = [...merged];
  const cells: string[] = [];
  const merges: string[] = [];
  const expected = new Map<string, { isHidden: boolean; group: string; doNotText: boolean }>();
  const row = (line: number, contents: Content[], more = ''): number =>
    cells.push(
      `<row r="${line}"${more}>${contents.map((content, at) => content(`${letterOf(at)}${line}`)).join('')}</row>`,
    );
  for (let line = 1; line <= titles; line++) row(line, [text('List of members')]);
  let line = titles + 1;
  const old = (written: string): Content[] => (hasOldNumbers ? [text(written)] : []);
  row(line, [...columns.map(column => text(HEADINGS[column])), ...old('Mobile (old)')]);
  let group = { name: '', from: 0, left: 0 };
  const close = (): void => {
    const column = letterOf(columns.indexOf('groups'));
    if (group.from > 0 && line > group.from) merges.push(`${column}${group.from}:${column}${line}`);
  };
  for (const [nth, person] of people.entries()) {
    const isFirst = group.left === 0;
    if (isFirst) close();
    line += 1 + person.gap;
    if (isFirst) group = { name: `Team ${nth}`, from: line, left: sizes.shift() ?? 1 };
    group.left -= 1;
    const number = `017${person.digits}`;
    const contents = {
      name: text(person.name),
      number: WRITINGS[person.writing]?.(number) ?? text(number),
      groups: text(isFirst ? group.name : ''),
      doNotText: text(person.doNotText ? 'yes' : ''),
    };
    row(
      line,
      [...columns.map(column => contents[column]), ...old('01911111111')],
      person.isHidden ? ' hidden="1"' : '',
    );
    expected.set(number, { isHidden: person.isHidden, group: group.name, doNotText: person.doNotText });
  }
  close();
  const sheet = sheetOf(cells.join(''))
    .replace(
      '<sheetData>',
      hasOldNumbers ? '<cols><col min="5" max="5" hidden="1"/></cols><sheetData>' : '<sheetData>',
    )
    .replace(
      '</worksheet>',
      `<mergeCells>${merges.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
    );
  const cover = sheetOf(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Office</t></is></c><c r="B1"><v>29551234</v></c></row>',
  );
  const file = workbookOf({ ...(hasCover ? { Cover: cover } : {}), List: sheet }, { styles: STYLES });
  return { file, expected };
}

test('everybody with a number in a visible row is read with it and with their group, and every other row is accounted for', async () => {
  await fc.assert(
    fc.asyncProperty(workbook, async it => {
      const { file, expected } = fileOf(it);
      const table = await readTable(file);
      if (typeof table === 'string') throw new Error(table);
      const recognise = (withHidden: boolean) => {
        const chosen = chooseSheet(table);
        return withHidden ? recogniseSheet(table, chosen.sheet, undefined, true) : chosen;
      };
      for (const withHidden of [false, true]) {
        const chosen = recognise(withHidden);
        const read = runToEnd(
          readRows(rowsOf(table, chosen.sheet, withHidden), { ...chosen, inGroup: false }),
        );
        const seen = [...expected].filter(([, { isHidden }]) => withHidden || !isHidden);
        expect(read.map(summary)).toEqual(
          seen.map(([number, { group, doNotText }]) => ({ number, groups: [group], doNotText })),
        );
        expect(rowsUnaccounted(table, chosen, read.length)).toBe(0);
        expect(notRead(table, chosen).hidden).toBe(expected.size - seen.length);
      }
    }),
    { numRuns: 150 },
  );
});

const summary = (row: ReadRow) =>
  row.ok
    ? { number: row.person.number, groups: row.person.groups, doNotText: row.person.doNotText }
    : { line: row.line, fault: row.fault, typed: row.typed };
