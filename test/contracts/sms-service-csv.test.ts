import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/sms-service/store/store.ts';
import { startDashboard } from '../support/dashboard.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const HOUR_MS = 60 * 60 * 1000;
const NUMBER = '01712345678';

/** Reads a CSV file by RFC 4180, without its UTF-8 mark. */
function parseCsv(file: string): Record<string, string>[] {
  const fields = [...file.replace('\ufeff', '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)];
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of fields) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') lines.push([]);
  }
  const [head = [], ...rows] = lines.filter(line => line.length > 0);
  return rows.map(row => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

/** The exact sum of a column, in ten-thousandths. */
const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + Math.round(Number(row[column]) * 10_000), 0);

it('adds up: the opening balance plus all changes is the closing balance, in any period', async () => {
  const { service, clock, send, signedIn } = await startDashboard();
  const { id } = service.accounts.create({ name: 'Padma', credits: '10.0001' });
  const { key } = service.keys.create(id);
  const by = 'ops@x.example';
  const operator = await signedIn({ accountId: null, role: 'operator', email: by });
  const meghna = service.accounts.create({ name: 'Meghna', credits: '77' });
  await send(service.keys.create(meghna.id).key, NUMBER, 'of another account');
  await send(key, NUMBER, 'hello');
  service.accounts.topUp(id, '5', 'Invoice "17", paid');
  clock.now += 10 * HOUR_MS; // Past midnight in Bangladesh.
  await send(key, NUMBER, 'x'.repeat(161));
  await operator.post(`/operators/accounts/${id}/correct`, { credits: '-0.0001', note: 'Rounding' });
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const period = async (from: string, to: string) => {
    const file = await owner.get(`/log.csv?from=${from}&to=${to}`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="sms-${from}-${to}.csv"`);
    return parseCsv(file.text);
  };
  const all = await period('2026-11-01', '2026-11-30');
  const kinds = ['balance before', 'opening', 'send', 'top-up', 'send', 'correction'];
  expect(all.map(row => row.what)).toEqual(kinds);
  expect(all.map(row => row.balance)).toEqual(['0', '10.0001', '9.6501', '14.6501', '13.9501', '13.95']);
  expect(sum(all, 'amount')).toBe(139_500);
  expect(all[3]).toMatchObject({ note: 'Invoice "17", paid', amount: '5' });
  expect(all.map(row => row.by)).toEqual(['', '', '', '', '', 'operator']);
  expect(all[4]).toMatchObject({
    number: NUMBER,
    parts: '2',
    amount: '-0.7',
    state: 'accepted',
    log_id: '3',
  });
  const [before, ...rest] = await period('2026-11-22', '2026-11-22');
  expect(before).toMatchObject({ what: 'balance before', amount: '14.6501', balance: '14.6501' });
  expect(rest.map(row => row.what)).toEqual(['send', 'correction']);
  expect(sum([...(before ? [before] : []), ...rest], 'amount')).toBe(139_500);
  expect(await period('2027-01-01', '2027-01-01')).toEqual([expect.objectContaining({ balance: '13.95' })]);

  for (const bad of ['from=2026-11-22&to=2026-11-21', 'from=2025-01-01&to=2026-11-21', 'from=x&to=y', '']) {
    expect((await owner.get(`/log.csv?${bad}`)).status).toBe(422);
  }
});

it('has no cell that a spreadsheet reads as a formula', async () => {
  const { service, signedIn } = await startDashboard();
  const { id } = service.accounts.create({ name: 'Padma', credits: '10' });
  const notes = [
    '=HYPERLINK("https://evil.example")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\r\n=1',
    '＝1',
    'ok;=1+1',
    'ok;\t＠SUM(A1)',
    'a "quoted", note',
  ];
  for (const note of notes) service.accounts.correct(id, '1', note);
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const file = await owner.get('/log.csv?from=2026-11-21&to=2026-11-21');
  const written = parseCsv(file.text).filter(row => row.what === 'correction');
  expect(written).toHaveLength(notes.length);
  for (const { note = '' } of written) {
    expect(note).not.toMatch(/^\s/);
    // Any of these may separate columns, depending on the spreadsheet.
    for (const cell of note.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
  }
});

it('is downloaded while others send: 20,000 lines, or a reader who leaves, delay no send', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { service, signedIn, send } = await startDashboard({ dataDir });
  const { id } = service.accounts.create({ name: 'Padma', credits: '10000' });
  const { key, id: apiKeyId } = service.keys.create(id);
  const store = openStore(dataDir);
  onTestFinished(() => store.close());
  store.transaction(() => {
    for (let at = 0; at < 20_000; at++) {
      const { balance } = store.accounts.get(id);
      const entry = { accountId: id, apiKeyId, number: NUMBER, message: 'hello', parts: 1, cost: 3500n };
      const logId = store.log.add({ ...entry, balance: balance - 3500n, sentAt: NOW });
      store.ledger.add(id, { kind: 'send', amount: -3500n, at: NOW, logId });
    }
  });
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = () =>
    fetch(`${service.url}/log.csv?from=2026-11-01&to=2026-11-30`, { headers: { cookie } }).then(
      ({ body }) => body?.getReader() ?? Promise.reject(new Error('no body')),
    );

  const download = await ask();
  await download.read();
  await download.cancel();

  const reader = await ask();
  let file = '';
  let sentMeanwhile = 0;
  const decoder = new TextDecoder();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    file += decoder.decode(piece.value, { stream: true });
    if (sentMeanwhile < 20 && (await send(key, NUMBER, 'meanwhile')).success) sentMeanwhile++;
  }
  expect(sentMeanwhile).toBe(20);
  const rows = parseCsv(`\ufeff${file}`);
  // The file has only the lines from before the request.
  expect(rows).toHaveLength(20_002);
  expect(sum(rows, 'amount')).toBe(Math.round((10_000 - 20_000 * 0.35) * 10_000));
  expect(service.accounts.get(id).balance).toBe('2993');
});
