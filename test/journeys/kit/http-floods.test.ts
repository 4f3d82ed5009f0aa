import { expect, test } from 'vitest';
import { makeHookByModal } from '../../support/hooks-modal.ts';
import { connectRaw, type RawConnection } from '../../support/raw-connection.ts';
import { createLinkedStage, createStage, SECOND } from '../../support/stage.ts';

/* Limits on requests before verification: bodies whose signature isn't checked yet, and connections. */

const HTTP = { mode: 'http' } as const;
const MIB = 1024 * 1024;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const statuses = (all: RawConnection[]): (number | null)[] => all.map(connection => connection.status());

test('incomplete bodies hold at most 16 MiB together: the largest are refused, and Slack’s requests are read', async () => {
  const { appUrl, sms } = await createStage(HTTP);
  const body = Buffer.alloc(MIB - 1, 'x');
  const flood = await Promise.all(Array.from({ length: 40 }, () => connectRaw(appUrl)));
  for (const connection of flood) connection.post('/slack/events', { ...FORM, 'content-length': MIB }, body);
  await expect.poll(() => statuses(flood).filter(status => status === 503).length).toBeGreaterThanOrEqual(24);
  expect((await sms('help')).status).toBe(200);
  expect(flood.find(connection => connection.status() === 503)?.args()).toMatch(/^retry-after: \d+\r$/im);
  // The remaining ones are read to their end, and then checked.
  for (const connection of flood.filter(({ status }) => status() === null)) connection.socket.write('x');
  await expect.poll(() => new Set(statuses(flood))).toEqual(new Set([503, 401]));
});

test.each([
  {
    what: 'with the token',
    room: 16 * MIB,
    headers: (token: string) => ({ authorization: `Bearer ${token}` }),
  },
  { what: 'signed', room: 4 * MIB, headers: () => ({ 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }) },
])('incomplete calls to a hook, $what, have a budget of their own', async ({ room, headers }) => {
  const stage = await createLinkedStage(HTTP);
  const { path, token } = await makeHookByModal(stage);
  const size = 256 * 1024;
  const fitting = room / size;
  const flood = await Promise.all(Array.from({ length: fitting + 8 }, () => connectRaw(stage.appUrl)));
  const head = { 'content-type': 'application/json', ...headers(token), 'content-length': size };
  for (const connection of flood) connection.post(path, head, Buffer.alloc(size - 1, ' '));
  const refused = () => statuses(flood).filter(status => status === 503).length;
  await expect.poll(refused).toBeGreaterThanOrEqual(8);
  expect((await stage.sms('help')).status).toBe(200);
  expect(refused(), 'bodies that fit wait for their end').toBeLessThanOrEqual(9);
});

test('however many requests are unsigned, the log stays short and has their number', async () => {
  const { appUrl, logged, clock } = await createStage(HTTP);
  const post = async () => (await fetch(`${appUrl}/slack/events`, { method: 'POST', body: 'x' })).status;
  const lines = () => logged().match(/.*current Slack signature.*/g) ?? [];
  for (let sent = 0; sent < 50; sent += 1) expect(await post()).toBe(401);
  expect(lines()).toHaveLength(20);
  await clock.advance(SECOND);
  expect(await post()).toBe(401);
  expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({ leftOut: 30 });
});

test('Slack’s certificate check is answered without a signature, but no request that resembles it', async () => {
  const { appUrl } = await createStage(HTTP);
  const post = async (body: string, type = FORM['content-type']) =>
    (await fetch(`${appUrl}/slack/events`, { method: 'POST', headers: { 'content-type': type }, body }))
      .status;
  expect(await post('ssl_check=1&token=abc')).toBe(200);
  expect(await post('ssl_check=0')).toBe(401);
  expect(await post('{"ssl_check":"1"}', 'application/json')).toBe(401);
  expect(await post(`payload=${encodeURIComponent('{"ssl_check":"1"}')}`)).toBe(401);
  expect(await post(`ssl_check=1&token=${'x'.repeat(2000)}`)).toBe(401);
});

test.each(['/slack/events', '/nothing/here'])(
  'a client that sends to %s without end gets the answer and is cut off',
  async path => {
    const { appUrl } = await createStage(HTTP);
    const caller = await connectRaw(appUrl);
    caller.post(path, { 'transfer-encoding': 'chunked' });
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const send = (): void => {
      while (!caller.closed() && caller.socket.write(chunk));
    };
    caller.socket.on('drain', send);
    send();
    await expect.poll(caller.status).toBe(path === '/nothing/here' ? 404 : 413);
    await expect.poll(caller.closed).toBe(true);
  },
);

test('a thousand silent connections keep no client out: the oldest are closed and counted', async () => {
  const { appUrl, sms } = await createStage(HTTP);
  const silent: RawConnection[] = [];
  while (silent.length < 1050) {
    silent.push(...(await Promise.all(Array.from({ length: 50 }, () => connectRaw(appUrl)))));
  }
  expect((await sms('help')).status).toBe(200);
  await expect.poll(() => silent.filter(connection => connection.closed()).length).toBeGreaterThanOrEqual(50);
  expect(silent.slice(-900).some(connection => connection.closed())).toBe(false);
  const metrics = await (await fetch(`${appUrl}/metrics`)).text();
  expect(metrics).toMatch(/sms_http_not_taken_total\{why="too_many_connections"\} [1-9]/);
});
