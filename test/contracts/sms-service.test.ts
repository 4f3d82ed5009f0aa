import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createSmsService, type SmsServiceOptions } from '../../src/sms-service/testing/service.ts';

const PATH = '/api/send-sms.php';
const FORM = 'application/x-www-form-urlencoded';
const NUMBER = '01712345678';

/** A service with a funded account, a key, and a clock that stands still until a test moves it. */
async function start(options: SmsServiceOptions & { credits?: string } = {}) {
  const clock = { now: Date.UTC(2026, 10, 21, 9, 0, 30) };
  const service = await createSmsService({
    clock: { now: () => clock.now, after: () => () => {} },
    ...options,
  });
  onTestFinished(() => service.close());
  const account = service.accounts.create({ name: 'Padma', credits: options.credits ?? '100' });
  const { key, id: keyId } = service.keys.create(account.id);
  const post = async (fields: Record<string, string> | string, headers: Record<string, string> = {}) => {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    const response = await fetch(service.url + PATH, {
      method: 'POST',
      body,
      headers: { 'content-type': FORM, ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, ...(JSON.parse(text) as object) };
  };
  const send = (message = 'hello', number = NUMBER) => post({ api_key: key, number, message });
  return { service, clock, account, key, keyId, post, send };
}

it('sends: charges by parts, logs, and answers with the success object', async () => {
  const { service, account, keyId, send, clock } = await start();
  const { status, headers, text } = await send('hello');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(text).toBe('{"success":true,"message":"SMS sent","log_id":1,"cost":0.35,"balance":99.65}');

  const bangla = 'আমি\r\n ক্‌ষ 😀 &=%+ '.repeat(10);
  const second = await send(bangla, '+8801812345678');
  expect(second).toMatchObject({ log_id: 2, cost: 1.05, balance: 98.6 });
  expect(service.accounts.get(account.id).balance).toBe('98.6');
  expect(service.log.list(account.id)).toEqual([
    expect.objectContaining({ logId: 1, message: 'hello', parts: 1, cost: '0.35', balance: '99.65' }),
    {
      logId: 2,
      accountId: account.id,
      apiKeyId: keyId,
      number: '01812345678',
      message: bangla,
      parts: 3,
      cost: '1.05',
      balance: '98.6',
      sentAt: clock.now,
    },
  ]);
});

it('stays exact: three hundred charges of 0.1', async () => {
  const { service, account, clock, send } = await start({ credits: '30', pricePerPart: '0.1' });
  for (let sent = 1; sent <= 300; sent++) {
    expect((await send()).text).toContain(`"cost":0.1,"balance":${(300 - sent) / 10}}`);
    clock.now += 1000;
  }
  expect(service.accounts.get(account.id).balance).toBe('0');
});

it('answers each error of the spec with its status and code, charging nothing', async () => {
  const { service, account, key, keyId, post } = await start({ credits: '0.34' });
  const good = { api_key: key, number: NUMBER, message: 'hello' };
  const expectError = async (fields: Record<string, string>, status: number, error: string) => {
    const reply = await post(fields);
    expect(reply).toMatchObject({ status, success: false, error, message: expect.any(String) });
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  };
  const tooLong = '😀'.repeat(1601);

  await expectError({}, 401, 'MISSING_API_KEY');
  await expectError({ ...good, api_key: '' }, 401, 'MISSING_API_KEY');
  await expectError({ ...good, api_key: 'wrong' }, 401, 'INVALID_API_KEY');
  await expectError({ api_key: key }, 400, 'MISSING_PARAMETERS');
  await expectError({ api_key: key, number: NUMBER }, 400, 'MISSING_PARAMETERS');
  await expectError({ ...good, message: '' }, 400, 'MISSING_PARAMETERS');
  await expectError({ ...good, number: '01212345678', message: tooLong }, 400, 'INVALID_NUMBER');
  await expectError({ ...good, message: tooLong }, 400, 'MESSAGE_TOO_LONG');
  await expectError({ ...good, message: tooLong.slice(2) }, 402, 'INSUFFICIENT_CREDITS');
  await expectError(good, 402, 'INSUFFICIENT_CREDITS');
  service.accounts.topUp(account.id, '0.01');
  expect(await post(good)).toMatchObject({ status: 200, balance: 0 });

  service.accounts.suspend(account.id);
  await expectError({ api_key: key }, 403, 'ACCOUNT_SUSPENDED');
  service.accounts.activate(account.id);
  await expectError(good, 402, 'INSUFFICIENT_CREDITS');
  service.keys.revoke(keyId);
  await expectError(good, 401, 'INVALID_API_KEY');
  expect(service.log.list()).toHaveLength(1);
});

it.each([
  ['01712345678', true],
  ['8801712345678', true],
  ['+8801312345678', true],
  [' 8801912345678 ', true], // +880 posted without encoding the plus
  ['1712345678', false],
  ['017-12345678', false],
  ['01212345678', false],
  ['017123456789', false],
  ['০১৭১২৩৪৫৬৭৮', false],
  ['+447911123456', false],
])('accepts %j as a valid number: %s', async (number, valid) => {
  const { send } = await start();
  expect((await send('hello', number)).status).toBe(valid ? 200 : 400);
});

it.each([
  { window: 'sliding', waitMs: 60_000, room: 60, retryAfter: '60' },
  { window: 'fixed', waitMs: 30_000, room: 60, retryAfter: '30' },
  { window: 'token-bucket', waitMs: 3_000, room: 3, retryAfter: '1' },
] as const)('limits a key to 60 a minute: $window', async ({ window, waitMs, room, retryAfter }) => {
  const { service, account, clock, send, post } = await start({ window });
  const allowed = async (requests: number) => {
    const replies = await Promise.all(Array.from({ length: requests }, () => send()));
    return replies.filter(it => it.status === 200).length;
  };
  expect((await send('hello', 'nobody')).status).toBe(400); // A refused request counts too.
  expect(await allowed(70)).toBe(59);
  const refused = await send();
  expect(refused).toMatchObject({ status: 429, error: 'RATE_LIMITED' });
  expect(refused.headers.get('retry-after')).toBe(retryAfter);
  const secondKey = service.keys.create(account.id).key;
  expect((await post({ api_key: secondKey, number: NUMBER, message: 'hello' })).status).toBe(200);

  clock.now += waitMs - 1;
  expect((await send()).status).toBe(window === 'token-bucket' ? 200 : 429);
  clock.now += 1;
  expect(await allowed(61)).toBe(window === 'token-bucket' ? room - 1 : room);
});

it('never overdraws: of many concurrent sends through two services on one database, it accepts exactly as many as the balance pays for', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { service, account } = await start({ dataDir, credits: '12.95' }); // Of 37 parts.
  const second = await createSmsService({ dataDir });
  onTestFinished(() => second.close());
  const keys = Array.from({ length: 4 }, () => service.keys.create(account.id).key);
  const statuses = await Promise.all(
    Array.from({ length: 160 }, async (_, at) => {
      const body = new URLSearchParams({ api_key: keys[at % 4] ?? '', number: NUMBER, message: `${at}` });
      return (await fetch((at % 8 < 4 ? service : second).url + PATH, { method: 'POST', body })).status;
    }),
  );
  expect(statuses.filter(it => it === 200)).toHaveLength(37);
  expect(statuses.filter(it => it === 402)).toHaveLength(123);
  expect(service.accounts.get(account.id).balance).toBe('0');
  const balances = service.log.list(account.id).map(it => Number(it.balance));
  expect(balances).toEqual([...balances].sort((a, b) => b - a));
  expect(new Set(balances).size).toBe(37);
});

it('answers anything but the operation in JSON: 404, 405, 415, 400', async () => {
  const { service, key, post } = await start();
  const plain = async (path: string, init: RequestInit) => {
    const response = await fetch(service.url + path, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as object };
  };
  for (const path of ['/elsewhere', `/${PATH}`, `//${PATH}?x=1`]) {
    expect(await plain(path, { method: 'POST' })).toMatchObject({
      status: 404,
      body: { success: false, error: 'NOT_FOUND' },
    });
  }
  expect(await plain(PATH, { method: 'POST' })).toMatchObject({
    status: 401,
    body: { error: 'MISSING_API_KEY' },
  });
  expect(await plain(PATH, { method: 'POST', body: Buffer.from(`api_key=${key}`) })).toMatchObject({
    status: 415,
  });
  const wrongMethod = await plain(PATH, { method: 'PUT', body: 'api_key=x' });
  expect(wrongMethod).toMatchObject({ status: 405, body: { error: 'METHOD_NOT_ALLOWED' } });
  expect(wrongMethod.headers.get('allow')).toBe('POST');
  const json = { 'content-type': 'application/json' };
  expect(await post('{}', json)).toMatchObject({ status: 415, error: 'UNSUPPORTED_MEDIA_TYPE' });
  expect(await post('x', { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });

  const filler = (length: number) => `api_key=${key}&number=${NUMBER}&message=hi&x=`.padEnd(length, 'x');
  expect(await post(filler(65_536))).toMatchObject({ status: 200 });
  expect(await post(filler(65_537))).toMatchObject({ status: 400, error: 'MESSAGE_TOO_LONG' });
  expect(await post(filler(3_000_000))).toMatchObject({ status: 400, error: 'MESSAGE_TOO_LONG' });

  const good = `api_key=${key}&number=${NUMBER}&message=`;
  const upper = { 'content-type': 'Application/X-WWW-Form-URLEncoded; charset=UTF-8' };
  expect(await post(`${good}hi`, upper)).toMatchObject({ status: 200 });
  for (const broken of ['%', '%4', '%zz', '%ff', '%c3%28', '%ed%a0%80', 'hi&message=ho']) {
    expect(await post(good + broken)).toMatchObject({ status: 400, error: 'MALFORMED_BODY' });
  }
});

it('answers invalid HTTP in JSON, and keeps running', async () => {
  const { service, send } = await start();
  const { port } = new URL(service.url);
  for (const [raw, status] of [
    ['nonsense\r\n\r\n', 400],
    [`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, 400],
    [`POST ${PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    socket.write(raw);
    let reply = '';
    for await (const chunk of socket) reply += chunk;
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\{"success":false,"error":"[A-Z_]+"`, 's'));
  }
  expect((await send()).status).toBe(200);
});

it('no body makes it answer 500', async () => {
  const { key, clock, post } = await start({ credits: '1000' });
  const piece = fc.constantFrom(
    '&',
    '=',
    '%',
    '+',
    '%00',
    '%e0',
    '\0',
    'api_key',
    'number',
    'message',
    '[]',
    key,
    NUMBER,
  );
  const body = fc.oneof(
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }).map(it => it.join('')),
    fc
      .string({ unit: 'binary' })
      .map(it => new URLSearchParams({ api_key: key, number: NUMBER, message: it }).toString()),
    fc.nat(20_000).map(fields => 'a=b&'.repeat(fields)),
  );
  await fc.assert(
    fc.asyncProperty(body, async it => {
      clock.now += 1000;
      const reply = await post(it);
      expect([200, 400, 401]).toContain(reply.status);
      expect(reply).toHaveProperty('success', reply.status === 200);
    }),
    { numRuns: 200 },
  );
  expect(await post(`api_key=${key}&number=${NUMBER}&message=a%00b`)).toMatchObject({ status: 200 });
});

it('keeps the counts over a restart, and stores a key only as its hash', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const first = await createSmsService({ dataDir, clock: { now: () => 1_000, after: () => () => {} } });
  const { key } = first.keys.create(first.accounts.create({ name: 'Padma', credits: '100' }).id);
  const send = async (url: string) => {
    const body = new URLSearchParams({ api_key: key, number: NUMBER, message: 'hello' });
    return (await fetch(url + PATH, { method: 'POST', body })).status;
  };
  for (let sent = 0; sent < 60; sent++) expect(await send(first.url)).toBe(200);
  await first.close();

  const { service, clock } = await start({ dataDir, clock: { now: () => 2_000, after: () => () => {} } });
  expect(clock.now).toBeGreaterThan(2_000);
  expect(await send(service.url)).toBe(429);
  expect(service.log.list(1)).toHaveLength(60);

  const bytes = readdirSync(dataDir).map(name => readFileSync(join(dataDir, name), 'latin1'));
  expect(bytes.join('')).toContain('Padma');
  expect(bytes.join('')).not.toContain(key);
});
