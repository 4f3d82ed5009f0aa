import { expect, test } from 'vitest';
import { openPeople, said } from '../../support/people-modal.ts';
import { importFile, peopleLink, visit } from '../../support/people-page.ts';
import { createLinkedStage } from '../../support/stage.ts';

/* Columns, groups and people may have the names of properties that every JavaScript object has. */

const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];

test('they are imported, exported, undone and texted like any others', async () => {
  const stage = await createLinkedStage();
  const rows = NAMES.map(
    (name, n) => `${name},0171234567${n},${NAMES.map(column => `${column} ${n}`).join(',')}`,
  );
  // A person without a value in these columns.
  const heads = ['Name,Mobile', ...NAMES].join(',');
  const list = `${heads}\n${rows.join('\n')}\nRanu,01712345679,,,,,\n`;
  const group = { group: 'new', groupName: 'isPrototypeOf' };
  const done = await importFile(await peopleLink(stage, 'import'), list, group);
  expect(done).toContain('Imported into the group “isPrototypeOf”: 6 new');
  expect(said(await openPeople(stage))).toContain('constructor');

  const { text } = await visit(await peopleLink(stage, 'export')).post('');
  const [heading = '', ...lines] = text.trimEnd().split('\r\n');
  const columns = heading.split(',').slice(6);
  expect(columns.toSorted()).toEqual(NAMES.toSorted());
  for (const [n, line] of lines.slice(0, NAMES.length).entries())
    expect(line).toContain(columns.map(column => `${column} ${n}`).join(','));
  expect(lines.at(-1)).toMatch(/^Ranu,01712345679,.*,,,,,$/);

  await stage.sms('toString hello');
  await stage.post(/texted/);
  expect(stage.accepted()).toEqual(['hello']);

  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const [, id = ''] = /name="import" value="([^"]+)"/.exec((await page.get()).text) ?? [];
  await page.post('/undo', { import: id, sure: 'yes' });
  await expect.poll(async () => (await page.get(`/progress?import=${id}`)).text).toContain('Undone');
  expect(said(await openPeople(stage))).not.toContain('constructor');
});
