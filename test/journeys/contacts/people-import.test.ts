import { describe, expect, test } from 'vitest';
import { opened, openPeople, said, searchPeople } from '../../support/people-modal.ts';
import { countsOf, fieldsOf, importFile, peopleLink, visit } from '../../support/people-page.ts';
import { ADMIN, createStage, MINUTE, type Stage } from '../../support/stage.ts';

const CSV =
  'Name,Mobile,Village\nRanu Begum,01712345671,A\nShirin,1812345672,B\nKarim,8.80E+12,C\nDipa,01712345671,D\n';
const stageOn = (environment: Record<string, string> = {}) => createStage({ environment });

test('a file becomes people of a group, after a full preview, and can be undone', async () => {
  const stage = await stageOn();
  const page = visit(await peopleLink(stage, 'import'));
  expect((await page.post('')).status).toBe(303);
  expect((await page.get()).text).toContain('Choose a file');
  const read = await page.post('/file', CSV);
  expect(countsOf(read.text)).toEqual({
    new: 2,
    changed: 0,
    same: 0,
    repaired: 1,
    twice: 1,
    doNotText: 0,
    refused: 1,
  });
  expect(read.text).toContain('Import 2 people');
  expect(read.text.indexOf('Import 2 people'), 'before the rows').toBeLessThan(
    read.text.lastIndexOf('<tbody>'),
  );
  expect(said(await openPeople(stage)), 'nothing is stored yet').not.toContain('Ranu Begum');

  const refused = await page.post('/look', { ...fieldsOf(read.text), kind: 'refused' });
  expect(refused.text).toContain('Excel has rounded this number; format the column as text');
  expect(refused.text, 'a refused row has its name').toContain('<td>Karim</td><td>8.80E+12</td>');
  const { text: csv, headers } = await page.get('/refused');
  expect(headers.get('content-disposition')).toContain('refused.csv');
  expect(csv).toMatch(/^Row,Reason,Name,Mobile,Village\r\n4,"?Excel has rounded[^\n]*Karim,8.80E\+12,C\r\n$/);

  const wrong = await page.post('/import', { ...fieldsOf(read.text), group: 'new', groupName: 'log' });
  expect(wrong.text).toContain('Enter a name of up to 40 characters');
  const importPage = await page.post('/import', {
    ...fieldsOf(read.text),
    group: 'new',
    groupName: 'Farmers',
  });
  const importId = /import=([\w-]+)/.exec(importPage.text)?.[1];
  await expect
    .poll(async () => (await page.get(`/progress?import=${importId}`)).text)
    .toContain('Done. Imported into the group “Farmers”: 2 new');
  const done = (await page.get(`/progress?import=${importId}`)).text;
  expect(done).toContain('1 row was refused and not imported.');
  expect((await page.get('/refused')).text, 'also when it is done').toContain('Karim');
  expect(countsOf((await page.post('/back', {})).text), 'and one can go back').toMatchObject({ same: 2 });
  expect(said(await openPeople(stage))).toMatch(/Farmers.*2/);
  expect(await searchPeople(stage, await openPeople(stage), 'shir')).toContain('Shirin');

  // A second import: no row is new, and the village has changed.
  const again = visit(await peopleLink(stage, 'import'));
  await again.post('');
  const same = await again.post('/file', CSV.replace(',B', ',BB'));
  expect(countsOf(same.text)).toMatchObject({ new: 0, changed: 1, same: 1 });

  expect((await again.get()).text).toMatch(/Nusrat[^<]*: 2 people into the group “Farmers”/);
  const confirmation = await again.post('/undo', { import: importId ?? '' });
  expect(confirmation.text).toContain('2 people will be removed, and 0 contacts will be as before');
  expect((await again.get()).text, 'nothing is undone yet').toContain('2 people into the group “Farmers”');
  await again.post('/undo', { import: importId ?? '', sure: 'yes' });
  await expect.poll(async () => (await again.get(`/progress?import=${importId}`)).text).toContain('Undone');
  expect(said(await openPeople(stage))).not.toMatch(/Ranu Begum|Shirin|Farmers/);
});

test.each(['en', 'bn'])(
  'an export imports unchanged, also elsewhere, and no cell is a formula: %s',
  async language => {
    const stage = await stageOn({ DEFAULT_LANGUAGE: language });
    const csv =
      'Name,Mobile,Note,Crop,Never text,Groups\nরানু বেগম,01712345671,=1+1,@SUM(A1),,"Farmers, ২০২৬"\nShirin,01812345672,"a ""b"", c;=1",Jute,yes,\n,01912345673,,,,Traders\n';
    await importFile(await peopleLink(stage, 'import'), csv, { group: 'new', groupName: 'Char' });
    const link = await peopleLink(stage, 'export');
    const { text } = await visit(link).post('');
    expect((await fetch(link, { method: 'POST' })).status, 'the link works once').toBe(410);
    expect(text.split('\r\n').slice(1)).toEqual([
      'রানু বেগম,01712345671,,\'=1+1,,"Char, Farmers",\'@SUM(A1)',
      `Shirin,01812345672,,"a ""b"", c;'=1",${language === 'en' ? 'yes' : 'হ্যাঁ'},Char,Jute`,
      ',01912345673,,,,"Char, Traders",',
      '',
    ]);
    const otherStage = await stageOn({ DEFAULT_LANGUAGE: language });
    for (const [where, counts] of [
      [stage, { same: 2, doNotText: 1, changed: 0, new: 0 }],
      [otherStage, { new: 2, doNotText: 1, refused: 0 }],
    ] as const) {
      const page = visit(await peopleLink(where, 'import'));
      await page.post('');
      expect(countsOf((await page.post('/file', text)).text)).toMatchObject(counts);
    }
    await importFile(await peopleLink(otherStage, 'import'), text);
    const secondExport = await visit(await peopleLink(otherStage, 'export')).post('');
    expect(secondExport.text).toBe(text);
  },
);

test('a person with a date or a reason in a column of unsubscribers is shown and put on the do-not-text list', async () => {
  const stage = await stageOn();
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const list =
    'Name,Mobile,Unsubscribed at\nRanu,01712345671,\nShirin,01712345672,2025-11-03 10:22:41\nDipa,01712345673,no\nJamal,01712345674,Hard bounce\n';
  expect(countsOf((await page.post('/file', list)).text)).toMatchObject({ new: 2, doNotText: 2 });
  await importFile(await peopleLink(stage, 'import'), list);
  const { text } = await visit(await peopleLink(stage, 'export')).post('');
  expect([...text.matchAll(/^(\w+),.*,yes,/gm)].map(([, name]) => name)).toEqual(['Shirin', 'Jamal']);
});

test('a column of groups puts people into them; a column with hundreds of values is not one', async () => {
  const stage = await stageOn();
  const rows = Array.from({ length: 101 }, (_, n) => `P ${n},017${String(n).padStart(8, '0')},Group ${n}\n`);
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const manyGroups = await page.post('/file', `Name,Mobile,Group\n${rows.join('')}`);
  expect(manyGroups.text).toContain('names more than 100 groups');
  expect((await page.post('/import', fieldsOf(manyGroups.text))).text).not.toContain('data-again');
  const list =
    'Name,Mobile,Group\nRanu,01712345671,farmers\nShirin,01712345672,"Farmers; Char 2"\nDipa,01712345673,7\n';
  const done = await importFile(await peopleLink(stage, 'import'), list);
  expect(done).toContain('Done. Imported into the groups “farmers”, “Char 2”: 3 new');
  expect(said(await openPeople(stage))).toMatch(/Char 2.*1.*farmers.*2/);
});

describe('a link', () => {
  const open = async (stage: Stage) => {
    const page = visit(await peopleLink(stage, 'import'));
    await page.post('');
    return page;
  };

  test('is for the first browser that presses, for a quarter of an hour; a visit changes nothing', async () => {
    const stage = await stageOn();
    const link = await peopleLink(stage, 'import');
    for (const _ of [1, 2]) expect((await visit(link).get()).text).toContain('Start');
    const page = visit(link);
    const opened = await page.post('');
    expect(opened.headers.get('set-cookie')).toMatch(
      /Path=\/people\/import\/[\w-]{43}; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    );
    const second = visit(link);
    for (const { status, text } of [
      await second.get(),
      await second.post(''),
      await second.post('/file', CSV),
    ]) {
      expect(status).toBe(410);
      expect(text).toContain('This link no longer works');
    }
    const late = await peopleLink(stage, 'import');
    await stage.clock.advance(15 * MINUTE);
    expect((await visit(late).post('')).status).toBe(410);
    expect((await page.post('/file', CSV)).status, 'who is at it goes on').toBe(200);
    await stage.clock.advance(46 * MINUTE);
    expect((await page.get()).status).toBe(410);
    expect(stage.stored(), 'the token is kept nowhere').not.toContain(link.split('/').at(-1));
    expect(stage.logged()).not.toContain(link.split('/').at(-1));
  });

  test('is useless to others: by a guess, from another page, or as a link of the other kind', async () => {
    const stage = await stageOn();
    const page = await open(stage);
    const foreign = await page.post('/file', CSV, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await visit(page.link.replace('/import/', '/export/')).post('')).status).toBe(410);
    expect(
      (await visit(`${page.link.slice(0, -1)}${page.link.endsWith('A') ? 'B' : 'A'}`).post('')).status,
    ).toBe(410);
    expect((await fetch(`${stage.appUrl}/people/import/x`)).status).toBe(404);
    expect((await fetch(page.link, { method: 'PUT' })).status).toBe(405);
    expect((await page.get('/progress?import=other')).status).toBe(404);
    expect((await page.post('/look', { group: '' })).status, 'nothing was read').toBe(409);
  });

  test('leads to a page in the person’s language, which loads and runs only our own files', async () => {
    const stage = await stageOn({ DEFAULT_LANGUAGE: 'bn' });
    const link = await peopleLink(stage, 'import');
    const page = visit(link);
    await page.post('');
    const { text, headers } = await page.get();
    expect(text).toContain('<html lang="bn">');
    expect(text).toContain('ফাইল বেছে নিন');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).not.toMatch(/<script>|\son\w+="|https?:\/\//);
    const script = await fetch(`${stage.appUrl}/people/import.js`);
    expect(script.headers.get('content-type')).toContain('text/javascript');
  });
});

test('names from a file are text on the page', async () => {
  const stage = await stageOn();
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const bad = '<img src=x onerror=alert(1)>';
  const { text } = await page.post('/file', `Name,"<b>Mobile</b>",${bad}\n${bad},"${bad}",${bad}\n`);
  expect(text).not.toMatch(/<img|<b>Mobile/);
});

test('`/sms import` gives managers a link to the page, which takes a pasted list too; others get none', async () => {
  const stage = await stageOn();
  const { slack } = stage;
  const modal = await opened(stage, ADMIN, () => slack.command({ user: ADMIN, text: 'import' }));
  expect(modal.content.submit, 'nothing is filled in here').toBeUndefined();
  expect(modal.content.blocks.map(({ type }) => type)).not.toContain('input');
  const [, path = ''] = /"url":"[^"]*(\/people\/[^"]+)"/.exec(said(modal)) ?? [];
  const page = visit(stage.appUrl + path);
  await page.post('');
  const read = await page.post('/file', 'Ranu Begum 01712345671\nShirin 1812345672\n01712345671 Dipa');
  expect(countsOf(read.text)).toMatchObject({ new: 2, twice: 1 });
  const twice = await page.post('/look', { ...fieldsOf(read.text), kind: 'twice' });
  expect(twice.text, 'of which row').toContain(
    '<td>Dipa</td><td>01712345671</td><td></td><td>same number as row 1',
  );
  const refusal = await opened(stage, 'shirin', () => slack.command({ user: 'shirin', text: 'import' }));
  expect(said(refusal)).toContain('Only a workspace admin');
  expect(said(refusal)).not.toContain('/people/');
});

test('pages name their user; the button is above the rows, and “দল” is a column of groups', async () => {
  const stage = await stageOn();
  const page = visit(await peopleLink(stage, 'import'));
  expect((await page.get()).text, 'before it is opened').toMatch(/<header><b>SMS<\/b> \S/);
  await page.post('');
  expect((await page.get()).text).toMatch(/<header><b>SMS<\/b> \S/);
  const rows = Array.from({ length: 12 }, (_, n) => `P ${n},017${String(n).padStart(8, '0')},জেলে\n`);
  const { text } = await page.post('/file', `Name,Mobile,দল\n${rows.join('')}`);
  expect(fieldsOf(text)).toMatchObject({ role2: 'groups' });
  const buttons = [...text.matchAll(/data-to="import"/g)].map(({ index }) => index);
  expect(buttons).toHaveLength(1);
  expect(buttons[0]).toBeLessThan(text.lastIndexOf('<table'));
});
