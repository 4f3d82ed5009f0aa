import { expect, it, onTestFinished } from 'vitest';
import type { Refused } from '../../src/sms-service/accept/send.ts';
import { createUsage } from '../../src/sms-service/accept/usage.ts';
import { openStore } from '../../src/sms-service/store/store.ts';
import { startDashboard } from '../support/dashboard.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { connectRaw, type RawConnection } from '../support/raw-connection.ts';

const NUMBER = '01712345678';

it('a flood of wrong keys is one log line, however many keys are tried; refusals of an account have lines of their own', async () => {
  const { service, send, signedIn, clock } = await startDashboard();
  const { id } = service.accounts.create({ name: 'Padma', credits: '10' });
  const { key, id: keyId } = service.keys.create(id);
  const revoked = service.keys.create(id);
  service.keys.revoke(revoked.id);
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@padma.example' });
  const operator = await signedIn({ accountId: null, role: 'operator', email: 'ops@sms.example' });
  for (let at = 0; at < 300; at++) await send(`wrong-${at}`, NUMBER, 'hello');
  for (let at = 0; at < 2; at++) await send(revoked.key, NUMBER, 'hello');
  await send(key, '0171', 'hello');
  clock.now += 1;

  const rows = (text: string) => text.match(/<code>[A-Z_]+<\/code>/g);
  const strangers = (await operator.get('/operators/service')).text;
  expect(rows(strangers)).toEqual(['<code>INVALID_API_KEY</code>']);
  expect(strangers).toContain('127.0.0.1');
  expect(strangers).toMatch(/>300</);
  const own = (await owner.get('/log/refused')).text;
  expect(rows(own)).toEqual(['<code>INVALID_NUMBER</code>', '<code>INVALID_API_KEY</code>']);
  expect(own).toContain(`Key ${revoked.id}`);
  const listed = service.keys.list(id);
  expect(listed.find(it => it.id === keyId)?.lastUsed).not.toBeNull();
  expect(listed.find(it => it.id === revoked.id)?.lastUsed).toBeNull();
});

it('a flood from many addresses is no more than ten lines a second', async () => {
  const clock = createManualClock();
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  const usage = createUsage(store, clock, () => expect.unreachable());
  const refused: Refused = { accepted: false, code: 'INVALID_API_KEY', apiKeyId: null, accountId: null };
  for (let at = 0; at < 300; at++)
    usage.note({ apiKey: 'x', number: NUMBER, message: 'hi' }, refused, `2001:db8::${at}`);
  await clock.advance(1_000);
  const rows = store.refusals.list(null, 0, 1_000);
  expect(rows).toHaveLength(11);
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(300);
  expect(rows.filter(({ address }) => address === '')).toMatchObject([{ times: 290 }]);
});

it('silent connections keep no client out: of more than 250 from one address, the oldest are closed', async () => {
  const { service, send } = await startDashboard();
  const { id } = service.accounts.create({ name: 'Padma', credits: '10' });
  const { key } = service.keys.create(id);
  const silent = await Promise.all(Array.from({ length: 260 }, () => connectRaw(service.url)));
  expect(await send(key, NUMBER, 'hello')).toMatchObject({ success: true });
  await expect.poll(() => silent.filter(connection => connection.closed()).length).toBeGreaterThanOrEqual(10);
  expect(silent.slice(-200).filter(connection => connection.closed())).toEqual([]);
});

it('with floods from many addresses, it keeps 1,000 connections, and answers clients that send', async () => {
  const { service, send } = await startDashboard();
  const { key } = service.keys.create(service.accounts.create({ name: 'Padma', credits: '10' }).id);
  const silent: RawConnection[] = [];
  for (const localAddress of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'])
    silent.push(
      ...(await Promise.all(Array.from({ length: 220 }, () => connectRaw(service.url, { localAddress })))),
    );
  expect(await send(key, NUMBER, 'hello')).toMatchObject({ success: true });
  const closed = () => silent.filter(connection => connection.closed()).length;
  await expect.poll(closed).toBeGreaterThanOrEqual(100);
  expect(closed()).toBeLessThan(110);
});
