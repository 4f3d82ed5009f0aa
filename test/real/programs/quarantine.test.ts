import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisAt } from '../../contracts/storage/redis.ts';
import type { Store } from '../../contracts/storage/rig.ts';
import { sqliteIn } from '../../contracts/storage/sqlite.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runCommand } from '../support/operator.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* An unreadable row, as after going back to an older version: the messages to people and the operator. */

const ENGINES = hasRedisServer() ? ['SQLite', 'Redis'] : ['SQLite'];

describe.each(ENGINES)('on %s', engine => {
  let redis: RedisServer;
  beforeAll(async () => {
    if (engine === 'Redis') redis = await startRedisServer();
  });
  afterAll(() => redis?.close());

  async function stageOn(): Promise<{ stage: Stage; store: Store }> {
    const onRedis = () => ({
      REDIS_URL: redis.freshUrl(),
      ENCRYPTION_KEYS,
    });
    const environment = engine === 'Redis' ? onRedis() : {};
    const stage = await createLinkedStage({ program: runProgram, environment });
    const url = stage.environment.REDIS_URL;
    return { stage, store: await (url ? redisAt(url) : sqliteIn(stage.dataDir)).store() };
  }
  const metric = async ({ appUrl }: Stage, kind: string) => {
    const page = await (await fetch(`${appUrl}/metrics`)).text();
    return Number(new RegExp(`^sms_quarantined\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(page)?.[1]);
  };
  /**
   * Runs the operator's commands one after the other: with Redis while the app runs, with SQLite while it is
   * stopped.
   */
  async function operate(stage: Stage, ...commands: string[]): Promise<string[]> {
    const run = (command: string) => runCommand('quarantine', stage.environment, command.split(' '));
    if (engine === 'SQLite') {
      expect((await run('list')).said).toMatch(/Another process .*stop it/);
      await stage.stop();
    }
    const output: string[] = [];
    for (const command of commands) {
      const answer = await run(command);
      expect(answer).toEqual({ code: 0, said: answer.said });
      output.push(answer.said);
    }
    if (engine === 'SQLite') await stage.start();
    return output;
  }

  test('an unreadable text blocks no other; it is reported and listed, and sent once it is repaired', async () => {
    const { stage, store } = await stageOn();
    await stage.serviceGoesAway();
    await stage.sms('01712345678 nobody can read this');
    const waits = await stage.post(/is on hold/);
    const [, id = ''] = /"value":"([\w-]{22}\.[\w.-]+)"/.exec(JSON.stringify(waits.blocks)) ?? [];
    await stage.sms('01812345678 after it', { user: 'tahmina' });
    const repair = await store.damage('text', id, 'foreign');
    await stage.serviceReturns();
    const notice = await stage.post(/can no longer read your text, so it was not sent/);
    expect(notice.text).toContain(id);
    expect(notice.channel, 'directly, where it lasts').toBe('D0RAFIQ0001');
    await stage.until(() => stage.accepted().includes('after it'));
    expect(await metric(stage, 'text')).toBe(1);
    const line = stage.logged().match(/^.*quarantined.*$/m)?.[0] ?? '';
    expect(line).toContain(id);
    expect(line).not.toMatch(/nobody can read|01712345678/);

    await repair();
    const [listed, retried, after] = await operate(stage, 'list', `retry ${id}`, 'list');
    expect(listed).toMatch(new RegExp(`^${id}  text of T\\w+, .*number`));
    expect(listed).toMatch(/^text: not sent; if it was sent before, its result isn’t reported$/m);
    expect(retried).toContain('turn again: 1');
    expect(after).toBe('Nothing is in quarantine.\n');
    await stage.until(() => stage.accepted().includes('nobody can read this'));
    expect(stage.accepted()).toHaveLength(2);
  }, 120_000);
});
