import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { expect, it, onTestFinished } from 'vitest';
import { createSealing } from '../../src/sms-service/store/sealing.ts';
import type { SmsServiceOptions } from '../../src/sms-service/testing/service.ts';
import { type Client, PASSWORD, type Stage, startDashboard } from '../support/dashboard.ts';

/* Signing in: people's own passwords, the second factor, and the people that an owner invites. */

const EMAIL = 'nusrat@padma.example';
const NEXT = 'another horse battery';
const STEP_MS = 30_000;

/** A stage with an account, and its owner in a browser. */
async function withOwner(options: SmsServiceOptions = {}) {
  const stage = await startDashboard(options);
  const { id } = stage.service.accounts.create({ name: 'Padma', credits: '10' });
  const owner = await stage.signedIn({ accountId: id, role: 'owner', email: EMAIL });
  return { ...stage, accountId: id, owner };
}

/** An authenticator app that was given the secret on the page. */
function authenticator({ clock }: Stage, page: string) {
  const secret = /<code id="factor-secret">([A-Z2-7]{32})<\/code>/.exec(page)?.[1] ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { secret, code: (off = 0) => totp.generate({ timestamp: clock.now + off * STEP_MS }) };
}

const signIn = (browser: Client, password = PASSWORD) => browser.post('/sign-in', { email: EMAIL, password });

it('people change their own password: the form asks for the current one, and their other sessions end', async () => {
  const { owner, client, service, accountId, clock } = await withOwner();
  const phone = client();
  await signIn(phone);
  const change = (current: string, password: string, again = password) =>
    owner.post('/me/password', { current, password, again });
  const wrong = await change('not the password I have', NEXT);
  expect(wrong).toMatchObject({ status: 422, text: expect.stringContaining('That is not your password.') });
  expect(wrong.text).not.toContain(NEXT);
  expect((await change(PASSWORD, 'short')).text).toContain('at least 12 characters');
  expect((await change(PASSWORD, NEXT, 'mistyped')).text).toContain('don’t match');
  expect((await phone.get('/')).status).toBe(200);

  expect((await change(PASSWORD, NEXT)).headers.get('location')).toBe('/me?done=password');
  expect((await owner.get('/')).status).toBe(200);
  expect((await phone.get('/')).status).toBe(303);
  expect((await signIn(client())).status).toBe(422);
  expect((await signIn(client(), NEXT)).status).toBe(303);
  expect(service.ledger.list(accountId)).toHaveLength(1);
  // Guesses here count like guesses at the sign-in.
  for (let tried = 0; tried < 5; tried++) await change('a guess that is wrong', NEXT);
  expect((await change(NEXT, PASSWORD)).status).toBe(429);
  clock.now += 15 * 60_000;
  expect((await change(NEXT, PASSWORD)).status).toBe(303);
});

it('a second factor: signing in takes a code, each valid once, and no page opens before it', async () => {
  const stage = await withOwner();
  const { owner, client, clock } = stage;
  const page = (await owner.get('/me')).text;
  const phone = authenticator(stage, page);
  expect(page).toMatch(/<div class="qr"><svg /);
  const on = (code: string) => owner.post('/me/second-factor/on', { secret: phone.secret, code });
  const refused = await on('000000');
  expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('That code is wrong') });
  // A refused code keeps the same secret, so that it needn't be scanned again.
  expect(refused.text).toContain(phone.secret);
  expect((await on(phone.code())).status).toBe(200);

  const browser = client();
  expect((await signIn(browser)).headers.get('location')).toBe('/sign-in/code');
  for (const path of ['/', '/log', '/me'])
    expect((await browser.get(path)).headers.get('location')).toBe('/sign-in');
  expect((await browser.get('/sign-in/code')).text).toContain('Six digits');
  const enter = (visitor: Client, code: string) => visitor.post('/sign-in/code', { code });
  // The code that turned it on was used, and so was every code before it.
  expect((await enter(browser, phone.code())).status).toBe(422);
  expect((await enter(browser, phone.code(-1))).status).toBe(422);
  clock.now += STEP_MS;
  expect((await enter(browser, phone.code())).headers.get('location')).toBe('/');
  expect((await browser.get('/')).status).toBe(200);

  const elsewhere = client();
  await signIn(elsewhere);
  expect((await enter(elsewhere, phone.code())).status).toBe(422);
  for (let tried = 0; tried < 4; tried++) await enter(elsewhere, '000000');
  clock.now += STEP_MS;
  expect((await enter(elsewhere, phone.code())).status).toBe(429);
  clock.now += 11 * 60_000;
  // A password is valid for ten minutes without its code.
  expect((await enter(elsewhere, phone.code())).headers.get('location')).toBe('/sign-in');
  expect((await enter(client(), phone.code())).headers.get('location')).toBe('/sign-in');
});

it('takes a code in the digits of any script; input other than six digits is wrong, but doesn’t count as a guess', async () => {
  const stage = await withOwner();
  const { owner, client, clock } = stage;
  const phone = authenticator(stage, (await owner.get('/me')).text);
  const inDigits = (zero: string, code: string) =>
    [...code].map(digit => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))).join('');
  const on = (secret: string, code: string) => owner.post('/me/second-factor/on', { secret, code });
  const NOT_CODES = [
    '',
    '12345',
    '1234567',
    'é12345',
    '১২৩৪৫',
    '12345x',
    '-12345',
    '½12345',
    'Ⅷ12345',
    '\ud83d\ude00',
  ];
  for (const secret of ['not base32!', 'x'.repeat(32), '', '০'.repeat(32), '\u0000'])
    expect(await on(secret, phone.code())).toMatchObject({
      status: 422,
      text: expect.stringContaining('That code is wrong'),
    });
  for (const code of NOT_CODES) expect((await on(phone.secret, code)).status, code).toBe(422);
  expect((await on(phone.secret, inDigits('০', phone.code()))).status).toBe(200);

  const browser = client();
  for (const zero of ['০', '０', '٠', '۰', '०', '𝟎', '0']) {
    clock.now += STEP_MS;
    await signIn(browser);
    for (const code of NOT_CODES) {
      const refused = await browser.post('/sign-in/code', { code });
      expect(refused, code).toMatchObject({
        status: 422,
        text: expect.stringContaining('That code is wrong'),
      });
    }
    const typed = inDigits(zero, phone.code());
    const entered = await browser.post('/sign-in/code', {
      code: ` ${typed.slice(0, -2)} ${typed.slice(-2)} `,
    });
    expect(entered.headers.get('location'), typed).toBe('/');
  }
  clock.now += STEP_MS;
  for (const code of NOT_CODES)
    expect((await owner.post('/me/second-factor/off', { code })).status).toBe(422);
  expect((await owner.post('/me/second-factor/off', { code: inDigits('০', phone.code()) })).status).toBe(303);
});

it('turns the second factor off by a code, or by a command if the phone is lost', async () => {
  const stage = await withOwner();
  const { owner, client, service, clock } = stage;
  const turnOn = async () => {
    const phone = authenticator(stage, (await owner.get('/me')).text);
    await owner.post('/me/second-factor/on', { secret: phone.secret, code: phone.code() });
    return phone;
  };
  const phone = await turnOn();
  expect((await owner.post('/me/second-factor/off', { code: '000000' })).status).toBe(422);
  clock.now += STEP_MS;
  expect((await owner.post('/me/second-factor/off', { code: phone.code() })).status).toBe(303);
  expect((await signIn(client())).headers.get('location')).toBe('/');
  await turnOn();
  expect((await signIn(client())).headers.get('location')).toBe('/sign-in/code');
  service.users.turnOffSecondFactor(service.users.find(EMAIL).id);
  expect((await signIn(client())).headers.get('location')).toBe('/');
});

it('lets people in without their phone by a recovery code, each once; new codes end the old ones', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const stage = await withOwner({ dataDir });
  const { owner, client, clock } = stage;
  const codesFrom = async () => {
    const phone = authenticator(stage, (await owner.get('/me')).text);
    const { text } = await owner.post('/me/second-factor/on', { secret: phone.secret, code: phone.code() });
    return text.match(/\d{4}(?: \d{4}){4}/g) ?? [];
  };
  const enter = async (code: string) => {
    const browser = client();
    await signIn(browser);
    return (await browser.post('/sign-in/code', { code })).headers.get('location');
  };
  const codes = await codesFrom();
  expect(codes.length).toBe(8);
  const [first = '', second = '', third = ''] = codes;
  expect((await owner.get('/me')).text).toContain('Recovery codes left: 8');
  expect(await enter(first)).toBe('/');
  expect(await enter(first)).toBeNull();
  const inBangla = second.replace(/\d/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? digit);
  expect(await enter(inBangla.replaceAll(' ', '-'))).toBe('/');
  expect((await owner.get('/me')).text).toContain('Recovery codes left: 6');
  const onDisk = readdirSync(dataDir).map(name => readFileSync(join(dataDir, name), 'latin1'));
  expect(onDisk.join('')).not.toContain(third.replaceAll(' ', ''));
  // A recovery code also turns the second factor off.
  expect((await owner.post('/me/second-factor/off', { code: third })).status).toBe(303);
  clock.now += STEP_MS;
  await codesFrom();
  expect(await enter(codes[3] ?? '')).toBeNull();
  for (let tries = 0; tries < 4; tries++) await enter('1'.repeat(20));
  const browser = client();
  await signIn(browser);
  expect((await browser.post('/sign-in/code', { code: '1'.repeat(20) })).status).toBe(429);
});

it('keeps the secret of a second factor sealed: no file has it in plain, and it opens only with its key', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const first = await withOwner({ dataDir });
  const key = join(dataDir, 'sealing.key');
  expect(existsSync(key)).toBe(false);
  const { secret, code } = authenticator(first, (await first.owner.get('/me')).text);
  await first.owner.post('/me/second-factor/on', { secret, code: code() });
  const files = readdirSync(dataDir).map(name => readFileSync(join(dataDir, name), 'latin1'));
  expect(files.join('')).toContain(EMAIL);
  expect(files.join('')).not.toContain(secret);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const modes = readdirSync(dataDir).map(name => statSync(join(dataDir, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  await first.service.close();

  const errors: unknown[] = [];
  const { service, clock, client } = await startDashboard({
    dataDir,
    onInternalError: it => errors.push(it),
  });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const enter = async () => {
    clock.now += STEP_MS;
    const browser = client();
    expect((await signIn(browser)).headers.get('location')).toBe('/sign-in/code');
    return (await browser.post('/sign-in/code', { code: totp.generate({ timestamp: clock.now }) })).status;
  };
  expect(await enter()).toBe(303);
  await service.close();

  // A directory that was restored without the key lets no user in by the password alone.
  renameSync(key, `${key}.away`);
  const stage = await startDashboard({ dataDir, onInternalError: it => errors.push(it) });
  stage.clock.now = clock.now + STEP_MS;
  const browser = stage.client();
  await signIn(browser);
  const entered = { code: totp.generate({ timestamp: stage.clock.now }) };
  expect((await browser.post('/sign-in/code', entered)).status).toBe(500);
  expect(errors.map(String)).toEqual([expect.stringMatching(/can't be opened: .*sealing\.key is missing/)]);
  stage.service.users.turnOffSecondFactor(stage.service.users.find(EMAIL).id);
  expect((await signIn(stage.client())).headers.get('location')).toBe('/');
  expect(existsSync(key)).toBe(false);
});

it('a sealed secret opens only in its own place', () => {
  const { seal, open } = createSealing(':memory:');
  expect(open(seal('JBSWY3DP', 'user 1'), 'user 1')).toBe('JBSWY3DP');
  expect(() => open(seal('JBSWY3DP', 'user 1'), 'user 2')).toThrow("can't be opened");
  expect(() => createSealing(':memory:').open(seal('JBSWY3DP', 'user 1'), 'user 1')).toThrow(
    "can't be opened",
  );
});

it('owners invite and remove the people of their account; viewers only see them', async () => {
  const stage = await withOwner();
  const { owner, client, service, accountId } = stage;
  const viewer = await stage.signedIn({ accountId, role: 'viewer', email: 'rafiq@padma.example' });
  const invited = await owner.post('/people', { email: 'shirin@padma.example', role: 'viewer' });
  const link = /<code id="password-link">(.*?)<\/code>/.exec(invited.text)?.[1] ?? '';
  const shirin = client();
  await shirin.post(new URL(link).pathname, { password: PASSWORD, again: PASSWORD });
  await shirin.post('/sign-in', { email: 'shirin@padma.example', password: PASSWORD });
  expect((await shirin.get('/people')).text).toMatch(/rafiq@padma\.example[\s\S]*Viewer/);
  expect(service.users.find('shirin@padma.example')).toMatchObject({ role: 'viewer', accountId });
  // The answer is the same, whether the address belongs to this account, another account or an operator.
  const meghna = service.accounts.create({ name: 'Meghna', credits: '0' }).id;
  service.users.create({ accountId: meghna, role: 'owner', email: 'a@meghna.example' });
  service.users.create({ accountId: null, role: 'operator', email: 'first@sms.example' });
  const refusals = ['shirin@padma.example', 'a@meghna.example', 'first@sms.example'].map(async email => {
    const { status, text } = await owner.post('/people', { email, role: 'viewer' });
    return [status, text.includes('This address can’t be added.')];
  });
  for (const answer of await Promise.all(refusals)) expect(answer).toEqual([422, true]);
  const again = await owner.post('/people', { email: 'Shirin@padma.example', role: 'owner' });
  expect(again).toMatchObject({ status: 422, text: expect.stringContaining('value="Shirin@padma.example"') });

  const { id } = service.users.find('shirin@padma.example');
  const me = service.users.find(EMAIL).id;
  for (const path of ['/people', `/people/${id}/link`, `/people/${id}/remove`, `/people/${me}/remove`])
    expect((await viewer.post(path, { email: 'x@x.example' })).status, path).toBe(404);
  expect((await viewer.get('/people')).text).not.toMatch(/action="\/people|\/remove"/);
  // Users can't remove themselves, or an operator.
  const operator = service.users.create({ accountId: null, role: 'operator', email: 'ops@sms.example' });
  for (const user of [me, operator.id]) expect((await owner.post(`/people/${user}/remove`)).status).toBe(404);

  expect((await owner.get(`/people/${id}/remove`)).text).toContain('Remove shirin@padma.example?');
  expect((await owner.post(`/people/${id}/remove`)).headers.get('location')).toBe('/people?done=removed');
  expect((await shirin.get('/')).status).toBe(303);
  const operators = await stage.signedIn({ accountId: null, role: 'operator', email: 'ops2@sms.example' });
  expect((await operators.get(`/operators/accounts/${accountId}`)).text).toMatch(
    new RegExp(`${EMAIL}[\\s\\S]*User removed[\\s\\S]*shirin@padma.example`),
  );
});
