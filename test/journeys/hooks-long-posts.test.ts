import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/sms-service/clock.ts';
import { alertmanager, makeHook, ON_CALL } from '../support/hooks.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { keepGroup } from '../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage, type StageOptions } from '../support/stage.ts';

/*
 * Slack refuses posts of more than 50 blocks or 12,000 characters: anything longer becomes several posts that show all
 * of it.
 */

describe.each([['SQLite'], ['Redis']])('a long post about alerts, on %s,', engine => {
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    if (engine === 'Redis' && hasRedisServer()) redis = await startRedisServer();
  });
  afterAll(() => redis?.close());

  async function stageOn(options: StageOptions = {}): Promise<Stage | null> {
    if (engine === 'SQLite') return createLinkedStage(options);
    if (!redis) return null;
    const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');
    return createLinkedStage({ ...options, environment: { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS } });
  }

  /** Everything in the channel after this much time. */
  const reader = (stage: Stage) => async (): Promise<string> => {
    await stage.pass(5 * SECOND);
    const posts = stage.slack.posts({ channel: ON_CALL }).filter(post => post.author.kind === 'app');
    return JSON.stringify(posts.map(post => post.blocks));
  };

  test('with long names becomes several posts', async () => {
    const stage = await stageOn();
    if (!stage) return;
    const { call } = await makeHook(stage, { recipients: [] });
    // As Slack counts them, five characters each.
    const name = (n: number) => `No${n}.${'&'.repeat(100)}`;
    const alerts = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [name(n), { severity: 'critical' }]),
    );
    expect((await call(alertmanager('many', alerts))).status).toBe(202);
    const read = reader(stage);
    await expect.poll(read).toContain('No149.');
    await expect
      .poll(async () => {
        const said = await read();
        return Array.from({ length: 150 }, (_, n) => said.split(`No${n}.`).length - 1);
      })
      .toEqual(Array(150).fill(1));
    expect(stage.logged()).not.toContain('refused a post');

    // It still changes in place: resolved alerts are marked so, and nothing is shown twice.
    const posts = stage.slack.posts({ channel: ON_CALL }).length;
    await call(alertmanager('many', { [name(0)]: { status: 'resolved', severity: 'critical' } }));
    await expect.poll(read).toMatch(/resolved: No0\./);
    expect(stage.slack.posts({ channel: ON_CALL }).length).toBeLessThanOrEqual(posts + 1);
  });

  test('about texts to a long list reports each of them', async () => {
    let aheadMs = 0;
    const stage = await stageOn({ service: { clock: { ...systemClock, now: () => Date.now() + aheadMs } } });
    if (!stage) return;
    const numbers = Array.from({ length: 130 }, (_, n) => `0171${String(n).padStart(3, '0')}${2000 + n}`);
    await keepGroup(stage, 'everybody', numbers);
    const { call } = await makeHook(stage, { recipients: [{ kind: 'named', name: 'everybody' }] });
    await call(alertmanager('web', { HighCPU: { severity: 'critical' } }));
    const read = reader(stage);
    const unsaid = async () => {
      // The service counts sixty a minute on its own clock. Ours moves in small steps: a request that is open while half a
      // minute passes counts as unanswered, however busy this machine is.
      aheadMs += 2 * MINUTE;
      const said = await read();
      return numbers.filter(number => !said.includes(`•${number.slice(-4)}: accepted`)).length;
    };
    await expect.poll(unsaid, { timeout: 50_000 }).toBe(0);
    expect(stage.accepted()).toHaveLength(130);
    expect(stage.logged()).not.toContain('refused a post');
  });

  test('that grows while Slack is away appears when it is back, each line once', async () => {
    const stage = await stageOn();
    if (!stage) return;
    const { call } = await makeHook(stage, { recipients: [] });
    const back = stage.slack.faults.add({
      kind: 'status',
      status: 503,
      on: 'chat.postMessage',
      when: 'before',
    });
    for (let n = 0; n < 10; n++) {
      const to = Array.from({ length: 50 }, (_, one) => `who${n * 50 + one}. ${'&'.repeat(50)}`);
      expect((await call({ to, message: `Alert${n}.`, severity: 'critical' })).status).toBe(202);
    }
    await stage.pass(20 * SECOND);
    back();
    const read = reader(stage);
    await expect.poll(read, { timeout: 50_000 }).toContain('who499.');
    const said = await read();
    for (let n = 0; n < 500; n++) expect(said.split(`to “who${n}.`)).toHaveLength(2);
    expect(stage.logged()).not.toContain('refused a post');
  });
});
