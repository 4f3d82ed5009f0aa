import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/sms-service/store/database.ts';
import { openStore } from '../../src/sms-service/store/store.ts';
import { type LogQuery, pageStatement } from '../../src/sms-service/store/texts.ts';
import { startDashboard } from '../support/dashboard.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

it('finds every page of the log by an index, in order, without sorting', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const before = { sentAt: 5, logId: 5 };
  const queries: [LogQuery, string][] = [
    [{}, 'log_by_time (accountId=? AND sentAt<?)'],
    [{ before }, 'log_by_time (accountId=? AND sentAt<?)'],
    [{ number: '01712345678' }, 'log_by_number (accountId=? AND number=? AND sentAt<?)'],
    [{ state: 'failed', before }, 'log_by_state (accountId=? AND state=? AND sentAt<?)'],
    [{ day: 20_000, before }, 'log_by_time (accountId=? AND sentAt>? AND sentAt<?)'],
    [
      { number: '01712345678', state: 'failed', day: 20_000, before },
      'log_by_number (accountId=? AND number=? AND sentAt>? AND sentAt<?)',
    ],
  ];
  for (const [query, index] of queries) {
    const { sql, values } = pageStatement(1, query, 25);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
    expect(plan.map(({ detail }) => detail)).toEqual([`SEARCH log_entries USING INDEX ${index}`]);
    // With two upper bounds, SQLite may use the wider one, and read a whole day for each page.
    expect(sql.match(/sentAt(, logId\))? </g)).toHaveLength(1);
  }
});

it('no statement for a page, a send or the housekeeping reads all of a growing table', async () => {
  const prepared = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    prepared.add(sql);
    return prepare.call(this, sql, ...rest);
  };
  onTestFinished(() => {
    DatabaseSync.prototype.prepare = prepare;
  });
  const stage = await startDashboard();
  const { id } = stage.service.accounts.create({ name: 'Padma', credits: '10' });
  const owner = await stage.signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  await stage.send(stage.service.keys.create(id).key, '01712345678', 'hello');
  await stage.send('wrong', '01712345678', 'hello');
  for (const path of [
    '/',
    '/api',
    '/log',
    '/log/1',
    '/log/refused',
    '/credits',
    '/log.csv?from=2026-11-01&to=2026-11-30',
  ]) {
    expect((await owner.get(path)).status).toBe(200);
  }
  const store = openStore(':memory:');
  const { log, submissions } = store;
  submissions.due(0, 1);
  submissions.waiting(1);
  submissions.backlog();
  log.forgetTexts(1, 0, 1);
  log.setProgress(1, { state: 'failed', submittedAt: null, endedAt: 1, route: null, reason: null });
  store.close();
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const grows = /\b(log_entries|ledger|refusals)\b/;
  const slow = [...prepared]
    .filter(sql => grows.test(sql) && /^\s*(SELECT|UPDATE|DELETE)/i.test(sql))
    .filter(sql => {
      const plan = prepare.call(database, `EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
      return plan.some(({ detail }) => /^SCAN (log_entries|e|l|ledger|refusals)\b|TEMP B-TREE/.test(detail));
    })
    // Programs and commands may ask for the whole log.
    .filter(sql => !/FROM log_entries (WHERE accountId = \? )?ORDER BY logId$/.test(sql))
    .filter(sql => !/FROM ledger WHERE accountId = \? ORDER BY at, id$/.test(sql));
  expect(slow).toEqual([]);
  for (const query of [
    'refusals',
    'ledger l',
    'INDEXED BY log_by_time',
    'queue JOIN',
    'INDEXED BY log_with_text',
  ])
    expect([...prepared].some(sql => sql.includes(query))).toBe(true);
});

it('deletes texts after the agreed days, but never their cost', async () => {
  const due: (() => void)[] = [];
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const stage = await startDashboard({
    clock: {
      now: () => clock.now,
      after: (_, run) => {
        due.push(run);
        return () => {};
      },
    },
  });
  const { service, send } = stage;
  const { id } = service.accounts.create({ name: 'Padma', credits: '200' });
  service.accounts.setTerms(id, { keepTextDays: 7 });
  const keys = Array.from({ length: 5 }, () => service.keys.create(id).key);
  for (const key of keys) for (let at = 0; at < 60; at++) await send(key, '01712345678', 'a secret');
  const messages = () => service.log.list(id).filter(({ message }) => message !== '').length;
  const housekeeping = () => {
    for (const run of due.splice(0)) run();
  };
  clock.now += 7 * DAY_MS;
  housekeeping();
  expect(messages()).toBe(300);
  clock.now += 1;
  // The housekeeping deletes a few at a time, so that it delays no send.
  housekeeping();
  expect(messages()).toBe(100);
  housekeeping();
  expect(messages()).toBe(0);
  const owner = await stage.signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  expect((await owner.get('/log/300')).text).toContain('The message was deleted after 7 days');
  const last = service.log.list(id).at(-1);
  expect(last).toMatchObject({ cost: '0.35', balance: '95', number: '01712345678' });
});
