import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { routes } from '../../src/sms-service/dashboard/routes.ts';
import { newFactorSecret } from '../../src/sms-service/people/credentials.ts';
import { CODE_MS, SESSION_MS } from '../../src/sms-service/people/sign-in.ts';
import { type Client, PASSWORD, type Page, type Stage, startDashboard } from '../support/dashboard.ts';

/*
 * Requests every route of the dashboard as each kind of visitor, for their own account's things and for
 * another's.
 */

const VISITORS = ['signed out', 'without code', 'viewer', 'owner', 'operator', 'opened'] as const;
type VisitorKind = (typeof VISITORS)[number];

/**
 * What each visitor gets, in the order above (`opened`: an operator who has opened Padma, the account of the viewer and
 * the owner). `in`: the page, or what it asks for is done or refused with a reason; `sign-in`, `operators`: is sent there;
 * `404`: there is no such page. A star: without what it asks for once more, nothing is done.
 */
const WALK = `
  GET  /                              | sign-in sign-in in  in  operators in
  GET  /api                           | sign-in sign-in in  in  operators in
  POST /keys                          | sign-in sign-in 404 in  operators in
  GET  /keys/<key>/revoke             | sign-in sign-in 404 in  operators in
  GET  /keys/<key elsewhere>/revoke   | sign-in sign-in 404 404 operators 404
  POST /keys/<key>/revoke             | sign-in sign-in 404 in  operators in
  POST /keys/<key elsewhere>/revoke   | sign-in sign-in 404 404 operators 404
  GET  /log                           | sign-in sign-in in  in  operators in
  GET  /log/refused                   | sign-in sign-in in  in  operators in
  GET  /log/<text>                    | sign-in sign-in in  in  operators in
  GET  /log/<text elsewhere>          | sign-in sign-in 404 404 operators 404
  GET  /log.csv                       | sign-in sign-in in  in  operators in
  GET  /credits                       | sign-in sign-in in  in  operators in
  GET  /people                        | sign-in sign-in in  in  operators in
  POST /people                        | sign-in sign-in 404 in  operators in
  POST /people/<self>/link            | sign-in sign-in 404 404 operators 404
  POST /people/<colleague>/link       | sign-in sign-in 404 in  operators in
  POST /people/<elsewhere>/link       | sign-in sign-in 404 404 operators 404
  POST /people/<operator>/link        | sign-in sign-in 404 404 operators 404
  GET  /people/<self>/remove          | sign-in sign-in 404 404 operators 404
  GET  /people/<colleague>/remove     | sign-in sign-in 404 in  operators in
  GET  /people/<elsewhere>/remove     | sign-in sign-in 404 404 operators 404
  POST /people/<self>/remove          | sign-in sign-in 404 404 operators 404
  POST /people/<colleague>/remove     | sign-in sign-in 404 in  operators in
  POST /people/<elsewhere>/remove     | sign-in sign-in 404 404 operators 404
  POST /people/<operator>/remove      | sign-in sign-in 404 404 operators 404
  GET  /sign-in                       | in      in      in  in  in        in
  POST /sign-in                       | in      in      in  in  in        in
  GET  /sign-in/code                  | sign-in in      sign-in sign-in sign-in sign-in
  POST /sign-in/code                  | sign-in in      sign-in sign-in sign-in sign-in
  POST /sign-out                      | in      in      in  in  in        in
  POST /sign-out-everywhere           | in      in      in  in  in        in
  GET  /password/<link>               | in      in      in  in  in        in
  GET  /password/<no link>            | 404     404     404 404 404       404
  POST /password/<link>               | in      in      in  in  in        in
  POST /language                      | in      in      in  in  in        in
  GET  /me                            | sign-in sign-in in  in  in        in
  POST /me/password                   | sign-in sign-in in* in* in*       in*
  POST /me/second-factor/on           | sign-in sign-in in  in  in        in
  POST /me/second-factor/off          | sign-in sign-in in* in* in*       in*
  GET  /operators                     | sign-in sign-in 404 404 in        in
  POST /operators/accounts            | sign-in sign-in 404 404 in        in
  POST /operators/close               | sign-in sign-in 404 404 operators operators
  GET  /operators/accounts/<account>  | sign-in sign-in 404 404 in        in
  GET  /operators/accounts/<none>     | sign-in sign-in 404 404 404       404
  POST /operators/accounts/<account>/open     | sign-in sign-in 404 404 in  in
  POST /operators/accounts/<none>/open        | sign-in sign-in 404 404 404 404
  POST /operators/accounts/<account>/top-up   | sign-in sign-in 404 404 in  in
  POST /operators/accounts/<account>/correct  | sign-in sign-in 404 404 in  in
  POST /operators/accounts/<account>/suspend  | sign-in sign-in 404 404 in  in
  POST /operators/accounts/<account>/activate | sign-in sign-in 404 404 in  in
  POST /operators/accounts/<account>/terms    | sign-in sign-in 404 404 in  in
  POST /operators/accounts/<account>/users    | sign-in sign-in 404 404 in  in
  GET  /operators/service                     | sign-in sign-in 404 404 in  in
  POST /operators/service/users               | sign-in sign-in 404 404 in  in
  POST /operators/users/<self>/link           | sign-in sign-in 404 404 404 404
  POST /operators/users/<colleague>/link      | sign-in sign-in 404 404 in  in
  POST /operators/users/<operator>/link       | sign-in sign-in 404 404 in  in
  GET  /operators/users/<self>/remove         | sign-in sign-in 404 404 404 404
  GET  /operators/users/<elsewhere>/remove    | sign-in sign-in 404 404 in  in
  POST /operators/users/<self>/remove         | sign-in sign-in 404 404 404 404
  POST /operators/users/<elsewhere>/remove    | sign-in sign-in 404 404 in  in
  POST /operators/users/<operator>/remove     | sign-in sign-in 404 404 in  in
`
  .trim()
  .split('\n')
  .map(line => {
    const [call = '', answers = ''] = line.split('|');
    const [method = '', ...path] = call.trim().split(/\s+/);
    return { method, path: path.join(' '), answers: answers.trim().split(/\s+/) };
  });

/** Values for any form; none of them proves an identity. */
const FIELDS = {
  credits: '1',
  note: 'x',
  reason: 'x',
  keep: '30',
  price: '',
  role: 'viewer',
  current: 'a guess at the password',
  password: 'another horse battery',
  again: 'another horse battery',
  code: '000000',
  secret: newFactorSecret(),
  language: 'en',
  back: '/',
};

/** A service with two accounts, and a visitor of this kind who can sign in again and again. */
async function stageFor(kind: VisitorKind) {
  const stage = await startDashboard();
  const { service, send, client } = stage;
  const padma = service.accounts.create({ name: 'Padma', credits: '100' }).id;
  const meghna = service.accounts.create({ name: 'Meghna', credits: '100' }).id;
  await send(service.keys.create(padma).key, '01798765678', 'for Padma');
  await send(service.keys.create(meghna).key, '01798765678', 'for Meghna');
  let count = 0;
  let session: { cookies: Client['cookies']; until: number } | null = null;
  const userOfRole = (accountId: number | null, role: 'owner' | 'viewer' | 'operator') =>
    service.users.create({ accountId, role, email: `user${++count}@x.example` });
  const isOperator = kind === 'operator' || kind === 'opened';
  const self = isOperator
    ? userOfRole(null, 'operator')
    : userOfRole(padma, kind === 'viewer' ? 'viewer' : 'owner');
  await client().post(new URL(self.link).pathname, { password: PASSWORD, again: PASSWORD });
  if (kind === 'without code') await turnOnSecondFactor(stage, self.email);
  const targets: Record<string, () => string | number> = {
    key: () => service.keys.create(padma).id,
    'key elsewhere': () => service.keys.create(meghna).id,
    text: () => 1,
    'text elsewhere': () => 2,
    self: () => self.id,
    colleague: () => userOfRole(padma, 'owner').id,
    elsewhere: () => userOfRole(meghna, 'owner').id,
    operator: () => userOfRole(null, 'operator').id,
    account: () => service.accounts.create({ name: 'Jamuna', credits: '5' }).id,
    none: () => 9999,
    link: () => new URL(userOfRole(padma, 'viewer').link).pathname.split('/').at(-1) ?? '',
    'no link': () => 'x'.repeat(32),
  };
  return {
    self,
    clock: stage.clock,
    pathOf: (path: string) => path.replace(/<(.*)>/, (_, name) => String(targets[name]?.())),
    fields: () => ({ ...FIELDS, name: `made ${++count}`, email: `user${++count}@x.example` }),
    client,
    /**
     * Sends a request; if it changed something, the session may have ended, or another account may be open.
     */
    async ask(browser: Client, method: string, path: string, fields: Record<string, string> = {}) {
      const page = await (method === 'GET' ? browser.get(path) : browser.post(path, fields));
      if (page.status === 303) session = null;
      return page;
    },
    /** The visitor's browser, signed in, if no earlier request changed their password. */
    async browser() {
      const browser = client();
      if (kind === 'signed out') return browser;
      if (session !== null && stage.clock.now < session.until) {
        for (const [name, value] of session.cookies) browser.cookies.set(name, value);
        return browser;
      }
      const entered = await browser.post('/sign-in', { email: self.email, password: PASSWORD });
      expect(entered.headers.get('location')).toBe(kind === 'without code' ? '/sign-in/code' : '/');
      if (kind === 'opened') await browser.post(`/operators/accounts/${padma}/open`);
      const lasts = kind === 'without code' ? CODE_MS : SESSION_MS;
      session = { cookies: new Map(browser.cookies), until: stage.clock.now + lasts };
      return browser;
    },
  };
}

async function turnOnSecondFactor({ client, clock }: Stage, email: string) {
  const browser = client();
  await browser.post('/sign-in', { email, password: PASSWORD });
  const secret = newFactorSecret();
  const code = new TOTP({ secret }).generate({ timestamp: clock.now });
  await browser.post('/me/second-factor/on', { secret, code });
}

function outcomeOf({ status, headers }: Page): string {
  const to = headers.get('location');
  if (to === '/sign-in' || to === '/operators') return to.slice(1);
  return [200, 303, 422].includes(status) ? 'in' : String(status);
}

it.each(VISITORS)('every route answers as it should: %s', async kind => {
  const stage = await stageFor(kind);
  const wrong: string[] = [];
  for (const { method, path, answers } of WALK) {
    const expected = answers[VISITORS.indexOf(kind)] ?? '';
    const browser = await stage.browser();
    const url = `${stage.pathOf(path)}${path === '/log.csv' ? '?from=2026-11-01&to=2026-11-30' : ''}`;
    const page = await stage.ask(browser, method, url, stage.fields());
    const answer = expected.endsWith('*') && page.status === 422 ? 'in*' : outcomeOf(page);
    if (answer !== expected) wrong.push(`${method} ${path}: ${answer} instead of ${expected}`);
    // No visitor is shown a link for a new password of their own.
    const link = /<code id="password-link">(.*?)<\/code>/.exec(page.text)?.[1];
    if (link)
      expect((await browser.get(new URL(link).pathname)).text).not.toContain(`<strong>${stage.self.email}`);
  }
  expect(wrong).toEqual([]);
});

it('the walk covers the whole table, with other accounts’ ids where a route has one', () => {
  const template = (path: string) =>
    path.replace(/<[^>]*>/g, ':id').replace('/password/:id', '/password/:link');
  const walked = new Set(WALK.map(({ method, path }) => `${method} ${template(path)}`));
  expect(walked).toEqual(new Set(routes.map(({ method, path }) => `${method} ${path}`)));
  const asking = routes.filter(({ asks }) => asks !== null).map(({ method, path }) => `${method} ${path}`);
  const starred = WALK.filter(({ answers }) => answers.some(it => it.endsWith('*')));
  expect(starred.map(({ method, path }) => `${method} ${path}`)).toEqual(asking);
});

/**
 * Input that a library or the runtime may refuse: other digits, names that every object has, broken, long,
 * far away.
 */
const ODD = [
  '\u0000',
  '\ud800',
  '০১২৩৪৫',
  '__proto__',
  '%',
  '9999-99-99',
  '1e309',
  '1'.repeat(40),
  '😀'.repeat(900),
  'x'.repeat(5000),
];
const A_QUARTER_MS = 15 * 60_000;

it.each(['without code', 'opened'] as const)('no typed or requested value makes it fail: %s', async kind => {
  const stage = await stageFor(kind);
  const own = routes.filter(({ audience }) => (audience === 'awaits-code') === (kind === 'without code'));
  const failed: string[] = [];
  for (const { method, path } of own) {
    const url = path.replace(/:\w+/, '1');
    for (const odd of ODD) {
      const browser = await stage.browser();
      const note = (page: Page) =>
        page.status >= 500 && failed.push(`${page.status} ${method} ${path} ${odd}`);
      if (method === 'GET') {
        const names = ['number', 'day', 'state', 'before', 'from', 'to', 'done'];
        const query = new URLSearchParams(names.map((name): [string, string] => [name, odd]));
        note(await stage.ask(browser, method, `${url}?${query}`));
        const strange = path.replace(/:\w+/, encodeURIComponent(odd.toWellFormed()));
        note(await stage.ask(browser, method, strange));
        continue;
      }
      const all = Object.keys(FIELDS).map(name => [name, odd]);
      note(await stage.ask(browser, method, url, Object.fromEntries(all)));
      // Fields that prove an identity reach libraries, so each is tried with valid values in the others.
      const alone = /^\/(sign-in|me)\//.test(path) ? ['code', 'secret', 'current', 'password', 'again'] : [];
      for (const field of alone) {
        // Otherwise the lock on guesses would refuse everything.
        stage.clock.now += A_QUARTER_MS;
        const fields = { ...stage.fields(), [field]: odd };
        note(await stage.ask(await stage.browser(), method, url, fields));
      }
      stage.clock.now += A_QUARTER_MS;
    }
  }
  expect(failed).toEqual([]);
});

it('routes outside the table don’t exist, even for the operator', async () => {
  const stage = await stageFor('opened');
  const browser = await stage.browser();
  const declared = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const paths = [...new Set(routes.map(({ path }) => path))];
  const undeclared = paths.flatMap(path =>
    ['GET', 'POST'].flatMap(method => (declared.has(`${method} ${path}`) ? [] : [{ method, path }])),
  );
  const below = paths.filter(path => path !== '/').map(path => ({ method: 'GET', path: `${path}/more` }));
  const nothing = [...undeclared, ...below];
  expect(nothing.length).toBeGreaterThan(50);
  for (const { method, path } of nothing) {
    const page = await stage.ask(browser, method, path.replace(/:\w+/, '1'), stage.fields());
    expect([method, path, page.status]).toEqual([method, path, 404]);
  }
});

it('tells every visitor that it is alive', async () => {
  const { client } = await startDashboard();
  const page = await client().get('/healthz');
  expect([page.status, JSON.parse(page.text)]).toEqual([200, { ok: true }]);
});
