import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { type Client, PASSWORD, type Stage, startDashboard } from '../support/dashboard.ts';

/** From the afternoon to the next day in Bangladesh, within one session. */
const INTO_TOMORROW_MS = 10 * 60 * 60 * 1000;
/** Another number than the one in the API section's programs. */
const NUMBER = '01798765678';
/** Shows at once if it isn't escaped in text, in an attribute or in a script. */
const NASTY = `"><img src=x onerror=alert(1)><script>alert(2)</script>'&`;
const ESCAPED = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(2)&lt;/script&gt;&#39;&amp;';

/** Two accounts with an owner and a key each; the first has a text in its log. */
async function twoAccounts() {
  const stage = await startDashboard();
  const { service, send, signedIn } = stage;
  const padma = service.accounts.create({ name: 'Padma', credits: '100' }).id;
  const meghna = service.accounts.create({ name: 'Meghna', credits: '100' }).id;
  const padmaKey = service.keys.create(padma, 'Slack');
  const meghnaKey = service.keys.create(meghna, 'Web shop');
  await send(padmaKey.key, NUMBER, 'for Padma only');
  await send(meghnaKey.key, '01812345678', 'for Meghna only');
  const owner = await signedIn({ accountId: padma, role: 'owner', email: 'nusrat@padma.example' });
  return { ...stage, padma, meghna, padmaKey, meghnaKey, owner };
}

const operator = (stage: Stage) =>
  stage.signedIn({ accountId: null, role: 'operator', email: 'ops@sms.example' });
const viewer = (stage: Stage, accountId: number) =>
  stage.signedIn({ accountId, role: 'viewer', email: 'rafiq@padma.example' });

/** The key that the page shows. */
const shownKey = (text: string) => /<code id="api-key">(smskey_[\w-]+)<\/code>/.exec(text)?.[1] ?? '';

it('makes a key that is shown once, works at once, and is refused as soon as it is revoked', async () => {
  const { owner, service, padma, send } = await twoAccounts();
  expect((await owner.post('/keys', { name: ' ' })).text).toContain('Enter a name');
  const page = await owner.post('/keys', { name: 'Till' });
  const key = shownKey(page.text);
  expect(await send(key, NUMBER, 'hello')).toMatchObject({ success: true });
  const { id } = service.keys.list(padma).find(({ name }) => name === 'Till') ?? { id: 0 };
  // A reload must not make another key.
  expect(await owner.post('/keys', { name: 'Till' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('already has this name'),
  });
  const listed = (await owner.get('/api')).text;
  expect(listed).not.toContain(key);
  expect(listed).toMatch(/Till[\s\S]*21 Nov 2026, 15:00:00 <span class="hint">from 127\.0\.0\.1/);

  expect((await owner.get(`/keys/${id}/revoke`)).text).toContain('Revoke the key “Till”?');
  expect((await send(key, NUMBER, 'hello')).success).toBe(true);
  expect((await owner.post(`/keys/${id}/revoke`)).headers.get('location')).toBe('/api?done=revoked');
  expect(await send(key, NUMBER, 'hello')).toMatchObject({ error: 'INVALID_API_KEY' });
  expect((await owner.get('/log/refused')).text).toMatch(/INVALID_API_KEY[\s\S]*Till/);
});

it('shows the overview: balance, days, this minute, refusals, and what needs attention', async () => {
  const { owner, service, padma, padmaKey, send, clock } = await twoAccounts();
  clock.now += INTO_TOMORROW_MS;
  for (let at = 0; at < 7; at++) await send(padmaKey.key, NUMBER, 'x'.repeat(161));
  await send(padmaKey.key, '0171', 'a number that is none');
  const page = (await owner.get('/')).text;
  expect(page).toContain('94.75 credits');
  expect(page).toContain('Texts a day, last 30 days. 8 in all; the most on one day was 7, on 22 Nov.');
  expect(page).toContain(
    'Credits spent a day, last 30 days. 5.25 in all; the most on one day was 4.90, on 22 Nov.',
  );
  expect(page).toMatch(/22 Nov<\/div>[\s\S]*?7<\/div>[\s\S]*?4\.90<\/div>/);
  expect(page).toContain('8 of 60');
  expect(page).toMatch(/INVALID_NUMBER[\s\S]*?1<\/div>/);

  service.accounts.correct(padma, '-94.45', 'Nearly used up');
  expect((await owner.get('/')).text).toContain('aren’t enough credits for another text');
  service.accounts.topUp(padma, '0.5');
  expect((await owner.get('/')).text).not.toMatch(/enough credits|Credits are low/);
  clock.now += 24 * 60 * 60 * 1000;
  await owner.post('/sign-in', { email: 'nusrat@padma.example', password: PASSWORD });
  expect((await owner.get('/')).text).toContain('they last about one more day');
  service.accounts.suspend(padma, 'Invoice 17 is open');
  expect((await owner.get('/')).text).toContain('This account is suspended: Invoice 17 is open.');
  expect((await owner.get('/', { cookie: cookiesOf(owner, 'language=bn') })).text).toContain(
    'এই অ্যাকাউন্ট স্থগিত আছে',
  );
});

it.each(['en', 'bn'])(
  'says first, on every page of an operator, that texts go nowhere; owners, who can’t change that, aren’t told (%s)',
  async language => {
    const words = {
      en: 'No route is set: texts are accepted and charged, and go nowhere.',
      bn: 'কোনো রুট দেওয়া নেই: এসএমএস নেওয়া হয়, ক্রেডিটও কাটা হয়, কিন্তু কোথাও পাঠানো হয় না।',
    }[language];
    const { owner, signedIn, client } = await twoAccounts();
    const operator = await signedIn({ accountId: null, role: 'operator', email: 'first@sms.example' });
    const first = async (browser: Client, path: string) => {
      const { text } = await browser.get(path, { cookie: cookiesOf(browser, `language=${language}`) });
      return /<main id="content">\s*<p class="notice danger">([^<]*)<\/p>\s*<h1>/.exec(text)?.[1];
    };
    for (const path of ['/', '/log', '/credits']) expect(await first(owner, path)).toBeUndefined();
    for (const path of ['/operators', '/operators/service']) expect(await first(operator, path)).toBe(words);
    expect(await first(client(), '/sign-in')).toBeUndefined();
  },
);

it('in a demo, says where texts go instead', async () => {
  const { service, signedIn } = await startDashboard({ isDemo: true });
  const { id } = service.accounts.create({ name: 'Padma', credits: '1' });
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const { text } = await owner.get('/');
  expect(text).toContain('A demo: texts go to the phone on the other page.');
  expect(text).not.toContain('No route is set');
});

it('an unknown address is a page for a browser, and JSON for a program', async () => {
  const { client } = await startDashboard();
  const { status, text } = await client().get('/lgo', { accept: 'text/html,*/*' });
  expect({ status, text }).toMatchObject({
    status: 404,
    text: expect.stringContaining('There is nothing here'),
  });
  expect(text).toContain('Go to the start page');
  const program = await client().get('/lgo', { accept: '*/*' });
  expect(JSON.parse(program.text)).toHaveProperty('error');
});

it('masks numbers for viewers everywhere, and lets them change nothing', async () => {
  const stage = await twoAccounts();
  const { padma, padmaKey, send, service } = stage;
  await send(padmaKey.key, NUMBER, '');
  const browser = await viewer(stage, padma);
  for (const path of [
    '/',
    '/api',
    '/log',
    '/log/1',
    '/log/refused',
    `/log.csv?from=2026-11-01&to=2026-11-30`,
  ]) {
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(NUMBER);
    if (path.startsWith('/log')) expect(page.text).toContain('017••••5678');
  }
  expect((await browser.get('/api')).text).not.toContain('<form method="post" action="/keys"');
  expect((await browser.post('/keys', { name: 'Mine' })).status).toBe(404);
  expect((await browser.post(`/keys/${padmaKey.id}/revoke`)).status).toBe(404);
  expect((await browser.get('/operators')).status).toBe(404);
  expect((await browser.post('/operators/accounts', { name: 'Mine', credits: '1000' })).status).toBe(404);
  expect(service.keys.list(padma)).toHaveLength(1);
  expect(service.accounts.list()).toHaveLength(2);
});

it('viewers can’t find by a search the numbers that they see masked', async () => {
  const stage = await twoAccounts();
  const { padma, padmaKey, send, owner } = stage;
  await send(padmaKey.key, '01712345678', 'another');
  const browser = await viewer(stage, padma);
  const ids = (text: string) => [...text.matchAll(/href="\/log\/(\d+)"/g)].map(([, id]) => Number(id));
  for (const number of [NUMBER, '01712345678', '01712345679', 'none at all'])
    expect(ids((await browser.get(`/log?number=${number}`)).text), number).toEqual([3, 1]);
  expect((await browser.get('/log')).text).not.toContain('name="number"');
  expect(ids((await owner.get(`/log?number=${NUMBER}`)).text)).toEqual([1]);
});

it('keeps the input in a form that it refuses, and shows the error at its field', async () => {
  const stage = await twoAccounts();
  const browser = await operator(stage);
  const at = `/operators/accounts/${stage.padma}`;
  const field = (text: string, id: string) => new RegExp(`<input id="${id}"[^>]*>`).exec(text)?.[0] ?? '';
  const refused = async (
    path: string,
    typed: Record<string, string>,
    form: string,
    wrong: string,
    says: string,
  ) => {
    const { text, status } = await browser.post(path, typed);
    expect({ path, status }).toEqual({ path, status: 422 });
    expect(text).toContain(`<a href="#${form}-${wrong}">${says}`);
    expect(text).toContain(`<p class="error" id="${form}-${wrong}-error">${says}`);
    expect(field(text, `${form}-${wrong}`)).toMatch(
      /aria-describedby="[^"]*-error" aria-invalid="true" autofocus/,
    );
    for (const [name, value] of Object.entries(typed))
      if (field(text, `${form}-${name}`))
        expect(field(text, `${form}-${name}`)).toContain(`value="${value}"`);
    expect(text.match(/aria-invalid/g)).toHaveLength(1);
  };
  const amount = 'That is not an amount of credits.';
  await refused(`${at}/top-up`, { credits: '12,5', note: 'Invoice 18' }, 'top-up', 'credits', amount);
  await refused(`${at}/correct`, { credits: '-5', note: ' ' }, 'correct', 'note', 'Enter a note');
  await refused(`${at}/terms`, { price: 'free', keep: '12', creditBack: 'yes' }, 'terms', 'price', amount);
  await refused(`${at}/terms`, { price: '0.4', keep: 'x' }, 'terms', 'keep', 'Messages can be kept');
  const user = { email: 'nusrat@padma.example', role: 'viewer' };
  await refused(`${at}/users`, user, 'user', 'email', 'There is already a user');
  const account = { name: 'Jamuna', credits: 'many', email: 'a@jamuna.example' };
  await refused('/operators/accounts', account, 'account', 'credits', amount);
  const { text } = await stage.owner.get('/log.csv?from=2026-11-22&to=2026-11-21');
  expect(field(text, 'csv-from')).toContain('value="2026-11-22"');
  expect(text).toContain('<p class="error" id="csv-to-error">The period ends before it begins');
});

it('groups the digits of amounts, and aligns them at the decimal point', async () => {
  const { service, signedIn } = await startDashboard();
  const { id } = service.accounts.create({ name: 'Padma', credits: '1234562.89' });
  service.accounts.topUp(id, '20');
  service.accounts.correct(id, '-0.1234', 'Rounding');
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const { text } = await owner.get('/credits');
  expect(text).toContain('1,234,582.7666 credits');
  // Digits that other amounts have are there, but hidden.
  expect(text).toContain('<div>-0.1234</div>');
  expect(text).toContain('<div data-pad="00">20.00</div>');
  expect(text).toContain('<div data-pad="00">1,234,562.89</div>');
  expect((await owner.get('/credits', { 'accept-language': 'bn', cookie: cookiesOf(owner) })).text).toContain(
    '১২,৩৪,৫৮২.৭৬৬৬ ক্রেডিট',
  );
});

it('no user reaches another account, by any id in any path', async () => {
  const { owner, service, meghna, meghnaKey } = await twoAccounts();
  const { user } = {
    user: service.users.create({ accountId: meghna, role: 'viewer', email: 'v@meghna.example' }),
  };
  const gets = [
    '/log/2',
    `/keys/${meghnaKey.id}/revoke`,
    `/operators/accounts/${meghna}`,
    `/operators/users/${user.id}/remove`,
    `/people/${user.id}/remove`,
    '/operators',
    '/operators/service',
  ];
  for (const path of gets) {
    const page = await owner.get(path);
    expect({ path, status: page.status }).toEqual({ path, status: 404 });
    expect(page.text).not.toMatch(/Meghna|01812345678/);
  }
  const posts = [
    `/keys/${meghnaKey.id}/revoke`,
    ...['open', 'top-up', 'correct', 'suspend', 'activate', 'terms'].map(
      it => `/operators/accounts/${meghna}/${it}`,
    ),
    '/operators/accounts',
    '/operators/users',
    `/operators/users/${user.id}/link`,
    `/operators/users/${user.id}/remove`,
    '/operators/service/users',
    `/operators/accounts/${meghna}/users`,
    `/people/${user.id}/link`,
    `/people/${user.id}/remove`,
  ];
  const fields = {
    credits: '5',
    note: 'x',
    reason: 'x',
    email: 'x@x.example',
    account: String(meghna),
    name: 'x',
    keep: '1',
  };
  for (const path of posts) {
    expect({ path, status: (await owner.post(path, fields)).status }).toEqual({ path, status: 404 });
  }
  for (const path of ['/log?before=1-2', '/log', '/log.csv?from=2026-11-01&to=2026-11-30', '/credits', '/']) {
    expect((await owner.get(path)).text).not.toMatch(/Meghna|01812345678/);
  }
  for (const id of ['0', '-1', '1e3', '01', '9'.repeat(30), '%27', '2%20or%201=1', '../2', '1;drop']) {
    expect((await owner.get(`/log/${id}`)).status).toBe(404);
    expect((await owner.get(`/keys/${id}/revoke`)).status).toBe(404);
  }
  expect(service.keys.list(meghna)).toEqual([expect.objectContaining({ revokedAt: null })]);
  expect(service.accounts.get(meghna)).toMatchObject({ state: 'active', balance: '99.65' });
});

it('keeps an account’s texts from operators until they open it, and records that', async () => {
  const stage = await twoAccounts();
  const { padma } = stage;
  const browser = await operator(stage);
  const closed = ['/operators', `/operators/accounts/${padma}`, '/operators/service'];
  for (const path of closed) expect((await browser.get(path)).text).not.toMatch(/for Padma only|01798765678/);
  for (const path of ['/', '/log', '/log/1', '/log.csv?from=2026-11-01&to=2026-11-30']) {
    expect((await browser.get(path)).headers.get('location')).toBe('/operators');
  }
  expect((await browser.post('/operators/accounts/99/open')).status).toBe(404);
  await browser.post(`/operators/accounts/${padma}/open`);
  const entry = (await browser.get('/log/1')).text;
  expect(entry).toContain('for Padma only');
  expect(entry).toContain('You’ve opened the account Padma.');
  expect((await browser.get('/log/2')).status).toBe(404);
  expect((await browser.get('/operators/service')).text).toMatch(
    /ops@sms\.example[\s\S]*Account opened[\s\S]*Padma/,
  );
  await browser.post('/operators/close');
  expect((await browser.get('/log/1')).status).toBe(303);
});

it('operators can do what the commands do, and read what is wrong with their input', async () => {
  const stage = await twoAccounts();
  const { service, client, padma, padmaKey, send } = stage;
  const browser = await operator(stage);
  const at = `/operators/accounts/${padma}`;
  const tried = async (path: string, fields: Record<string, string>) =>
    (await browser.post(at + path, fields)).text;
  expect(await tried('/top-up', { credits: '0' })).toContain('not an amount of credits');
  expect(await tried('/top-up', { credits: '99999999999.9999' })).toContain(
    'can’t fall below zero, or rise above',
  );
  expect(await tried('/correct', { credits: '-5', note: ' ' })).toContain('Enter a note');
  expect(await tried('/correct', { credits: '-500', note: 'x' })).toContain('can’t fall below zero');
  expect(await tried('/terms', { price: 'free', keep: '30' })).toContain('not an amount of credits');
  expect(await tried('/terms', { price: '', keep: '0' })).toContain('1 to 3,650 days');
  expect(service.accounts.get(padma)).toMatchObject({ balance: '99.65', terms: { keepTextDays: 30 } });

  expect((await browser.post(`${at}/top-up`, { credits: '10', note: 'Invoice 17' })).status).toBe(303);
  await browser.post(`${at}/correct`, { credits: '-0.15', note: 'Rounding' });
  await browser.post(`${at}/terms`, { price: '0.5', keep: '7', creditBack: 'yes' });
  await browser.post(`${at}/suspend`, { reason: 'Invoice 17 is open' });
  expect(await send(padmaKey.key, NUMBER, 'x')).toMatchObject({ error: 'ACCOUNT_SUSPENDED' });
  await browser.post(`${at}/activate`);
  expect(await send(padmaKey.key, NUMBER, 'x')).toMatchObject({ cost: 0.5, balance: 109 });
  expect(service.accounts.get(padma).terms).toEqual({
    pricePerPart: '0.5',
    keepTextDays: 7,
    creditBackFailed: true,
  });
  const by = 'ops@sms.example';
  expect(service.ledger.list(padma).slice(-3, -1)).toEqual([
    expect.objectContaining({ kind: 'top-up', amount: '10', note: 'Invoice 17', by }),
    expect.objectContaining({ kind: 'correction', amount: '-0.15', note: 'Rounding', by }),
  ]);
  // Operators read who made a change, in the balance and in the log of actions; the account reads that an
  // operator made it.
  const cells = (page: string) => page.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s*\|[\s|]*/g, '|');
  const own = cells((await stage.owner.get('/credits')).text);
  expect(own).toContain('|Correction|-0.15|109.50|Operator|Rounding|');
  const file = (await stage.owner.get('/log.csv?from=2026-11-01&to=2026-11-30')).text;
  expect(file).toContain(',Rounding,operator\r\n');
  for (const html of [own, file]) expect(html).not.toContain(by);
  expect(own).toContain('|Opening balance|100.00|100.00|Operator|');
  for (const path of [at, '/operators/service']) {
    const html = cells((await browser.get(path)).text);
    expect(html).toMatch(new RegExp(`\\|${by}\\|Balance changed\\|(Padma\\|)?-0\\.15: Rounding\\|`));
    expect(html).toMatch(new RegExp(`\\|${by}\\|Balance changed\\|(Padma\\|)?10: Invoice 17\\|`));
    expect(html).toContain('|Price of a part: 0.5; Days that messages are kept: 7; A text that fails');
  }

  const page = await browser.post('/operators/accounts', {
    name: 'Jamuna',
    credits: '5',
    email: 'owner@jamuna.example',
  });
  const link = /<code id="password-link">(.*?)<\/code>/.exec(page.text)?.[1] ?? '';
  const owner = client();
  await owner.post(new URL(link).pathname, { password: PASSWORD, again: PASSWORD });
  await owner.post('/sign-in', { email: 'owner@jamuna.example', password: PASSWORD });
  expect((await owner.get('/')).text).toContain('5.00 credits');
  // With the same address again, neither the account nor the user is made.
  const duplicate = { name: 'Other', credits: '5', email: 'Owner@Jamuna.example' };
  expect((await browser.post('/operators/accounts', duplicate)).text).toContain(
    'already a user with this e-mail address',
  );
  expect(service.accounts.list().map(({ name }) => name)).toEqual(['Padma', 'Meghna', 'Jamuna']);
  const { id } = service.users.find('owner@jamuna.example');
  expect((await browser.get(`/operators/users/${id}/remove`)).text).toContain('Remove owner@jamuna.example?');
  await browser.post(`/operators/users/${id}/remove`);
  expect((await owner.get('/')).status).toBe(303);
});

it('escapes all user input, and allows no script except its own file', async () => {
  const stage = await startDashboard();
  const { service, send, signedIn } = stage;
  const { id } = service.accounts.create({ name: NASTY, credits: '100' });
  const { key } = service.keys.create(id, NASTY);
  await send(key, NUMBER, NASTY);
  await send(key, NASTY, NASTY);
  await send(NASTY, NUMBER, NASTY);
  service.accounts.topUp(id, '1', NASTY);
  service.accounts.suspend(id, NASTY);
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const browser = await operator(stage);
  const query = new URLSearchParams({ number: NASTY, day: NASTY, done: NASTY, state: NASTY });
  const pages: [Client, string, boolean][] = [
    [owner, '/', true],
    [owner, '/api', true],
    [owner, '/log/1', true],
    [owner, '/log/refused', true],
    [owner, '/credits', true],
    [owner, `/log?${query}`, true],
    [owner, `/api?${query}`, true],
    [owner, `/sign-in?${query}`, false],
    [browser, '/operators', true],
    [browser, `/operators/accounts/${id}?${query}`, true],
    [browser, '/operators/service', true],
  ];
  for (const [visitor, path, shows] of pages) {
    const { text, headers } = await visitor.get(path);
    expect({ path, escaped: text.includes(ESCAPED) }).toEqual({ path, escaped: shows });
    expect(text).not.toContain('<img');
    expect(text.match(/<script/g) ?? []).toHaveLength(shows ? 1 : 0);
    expect(text).not.toMatch(/ style=| on\w+="/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const { text } = await owner.post('/keys', { name: `${NASTY}2` });
  expect(text).toContain(ESCAPED);
  const wrong = await stage.client().post('/sign-in', { email: NASTY, password: 'x' });
  expect(wrong.text).toContain(ESCAPED);
});

it('searches by number, state and day, whatever the user types', async () => {
  const { owner, padmaKey, send, clock } = await twoAccounts();
  clock.now += INTO_TOMORROW_MS;
  await send(padmaKey.key, '01912345678', 'tomorrow');
  const search = async (query: Record<string, string>) => {
    const { text, status } = await owner.get(`/log?${new URLSearchParams(query)}`);
    return { status, ids: [...text.matchAll(/href="\/log\/(\d+)"/g)].map(([, id]) => Number(id)) };
  };
  expect(await search({})).toEqual({ status: 200, ids: [3, 1] });
  expect(await search({ number: '+880 1798-765678' })).toEqual({ status: 200, ids: [1] });
  expect(await search({ day: '2026-11-22' })).toEqual({ status: 200, ids: [3] });
  expect(await search({ day: '2026-11-22', number: NUMBER })).toEqual({ status: 200, ids: [] });
  expect(await search({ state: 'accepted', number: NUMBER })).toEqual({ status: 200, ids: [1] });
  expect(await search({ state: 'delivered' })).toEqual({ status: 200, ids: [] });
  for (const sql of [
    `' OR 1=1 --`,
    `01798765678' UNION SELECT 1`,
    `"; DROP TABLE log_entries; --`,
    '%',
    '\0',
  ]) {
    expect(await search({ number: sql })).toEqual({ status: 422, ids: [] });
    expect(await search({ day: sql })).toEqual({ status: 422, ids: [] });
    expect(await search({ state: sql })).toEqual({ status: 200, ids: [3, 1] });
    expect(await search({ before: sql })).toEqual({ status: 200, ids: [3, 1] });
  }
  expect(await search({ day: '2026-02-30' })).toEqual({ status: 422, ids: [] });
});

it('shows the log in pages, with each entry on exactly one', async () => {
  const stage = await startDashboard({ window: 'fixed' });
  const { service, clock, send, signedIn } = stage;
  const { id } = service.accounts.create({ name: 'Padma', credits: '100' });
  const { key } = service.keys.create(id);
  for (let sent = 1; sent <= 60; sent++) {
    if (sent % 7 === 0) clock.now += 1;
    await send(key, NUMBER, `text ${sent}`);
  }
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const ids: number[] = [];
  let path: string | undefined = '/log?state=accepted';
  while (path !== undefined) {
    const { text } = await owner.get(path);
    ids.push(...[...text.matchAll(/href="\/log\/(\d+)"/g)].map(([, it]) => Number(it)));
    path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(ids).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at));
});

it('speaks Bangla to users who choose it, and English to others', async () => {
  const { owner } = await twoAccounts();
  const inBangla = await owner.get('/log', {
    'accept-language': 'bn-BD,bn;q=0.9,en;q=0.8',
    cookie: cookiesOf(owner),
  });
  expect(inBangla.text).toMatch(/<html lang="bn">[\s\S]*এরপর ব্যালেন্স/);
  await owner.post('/language', { language: 'bn', back: '/log?day=2026-11-21' });
  expect((await owner.get('/log')).text).toContain('<html lang="bn">');
  for (const back of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    expect((await owner.post('/language', { language: 'en', back })).headers.get('location')).toBe('/');
  }
  expect((await owner.get('/log')).text).toContain('<html lang="en">');
});

it('answers invalid forms with 400, and reports no error when a caller leaves', async () => {
  const failures: unknown[] = [];
  const { service } = await startDashboard({ onInternalError: error => failures.push(error) });
  const { port } = new URL(service.url);
  const head = `POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${service.url}\r\nConnection: close\r\n`;
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const status = async (request: string) => {
    const { sent, answered } = openConnection(Number(port));
    sent(request);
    return Number(/^HTTP\/1.1 (\d+)/.exec(await answered)?.[1]);
  };
  const multipart = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5\r\n\r\n--x\r\n';
  expect(await status(head + multipart)).toBe(400);
  expect(await status(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`)).toBe(400);
  expect(await status(`${head}${form}Content-Length: 2100\r\n\r\nemail=${'x'.repeat(2094)}`)).toBe(400);
  expect(await status(`${head}${form}Content-Length: 70000\r\n\r\n${'x'.repeat(70_000)}`)).toBe(413);
  expect(await status('GET /sign-in HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')).toBe(400);
  const connection = openConnection(Number(port));
  connection.sent(`${head}${form}Content-Length: 100\r\n\r\nemail=`);
  connection.leave();
  await connection.answered;
  expect((await fetch(`${service.url}/sign-in`)).status).toBe(200);
  expect(failures).toEqual([]);
});

/** Opens a connection of its own, for requests that fetch can't send. */
function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let received = '';
  socket.setEncoding('utf8').on('data', data => {
    received += data;
  });
  const answered = new Promise<string>(resolve => socket.on('close', () => resolve(received)));
  return { sent: (text: string) => socket.write(text), leave: () => socket.destroySoon(), answered };
}

function cookiesOf({ cookies }: Client, ...more: string[]): string {
  return [...[...cookies].map(([name, value]) => `${name}=${value}`), ...more].join('; ');
}
