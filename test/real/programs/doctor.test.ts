import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../src/kit/examination.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { twoInstalled } from '../../support/installing.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runCommand } from '../support/operator.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* `npm run doctor`, beside the running app, without it, and where something is wrong. */

const ENGINES = hasRedisServer() ? ['SQLite', 'Redis'] : ['SQLite'];

/** The doctor's findings; none has a secret. */
async function examined(stage: Stage, changes: Record<string, string> = {}) {
  const environment = { ...stage.environment, PORT: new URL(stage.appUrl).port, ...changes };
  const { code, said: output } = await runCommand('doctor', environment, ['--json']);
  for (const secret of [stage.slack.botToken, stage.slack.signingSecret, stage.apiKey, ENCRYPTION_KEYS])
    expect(output).not.toContain(secret);
  const { ok, findings } = JSON.parse(output) as { ok: boolean; findings: Finding[] };
  const of = (is: Finding['is']) => findings.filter(finding => finding.is === is).map(({ name }) => name);
  const whatOf = (name: string) => findings.find(finding => finding.name === name)?.detail ?? '';
  return { code, ok, good: of('ok'), looks: of('look'), wrongs: of('wrong'), whatOf };
}

describe.each(ENGINES)('on %s', engine => {
  let redis: RedisServer;
  beforeAll(async () => {
    if (engine === 'Redis') redis = await startRedisServer();
  });
  afterAll(() => redis?.close());

  async function stageOn(): Promise<Stage> {
    const environment: Record<string, string> =
      engine === 'Redis' ? { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS } : {};
    return createLinkedStage({ program: runProgram, environment });
  }

  test('all is well: beside the running app, and without it', async () => {
    const stage = await stageOn();
    const requests = () => stage.service.requests.count();
    const beside = await examined(stage);
    expect(beside).toMatchObject({ code: 0, ok: true, wrongs: [], looks: ['address', 'channels'] });
    expect(beside.good).toEqual(
      expect.arrayContaining([
        'Node',
        'environment',
        'app',
        'store version',
        'store durable',
        'store space',
        'store writable',
        'encryption keys',
        'Slack token',
        'Slack scopes',
        'clock, by Slack',
        'SMS service',
        'clock, by the SMS service',
        'linked keys',
      ]),
    );
    expect(stage.posts(/./).length, 'nobody is told of it').toBe(0);
    await stage.sms('01712345678 the app goes on');
    await expect.poll(() => stage.accepted()).toEqual(['the app goes on']);
    await stage.stop();
    const before = requests();
    const alone = await examined(stage);
    expect(alone).toMatchObject({ code: 0, wrongs: [], looks: ['app', 'address', 'channels'] });
    expect(alone.whatOf('linked keys')).toContain('asked about 1');
    expect(requests(), 'one without a key, one with it').toBe(before + 2);
    expect(stage.accepted()).toEqual(['the app goes on']);
    await stage.start();
  });

  test('what is wrong is named, with an exit code', async () => {
    const stage = await stageOn();
    const { accounts } = stage.service;
    await stage.stop();

    accounts.suspend(stage.accountId);
    const suspended = await examined(stage);
    expect(suspended).toMatchObject({ code: 1, ok: false, wrongs: ['linked keys'] });
    expect(suspended.whatOf('linked keys')).toContain('ACCOUNT_SUSPENDED');
    accounts.activate(stage.accountId);

    const [first] = ENCRYPTION_KEYS.split(',');
    const otherKey = Buffer.from(first ?? '', 'base64')
      .reverse()
      .toString('base64');
    expect((await examined(stage, { ENCRYPTION_KEYS: otherKey })).wrongs).toEqual([
      'encryption keys',
      'linked keys',
    ]);
    expect((await examined(stage, { SLACK_BOT_TOKEN: 'xoxb-1-of-somebody-else' })).wrongs).toEqual([
      'Slack token',
    ]);
    const nowhere = { SMS_BASE_URL: 'http://127.0.0.1:9', PORT: 'x', SLACK_API_URL: 'http://127.0.0.1:9' };
    expect((await examined(stage, { ...nowhere, PORT: '1' })).wrongs).toEqual(['Slack', 'SMS service']);
    const mistaken = await examined(stage, { ...nowhere, SMS_BASE_URL: '' });
    expect(mistaken).toMatchObject({ code: 1, wrongs: ['environment', 'environment'], looks: [] });
    await stage.start();
  });
});

test('before the first start, Slack and the SMS service are looked at, and nothing is made', async () => {
  const stage = await createLinkedStage({ program: runProgram });
  const folder = mkdtempSync(join(tmpdir(), 'sms-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = await examined(stage, { DATA_DIR: join(folder, 'new', 'app') });
  expect(first).toMatchObject({ code: 0, wrongs: [] });
  expect(first.looks).toEqual(['store', 'encryption keys', 'address', 'channels', 'linked keys']);
  expect(first.good).toEqual(expect.arrayContaining(['Slack token', 'Slack scopes', 'SMS service']));
  expect(readdirSync(folder)).toEqual([]);

  writeFileSync(join(folder, 'file'), '');
  const file = await examined(stage, { DATA_DIR: join(folder, 'file') });
  expect(file).toMatchObject({ code: 1, wrongs: ['store'], looks: ['the rest'] });

  await stage.stop();
  renameSync(join(stage.dataDir, 'encryption-keys'), join(folder, 'encryption-keys'));
  const lost = await examined(stage);
  expect(lost.whatOf('encryption keys')).toContain('is gone');
  expect(lost.wrongs).toEqual(['encryption keys', 'linked keys']);
  renameSync(join(folder, 'encryption-keys'), join(stage.dataDir, 'encryption-keys'));
  await stage.start();
});

test('what it can’t look at is told without a stack, and with another exit code', async () => {
  const wrongWord = await runCommand('doctor', {}, ['--nope']);
  expect(wrongWord).toEqual({
    code: 2,
    said: expect.stringMatching(/^Could not look: .*\n\nnpm run doctor/),
  });
  const environment = {
    SMS_BASE_URL: 'http://127.0.0.1:9',
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_SIGNING_SECRET: 'x',
    ENCRYPTION_KEYS,
    REDIS_URL: 'redis://127.0.0.1:1',
  };
  const { code, said: output } = await runCommand('doctor', environment);
  expect(code).toBe(1);
  expect(output).toMatch(/^Redis: connect ECONNREFUSED/m);
  expect(output).toMatch(/^wrong {2}store: Redis is not connected; start it/m);
  expect(output).not.toMatch(/stack|^ +at /m);
});

test.skipIf(!hasRedisServer())(
  'a store that the app would refuse doesn’t hide what else was found',
  async () => {
    const redis = await startRedisServer(null, {}, { appendonly: 'no' });
    onTestFinished(() => redis.close());
    const url = redis.freshUrl();
    const environment = { REDIS_URL: url, REDIS_EPHEMERAL: 'yes', ENCRYPTION_KEYS };
    const stage = await createLinkedStage({ program: runProgram, environment });
    await stage.stop();
    const refused = await examined(stage, { REDIS_EPHEMERAL: '' });
    expect(refused).toMatchObject({ code: 1, wrongs: ['store durable', 'store writable'] });
    expect(refused.looks).toEqual(['app', 'the rest']);
    await stage.start();
  },
);

test('in many workspaces, each installation is asked about', { timeout: 120_000 }, async () => {
  const stage = await twoInstalled({ program: runProgram, mode: 'socket' });
  const well = await examined(stage);
  expect(well).toMatchObject({ code: 0, wrongs: [], looks: ['channels', 'linked keys'] });
  expect(well.good).toEqual(expect.arrayContaining(['Slack tokens', 'Slack scopes', 'Socket Mode']));
  expect(well.whatOf('Slack tokens')).toBe('2 of 2 installations asked');
  const [first, second] = [...stage.slack.world.tokens.values()].filter(({ state }) => state === 'active');
  if (!first || !second) throw new Error('There are two tokens');
  first.scopes = ['commands', 'chat:write', 'users:read'];
  second.state = 'token_revoked';
  const ill = await examined(stage);
  expect(ill).toMatchObject({ code: 1, wrongs: ['Slack tokens', 'Slack scopes'] });
  expect(ill.whatOf('Slack tokens')).toContain('token_revoked');
});
