import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meghna, padma } from '../../../src/playground/index.ts';
import {
  ENCRYPTION_KEYS as NEW,
  OLDER_KEYS as OLD,
  OTHER_KEYS as OTHER,
} from '../../support/encryption-keys.ts';
import { install } from '../../support/installing.ts';
import { createStage, type Stage } from '../../support/stage.ts';
import { runCommand } from '../support/operator.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

const ENGINES = hasRedisServer() ? (['SQLite', 'Redis'] as const) : (['SQLite'] as const);

let redis: RedisServer;
beforeAll(async () => {
  if (ENGINES.length > 1) redis = await startRedisServer();
});
afterAll(() => redis?.close());

describe.each(ENGINES)('encryption keys, on %s', engine => {
  /** An installation in one workspace, which has an API key; sealed with the old encryption key. */
  async function sealedStage(): Promise<Stage> {
    const stage = await createStage({
      oauth: true,
      slack: {
        manifest: { features: { slash_commands: [{ command: '/sms', should_escape: true }] } },
        workspaces: [padma, meghna],
      },
      environment: {
        ENCRYPTION_KEYS: OLD ?? '',
        ...(engine === 'Redis' ? { REDIS_URL: redis.freshUrl() } : {}),
      },
    });
    await install(stage);
    await stage.link();
    return stage;
  }
  const restartWith = async (stage: Stage, keys: (string | undefined)[]) => {
    stage.environment.ENCRYPTION_KEYS = keys.join();
    await stage.restart();
  };

  test('are rotated: the old one still opens, then everything is sealed with the new one, then the old one can be removed', async () => {
    const stage = await sealedStage();
    const { sms, post } = stage;
    await restartWith(stage, [NEW, OLD]);
    await sms('01712345678 still opens');
    await post(/log #1/);

    // With Redis while the app runs, with SQLite while it is stopped.
    if (engine === 'SQLite') {
      const busy = await runCommand('reseal', stage.environment);
      expect([busy.code, busy.said]).toEqual([1, expect.stringContaining('Another process is using')]);
      await stage.stop();
    }
    const first = await runCommand('reseal', stage.environment);
    expect(first.said).toMatch(/anew with the newest encryption key: 2\..*already: 0\..*opened: 0\./);
    expect(first.said).toMatch(/older key opens nothing any more and can be removed/);
    const second = await runCommand('reseal', stage.environment);
    expect(second.said).toMatch(/newest encryption key: 0\..*already: 2\./);
    expect([first.code, second.code]).toEqual([0, 0]);

    await restartWith(stage, [NEW]);
    await sms('01712345678 after the old one went');
    await post(/log #2/);
  });

  test('that are lost: users are told what to do, nothing crashes, and doing that works', async () => {
    const stage = await sealedStage();
    const { sms, post, link, slack } = stage;
    await restartWith(stage, [OTHER]);
    const reply = await sms('01712345678 hello');
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.stringMatching(
        /can’t unlock the app’s Slack token.*nothing was sent.*install the app again: http.*\/slack\/install/,
      ),
    ]);
    if (engine === 'SQLite') await stage.stop();
    const resealed = await runCommand('reseal', stage.environment);
    expect(resealed.code).toBe(1);
    expect(resealed.said).toMatch(new RegExp(`linked key of ${padma.id}: .*/sms link`));
    expect(resealed.said).toMatch(new RegExp(`installation of ${padma.id}: .*/slack/install`));
    expect(resealed.said).toMatch(/opened: 2\./);
    if (engine === 'SQLite') await stage.start();

    await install(stage);
    await sms('01712345678 hello');
    await post(/server can’t unlock the workspace’s API key/);
    await link();
    await sms('01712345678 hello again');
    await post(/log #1/);
    expect((await slack.command({ user: 'rafiq', text: 'balance' })).body).toContain('99.65');
  });
});
