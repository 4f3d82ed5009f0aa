import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PASSWORD, type Stage, startDashboard } from '../support/dashboard.ts';

const EMAIL = 'nusrat@padma.example';
const A_MINUTE = 60_000;

/** A stage with an account whose owner has a password. */
async function withOwner(stage?: Stage) {
  const { service, client, ...rest } = stage ?? (await startDashboard());
  const { id } = service.accounts.create({ name: 'Padma', credits: '10' });
  const user = service.users.create({ accountId: id, email: EMAIL, role: 'owner' });
  const path = new URL(user.link).pathname;
  await client().post(path, { password: PASSWORD, again: PASSWORD });
  return { service, client, ...rest, accountId: id, user, path };
}

const right = { email: EMAIL, password: PASSWORD };
const wrong = { email: EMAIL, password: 'wrong horse battery' };

it('signs in by e-mail and password, with a cookie that scripts and other sites can’t read', async () => {
  const { client } = await withOwner();
  const browser = client();
  expect((await browser.get('/')).headers.get('location')).toBe('/sign-in');
  const signedIn = await browser.post('/sign-in', { ...right, email: ' Nusrat@PADMA.example' });
  expect(signedIn).toMatchObject({ status: 303 });
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^sms_session_\d+=[\w-]{32}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const page = await browser.get('/');
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('10.00 credits') });
  expect(page.headers.get('cache-control')).toBe('no-store');
  await browser.post('/sign-out');
  expect(await browser.get('/')).toMatchObject({ status: 303 });
});

it('the cookie is Secure and bound to its host unless the browser is on this machine', async () => {
  const { service } = await withOwner();
  const elsewhere = await rawPost(
    service.url,
    { host: 'sms.example.com', origin: 'http://sms.example.com' },
    right,
  );
  expect(elsewhere.cookie).toMatch(
    /^__Host-sms_session=\S+ Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );

  const behind = await withOwner(await startDashboard({ publicUrl: 'https://sms.example.com' }));
  const { cookie, hsts } = await rawPost(behind.service.url, { origin: 'https://sms.example.com' }, right);
  expect(cookie).toMatch(/^__Host-.*; Secure;/);
  expect(hsts).toContain('max-age');
});

it('waits after five wrong tries, even for the right password, and doesn’t say what was wrong', async () => {
  const { client, clock } = await withOwner();
  const browser = client();
  for (let tried = 1; tried <= 4; tried++) {
    expect(await browser.post('/sign-in', wrong)).toMatchObject({ status: 422 });
  }
  // A correct sign-in between them resets the count of the e-mail address, but not the network's.
  expect(await browser.post('/sign-in', right)).toMatchObject({ status: 303 });
  const fifth = await browser.post('/sign-in', { ...wrong, email: 'nobody@padma.example' });
  expect(fifth.text).toContain('The e-mail address or the password is wrong.');
  clock.now += 14 * A_MINUTE;
  const sixth = await client().post('/sign-in', right);
  expect(sixth).toMatchObject({ status: 429, text: expect.stringContaining('Try again in a minute.') });
  expect(sixth.headers.get('retry-after')).toBe('60');
  clock.now += A_MINUTE;
  expect(await client().post('/sign-in', right)).toMatchObject({ status: 303 });
});

it('counts wrong tries for an e-mail address from all networks, known or not, and also many at once', async () => {
  // A hash takes so long that all tries arrive meanwhile.
  const stage = await startDashboard({ publicUrl: 'https://sms.example.com', passwordCost: 15 });
  await withOwner(stage);
  const from = (address: string, email: string) =>
    stage.client().post(
      '/sign-in',
      { email, password: 'a guess that is wrong' },
      // The caller's own claims precede the address that the proxy wrote.
      { origin: 'https://sms.example.com', 'x-forwarded-for': `10.9.9.9, ${address}` },
    );
  for (const email of [EMAIL, 'nobody@padma.example']) {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => from(`192.0.2.${at}`, email)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter(it => it === 422)).toHaveLength(5);
    expect(statuses.filter(it => it === 429)).toHaveLength(7);
    const page = answers.find(({ status }) => status === 422)?.text.replaceAll(email, '');
    expect(page).toContain('The e-mail address or the password is wrong.');
  }
  // Another user, from a network without guesses, isn't affected.
  stage.service.users.create({ accountId: 1, email: 'other@padma.example', role: 'viewer' });
  expect(await from('192.0.2.99', 'other@padma.example')).toMatchObject({ status: 422 });
  // One network guesses at many users; for IPv6, a network is the first half of the address.
  const spread = await Promise.all(
    Array.from({ length: 8 }, (_, at) => from(`2001:db8:1:2::${at + 1}`, `user${at}@padma.example`)),
  );
  expect(spread.filter(({ status }) => status === 422)).toHaveLength(5);
});

it('gives every sign-in a new session and ignores one that was planted', async () => {
  const { client } = await withOwner();
  const victim = client();
  const attacker = client();
  await attacker.post('/sign-in', right);
  const [name = '', planted = ''] = [...attacker.cookies][0] ?? [];
  victim.cookies.set(name, planted);
  await victim.post('/sign-in', right);
  expect(victim.cookies.get(name)).not.toBe(planted);
  expect((await victim.get('/')).status).toBe(200);
  expect((await attacker.get('/')).status).toBe(303);
  victim.cookies.set(name, 'x'.repeat(32));
  expect((await victim.get('/')).status).toBe(303);
});

it('ends a session after twelve hours, and all of a user’s sessions when asked to', async () => {
  const { client, clock, service, user } = await withOwner();
  const [phone, desk] = [client(), client()];
  await phone.post('/sign-in', right);
  clock.now += 11 * 60 * A_MINUTE;
  await desk.post('/sign-in', right);
  expect((await phone.get('/')).status).toBe(200);
  clock.now += 60 * A_MINUTE;
  expect((await phone.get('/')).status).toBe(303);
  await phone.post('/sign-in', right);
  await phone.post('/sign-out-everywhere');
  expect((await desk.get('/')).status).toBe(303);
  await desk.post('/sign-in', right);
  service.users.remove(user.id);
  expect((await desk.get('/')).status).toBe(303);
  expect((await desk.post('/sign-in', right)).status).toBe(422);
});

it('a link chooses a password once, within a day, and ends all open sessions', async () => {
  const { client, clock, service, user, path } = await withOwner();
  const browser = client();
  await browser.post('/sign-in', right);
  expect((await client().get(path)).status).toBe(404);
  const voided = new URL(service.users.newLink(user.id).link).pathname;
  const link = new URL(service.users.newLink(user.id).link).pathname;
  expect((await client().get(voided)).status).toBe(404);
  expect((await client().get(link)).text).toContain(EMAIL);
  const choose = (password: string, again = password) => client().post(link, { password, again });
  expect((await choose('short')).text).toContain('at least 12 characters');
  expect((await choose('x'.repeat(257))).status).toBe(422);
  expect((await choose('a new horse battery', 'another one, mistyped')).text).toContain('don’t match');
  expect((await browser.get('/')).status).toBe(200);
  expect((await choose('a new horse battery')).headers.get('location')).toBe('/sign-in?done=chosen');
  expect((await choose('a newer horse battery')).status).toBe(404);
  expect((await browser.get('/')).status).toBe(303);
  expect((await browser.post('/sign-in', right)).status).toBe(422);
  expect((await browser.post('/sign-in', { email: EMAIL, password: 'a new horse battery' })).status).toBe(
    303,
  );

  const late = new URL(service.users.newLink(user.id).link).pathname;
  clock.now += 24 * 60 * A_MINUTE;
  expect((await client().get(late)).status).toBe(404);
});

it('ignores requests that another site makes', async () => {
  const { client, service, accountId } = await withOwner();
  const browser = client();
  await browser.post('/sign-in', right);
  const { id } = service.keys.create(accountId, 'Slack');
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: service.url.replace('127.0.0.1', 'localhost') },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const path of [`/keys/${id}/revoke`, '/keys', '/sign-out-everywhere', '/sign-in', '/language']) {
    for (const headers of foreign) {
      expect(await browser.post(path, { name: 'Mine' }, headers)).toMatchObject({ status: 403 });
      const asJson = { 'content-type': 'application/json', ...headers };
      expect(await browser.post(path, {}, asJson)).toMatchObject({ status: 403 });
    }
  }
  expect(service.keys.list(accountId)).toEqual([expect.objectContaining({ revokedAt: null })]);
  expect((await browser.post(`/keys/${id}/revoke`, {}, { 'sec-fetch-site': 'same-origin' })).status).toBe(
    303,
  );
});

it('takes a form in chunks from a proxy, up to the same size, and no other methods', async () => {
  const { service } = await withOwner();
  const chunked = (body: string) =>
    fetch(`${service.url}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.url },
      body: new Blob([body]).stream(),
      duplex: 'half',
      redirect: 'manual',
    } as RequestInit);
  const form = new URLSearchParams(right).toString();
  expect((await chunked(form)).headers.get('location')).toBe('/');
  expect((await chunked(`${form}&more=${'x'.repeat(70_000)}`)).status).toBe(413);
  for (const method of ['DELETE', 'OPTIONS', 'PUT']) {
    const answer = await fetch(`${service.url}/keys`, { method, headers: { origin: service.url } });
    expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'GET, HEAD, POST']);
  }
});

it('redirects only to its own pages, however the address is written', async () => {
  const { service, client } = await withOwner();
  const browser = client();
  const { host } = new URL(service.url);
  const backs = {
    '/log?page=2': '/log?page=2',
    [`${service.url}/keys`]: '/keys',
    '/\t/evil.example': '/',
    '//evil.example': '/',
    '/\\evil.example': '/',
    '/.//evil.example': '/',
    [`//${host}//evil.example`]: '/',
    'https://evil.example': '/',
    'javascript:alert(1)': '/',
    '/a\u0000\r\nset-cookie: x=y': '/a%00set-cookie:%20x=y',
    '': '/',
  };
  for (const [back, to] of Object.entries(backs)) {
    const answer = await browser.post('/language', { language: 'bn', back });
    expect([answer.status, answer.headers.get('location')], back).toEqual([303, to]);
  }
});

it('accepts a password whose hash has another cost', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const earlier = await withOwner(await startDashboard({ dataDir }));
  await earlier.service.close();
  const { client } = await startDashboard({ dataDir, passwordCost: 12 });
  const browser = client();
  expect((await browser.post('/sign-in', { ...right, password: `${PASSWORD}!` })).status).toBe(422);
  expect((await browser.post('/sign-in', right)).status).toBe(303);
});

it('stores no password, session, link or key in plain', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { client, service, accountId, user } = await withOwner(
    await startDashboard({ dataDir, passwordCost: undefined }),
  );
  const browser = client();
  await browser.post('/sign-in', right);
  const { key } = service.keys.create(accountId);
  const { link } = service.users.newLink(user.id);
  const stored = readdirSync(dataDir)
    .map(name => readFileSync(join(dataDir, name)).toString('latin1'))
    .join('');
  expect(stored).toContain(EMAIL);
  expect(stored).toContain('$scrypt$ln=17,r=8,p=1$');
  const secrets = [PASSWORD, key, link.split('/').at(-1) ?? '', ...browser.cookies.values()];
  for (const secret of secrets) expect(stored).not.toContain(secret);
});

/** Posts with another Host, which fetch doesn't allow. */
function rawPost(url: string, headers: Record<string, string>, fields: Record<string, string>) {
  return new Promise<{ cookie: string; hsts: string }>((resolve, reject) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(`${url}/sign-in`, { method: 'POST', headers: { ...type, ...headers } }, response => {
      response.resume();
      const hsts = String(response.headers['strict-transport-security'] ?? '');
      resolve({ cookie: response.headers['set-cookie']?.[0] ?? '', hsts });
    });
    sent.on('error', reject).end(new URLSearchParams(fields).toString());
  });
}
