import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import type { Storage } from '../../../src/kit/store/storage.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { openRedisStorage } from '../../support/engines.ts';
import { outboxOf } from '../../support/outbox.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* An idle app sleeps: other processes wake it, and it sends Redis almost no requests. */

describe.skipIf(!hasRedisServer())('an idle app on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  /** An app that sent one text, and a second process with the same Redis. */
  async function idleStage(): Promise<{
    stage: Stage;
    secondProcess: Storage;
    sent: Intent;
    workspace: string;
  }> {
    const url = redis.freshUrl();
    const stage = await createLinkedStage({ environment: { REDIS_URL: url, ENCRYPTION_KEYS } });
    await stage.sms('01712345678 first');
    await stage.post(/log #1/);
    // By then the work after the first text is done.
    await stage.pass(5 * MINUTE);
    const secondProcess = await openRedisStorage({
      url,
      newId: randomUUID,
      time: systemTime,
      log: pino({ level: 'silent' }),
    });
    onTestFinished(() => secondProcess.close());
    const workspace = stage.slack.world.workspaces.keys().next().value ?? '';
    const [text] = await secondProcess.history.history(workspace, null, 1);
    const sent = text && (await secondProcess.intents.intent(workspace, text.intentId));
    if (!sent) throw new Error('The first text is not there');
    return { stage, secondProcess, sent, workspace };
  }

  test('continues work that another process stored, without its own clock', async () => {
    const { stage, secondProcess, sent } = await idleStage();
    const now = stage.clock.now();
    const intent = {
      ...sent,
      message: 'second',
      acceptedAt: now,
      confirmed: true,
    };
    await outboxOf(secondProcess).add({ ...intent, id: randomUUID() }, now);
    await stage.post(/log #2/);
    expect(stage.accepted()).toEqual(['first', 'second']);
  });

  test('sends texts that another process planned, and posts results that it recorded, without its own clock', async () => {
    const { stage, secondProcess, sent, workspace } = await idleStage();
    const now = stage.clock.now();
    const id = randomUUID();
    await outboxOf(secondProcess).add({ ...sent, id, acceptedAt: now }, now + 10 * MINUTE);
    const [before] = await secondProcess.history.history(workspace, null, 1);
    if (!before) throw new Error('The first text is not there');
    const { fingerprint, number, priority } = before;
    const texts = [{ number, priority, message: 'second', parts: 1, expiresAt: now + 10 * MINUTE }];
    await secondProcess.intents.plan(
      id,
      { kind: 'texts', fingerprint, texts, askIfSentSince: null, omitted: [], retryAt: null, limits: null },
      now,
    );
    await stage.post(/log #2/);
    expect(stage.accepted()).toEqual(['first', 'second']);
  });

  test('asks Redis only about the work of dead processes, every ten seconds', async () => {
    const { stage } = await idleStage();
    const admin = createClient({ url: redis.url });
    await admin.connect();
    onTestFinished(() => admin.destroy());
    const calls = async (command: string): Promise<number> => {
      const stats = await admin.info('commandstats');
      return Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
    };
    // Nobody has Home open any more.
    await stage.pass(11 * MINUTE);
    await admin.configResetStat();
    const looks = 60;
    for (let look = 0; look < looks; look++) {
      await stage.pass(10 * SECOND);
      await admin.ping(); // Earlier requests of the app have arrived before this one.
    }
    // Requests without a reply, leased intents, leased reports, and alerts that a process decides about: four
    // lists, and no write. Every five seconds, the erasures of dead processes. Once a minute, also the broadcasts to
    // resume. Once in these ten minutes, what somebody should look at: some reads, and a note that this process does it.
    const attention = 20;
    const minutes = looks / 6;
    expect(await calls('zrange')).toBeGreaterThan(2 * looks);
    expect(await calls('zrange')).toBeLessThanOrEqual(6 * looks + 2 * minutes + 8 + attention);
    expect(await calls('evalsha')).toBeLessThanOrEqual(6 * looks + 2 * minutes + 8 + attention);
    expect(await calls('publish')).toBeLessThanOrEqual(1);
  });
});
