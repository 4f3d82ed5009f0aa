import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meghna, padma } from '../../../src/playground/index.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { createVisitor } from '../../support/installing.ts';
import { createStage, type Stage } from '../../support/stage.ts';
import { type Program, runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

describe.skipIf(!hasRedisServer())('many workspaces on one Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  const onRedis = (): Promise<Stage> =>
    createStage({
      mode: 'http',
      oauth: true,
      program: runProgram,
      slack: {
        manifest: { features: { slash_commands: [{ command: '/sms', should_escape: true }] } },
        workspaces: [padma, meghna],
      },
      environment: { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS },
    });
  const help = ({ slack }: Stage) => slack.command({ team: meghna.id, user: 'sadia', text: 'help' });
  async function anotherProcess(stage: Stage): Promise<{ url: string; program: Program }> {
    const program = runProgram(stage.environment);
    return { url: `http://127.0.0.1:${await program.listening}`, program };
  }

  test('an installation that starts at one process can finish at another, and each process serves it at once', async () => {
    const stage = await onRedis();
    const { slack } = stage;
    const second = await anotherProcess(stage);
    expect((await help(stage)).body).toContain('isn’t installed');
    let served = stage.appUrl;
    const visitor = createVisitor(() => served);
    const redirect = slack.consent(await visitor.begin(), { team: meghna.id });
    served = second.url;
    expect((await visitor.back(redirect)).status).toBe(200);
    expect((await help(stage)).body).toContain('sends a text');
    slack.connect(`${second.url}/slack/events`);
    expect((await help(stage)).body).toContain('sends a text');

    // The other process removed it, and this one knows.
    await slack.uninstall(meghna.id);
    slack.connect(`${stage.appUrl}/slack/events`);
    expect((await help(stage)).body).toContain('isn’t installed');
  });

  test('while Redis is away, users are told so, and Slack redelivers the uninstall event until it is stored', async () => {
    const stage = await onRedis();
    const { slack } = stage;
    const visitor = createVisitor(() => stage.appUrl);
    await visitor.back(slack.consent(await visitor.begin(), { team: meghna.id }));
    redis.signal('SIGSTOP');
    const frozen = await help(stage);
    expect([frozen.status, frozen.json]).toMatchObject([200, { response_type: 'ephemeral' }]);
    expect(frozen.body).toContain('nothing was sent');
    const deleteWorkspaceData = await slack.event({ type: 'app_uninstalled' }, meghna.id);
    expect(deleteWorkspaceData.attempts[0]?.status).toBeGreaterThanOrEqual(500);
    redis.signal('SIGCONT');
    await deleteWorkspaceData.finished;
    expect(deleteWorkspaceData.attempts.at(-1)?.status).toBe(200);
    expect((await help(stage)).body).toContain('isn’t installed');
  });
});
