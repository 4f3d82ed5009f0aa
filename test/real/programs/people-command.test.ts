import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPeople, said } from '../../support/people-modal.ts';
import { createStage } from '../../support/stage.ts';
import { sheetOf, workbookOf } from '../../support/workbooks.ts';
import { runCommand } from '../support/operator.ts';
import { runProgram } from '../support/program.ts';

const CSV = 'Name,Mobile\nRanu Begum,01712345671\nShirin,1812345672\nKarim,8.80E+12\n';

test('npm run people imports a file by the same rules, for an app that is stopped', async () => {
  const stage = await createStage({ program: runProgram });
  await openPeople(stage);
  const workspace = stage.slack.person('nusrat').teamId;
  const file = join(stage.dataDir, '..', 'people.csv');
  writeFileSync(file, CSV);
  const people = (...args: string[]) =>
    runCommand('people', stage.environment, ['import', file, '--workspace', workspace, ...args]);
  expect((await people()).said).toMatch(/Another process .*stop it/);
  await stage.stop();
  const report =
    'New: 2\nChanged: 0\nThe same: 0\nRepaired: 1\nTwice in the file: 0\nNever text: 0\nRefused: 1\n  Row 4, Karim, “8.80E+12”: Excel has rounded this number';
  const tried = await people('--group', 'Farmers', '--dry-run');
  expect(tried.code).toBe(2);
  expect(tried.said).toContain(report);
  expect(tried.said).not.toContain('Done');
  const done = await people('--group', 'Farmers');
  expect(done.said).toContain('Done. Imported into the group “Farmers”: 2 new, 0 changed, 0 the same.');
  expect(done.code).toBe(2);
  writeFileSync(file, CSV.split('\n').slice(0, 3).join('\n'));
  expect(await people('--group', 'Farmers')).toMatchObject({
    code: 0,
    said: expect.stringContaining('The same: 2'),
  });
  expect(done.said).not.toContain(stage.environment.SLACK_BOT_TOKEN);
  await stage.start();
  expect(said(await openPeople(stage))).toMatch(/Farmers.*2/);
});

test('rows that are hidden in the sheet are left out and reported, unless an option includes them', async () => {
  const stage = await createStage({ program: runProgram });
  await openPeople(stage);
  const workspace = stage.slack.person('nusrat').teamId;
  await stage.stop();
  const file = join(stage.dataDir, '..', 'people.xlsx');
  const row = (line: number, name: string, phone: string, more = ''): string =>
    `<row r="${line}"${more}><c t="inlineStr"><is><t>${name}</t></is></c><c t="inlineStr"><is><t>${phone}</t></is></c></row>`;
  writeFileSync(
    file,
    workbookOf({
      S: sheetOf(
        row(1, 'Name', 'Phone') +
          row(2, 'Ranu', '01712345671') +
          row(3, 'Shirin', '01712345672', ' hidden="1"'),
      ),
    }),
  );
  const people = (...args: string[]) =>
    runCommand('people', stage.environment, ['import', file, '--workspace', workspace, ...args]);
  const shown = await people('--dry-run');
  expect(shown.said).toMatch(/New: 1\n[\s\S]*1 row that is hidden in the sheet, or filtered out, isn’t read/);
  const all = await people('--hidden', '--dry-run');
  expect(all.said).toContain('New: 2\n');
  expect(all.said).not.toContain('filtered out');
});

test('a failure is explained in a sentence, and ends with 1', async () => {
  const stage = await createStage({ program: runProgram });
  await stage.stop();
  const file = join(stage.dataDir, '..', 'people.csv');
  writeFileSync(file, '%PDF-1.4');
  const run = (...args: string[]) => runCommand('people', stage.environment, args);
  for (const [args, words] of [
    [[], 'npm run people -- import FILE'],
    [['import', file], 'npm run people -- import FILE'],
    [['import', file, '--workspace', 'T1', '--grup', 'x'], 'npm run people -- import FILE'],
    [['import', '/nowhere', '--workspace', 'T1'], 'There is no file /nowhere'],
    [['import', file, '--workspace', 'T1'], 'This isn’t a spreadsheet'],
    [['import', file, '--workspace', 'T1', '--group', 'log'], 'isn’t a command such as “log”'],
  ] as const) {
    const { code, said: output } = await run(...args);
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
  }
  writeFileSync(file, CSV);
  expect((await run('import', file, '--workspace', 'T0TYPO')).said).toContain(
    'Nothing is known here of a workspace T0TYPO',
  );
});
