import { expect, test } from 'vitest';
import { countsOf, fieldsOf, importFile, peopleLink, visit } from '../../support/people-page.ts';
import { createStage } from '../../support/stage.ts';
import { sheetOf, workbookOf } from '../../support/workbooks.ts';

const row = (line: number, cells: Record<string, string>, more = ''): string =>
  `<row r="${line}"${more}>${Object.entries(cells)
    .map(([column, text]) => `<c r="${column}${line}" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')}</row>`;

test('hidden rows are read if their box is ticked, and a stray cell is reported with its place', async () => {
  const stage = await createStage();
  const book = workbookOf({
    Members: sheetOf(
      row(1, { A: 'Name', B: 'Phone' }) +
        row(2, { A: 'Ranu', B: '01712345671', XFD: 'x' }) +
        row(3, { A: 'Shirin', B: '01712345672' }, ' hidden="1"') +
        row(4, { A: 'Dipa', B: '01712345673' }, ' hidden="1"'),
    ),
  });
  const link = await peopleLink(stage, 'import');
  const page = visit(link);
  await page.post('');
  const { text } = await page.post('/file', book);
  expect(text).toContain('2 rows that are hidden in the sheet, or filtered out, aren’t read.');
  expect(text).toContain('There is something beyond the first 200 columns, at “XFD2”.');
  expect(text).toMatch(/<input type="checkbox" name="withHidden" value="yes"> Also read the 2 hidden rows/);
  expect(countsOf(text)).toMatchObject({ new: 1 });

  const ticked = await page.post('/look', { ...fieldsOf(text), withHidden: 'yes' });
  expect(ticked.text).toMatch(/name="withHidden" value="yes" checked>/);
  expect(ticked.text).not.toContain('filtered out');
  expect(countsOf(ticked.text)).toMatchObject({ new: 3 });
  const unticked = await page.post('/look', fieldsOf(ticked.text));
  expect(countsOf(unticked.text)).toMatchObject({ new: 1 });

  const exported = async (): Promise<string[]> => {
    const { text } = await visit(await peopleLink(stage, 'export')).post('');
    return text
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.split(',')[0] ?? '');
  };
  await importFile(await peopleLink(stage, 'import'), book);
  expect(await exported()).toEqual(['Ranu']);
  await importFile(await peopleLink(stage, 'import'), book, { withHidden: 'yes' });
  expect((await exported()).toSorted()).toEqual(['Dipa', 'Ranu', 'Shirin']);
});

/** People who must not be texted are marked on the page, and then in the store. */
test.each<[what: string, csv: string, stopped: string[]]>([
  [
    'by a later row of the same number',
    'Name,Mobile,Never text\nRanu,01712345671,\nShirin,01712345672,\nRanu B,+880 1712-345671,yes\n',
    ['Ranu'],
  ],
  [
    'by a later row whose name can’t be kept',
    'Name,Mobile,Never text\nRanu,01712345671,no\nBalance,01712345671,opted out\n',
    ['Ranu'],
  ],
  [
    'by a word, a date, and in Bangla',
    'Name,Mobile,DND\nRanu,01712345671,opted out\nShirin,01712345672,03/11/2025\nDipa,01712345673,হ্যাঁ।\nRina,01712345674,জি\nMoni,01712345675,না\n',
    ['Ranu', 'Shirin', 'Dipa', 'Rina'],
  ],
  [
    'by a column that says the opposite',
    'Name,Mobile,SMS consent\nRanu,01712345671,no\nShirin,01712345672,yes\nDipa,01712345673,2025-01-03 (withdrawn)\n',
    ['Ranu', 'Dipa'],
  ],
  [
    'by a heading that says no of consent',
    'Name,Mobile,Consent withdrawn\nRanu,01712345671,2025-01-03\nShirin,01712345672,\n',
    ['Ranu'],
  ],
  [
    'by a status',
    'Name,Mobile,Status\nRanu,01712345671,active\nShirin,01712345672,unsubscribed\n',
    ['Shirin'],
  ],
])('a person who unsubscribed is marked on the page and in the store: %s', async (_, csv, stopped) => {
  const stage = await createStage();
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  expect(countsOf((await page.post('/file', csv)).text)).toMatchObject({ doNotText: stopped.length });
  await importFile(await peopleLink(stage, 'import'), csv);
  const { text } = await visit(await peopleLink(stage, 'export')).post('');
  const marked = [...text.matchAll(/^(\w+),.*,yes,/gm)].map(([, name]) => name);
  expect(marked.toSorted()).toEqual(stopped.toSorted());
});

test('an unclear value marks the person, and is counted before the import', async () => {
  const stage = await createStage();
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const csv =
    'Name,Mobile,Never text\nRanu,01712345671,SMS\nShirin,01712345672,all channels\nDipa,01712345673,\n';
  const { text } = await page.post('/file', csv);
  expect(text).toContain('2 rows aren’t clear about texting, such as “SMS”, “all channels”.');
  expect(countsOf(text)).toMatchObject({ new: 1, doNotText: 2 });
});
