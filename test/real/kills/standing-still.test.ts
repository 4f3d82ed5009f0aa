import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runCommand } from '../support/operator.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/*
 * An endless loop, put in on purpose (support/loops.ts): the watchdog ends the process, and a supervisor
 * restarts it.
 */

const ENGINES = hasRedisServer() ? ['SQLite', 'Redis'] : ['SQLite'];
const PRELOAD = pathToFileURL('test/real/support/loops.ts').href;
/** Far longer than a start blocks the main thread on a busy machine. */
const WATCHDOG_MS = 3000;

type Loop = { word: string; calledFrom: string; kind?: 'regular expression' };

describe.each(ENGINES)('on %s', engine => {
  let redis: RedisServer;
  beforeAll(async () => {
    if (engine === 'Redis') redis = await startRedisServer();
  });
  afterAll(() => redis?.close());

  const setUp = ({ word, calledFrom, kind = undefined }: Loop): Promise<Stage> =>
    createLinkedStage({
      program: runProgram,
      slack: { manifest: readManifest() },
      environment: {
        WATCHDOG_MS: String(WATCHDOG_MS),
        NODE_OPTIONS: `--import=${PRELOAD}`,
        LOOP_WORD: word,
        LOOP_IN: calledFrom,
        ...(kind ? { LOOP_KIND: kind } : {}),
        ...(engine === 'Redis' ? { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS } : {}),
      },
    });

  /** Waits until the program ends, and checks that its last line has the stack and the handled event. */
  async function standsStill({ program }: Stage, calledFrom: string, kind: string): Promise<void> {
    expect(await program().ended).toBe('SIGKILL');
    const line = program()
      .output()
      .split('\n')
      .findLast(line => line.includes('stood still, so it ends'));
    const { level, stack, handling } = JSON.parse(line ?? 'null');
    expect(level).toBe(60);
    expect(stack[0]).toMatch(/^loopOnPurpose \(file:.*\/loops\.ts:\d+\)$/);
    expect(stack.join('\n')).toContain(calledFrom);
    expect(handling.kind).toBe(kind);
    expect(line).not.toContain('turn for ever');
  }

  /**
   * On Redis, a dead process's work is due when its lease ends, which takes longer than other tests wait for
   * a post.
   */
  const isSaid = (stage: Stage, words: RegExp) => stage.until(() => stage.posts(words).length > 0);

  const isAlive = async ({ appUrl }: Stage): Promise<boolean> => (await fetch(`${appUrl}/healthz`)).ok;

  test('an event: the second time only this event is quarantined, and its hook’s channel is told', async () => {
    const stage = await setUp({ word: 'turn for ever', calledFrom: 'readEvent' });
    const { service, sms } = stage;
    const { call, hook } = await makeHook(stage, { severities: ['critical'] });
    service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
    await sms('01812345678 under way');
    await service.requests.decided(1);

    const critical = (name: string) => alertmanager(name, { [name]: { severity: 'critical' } });
    expect((await call(critical('turn for ever'))).status).toBe(202);
    await standsStill(stage, 'readEvent', 'inbox');
    await stage.start();
    await standsStill(stage, 'readEvent', 'inbox');
    await stage.start();
    await isSaid(stage, /can no longer read part of this hook’s data/);
    // The text in flight is uncertain, once.
    await isSaid(stage, /may or may not have been sent/);
    expect((await call(critical('healthy'))).status).toBe(202);
    await stage.until(() => stage.accepted().some(message => message.includes('healthy')));
    expect(stage.accepted().filter(message => message === 'under way').length).toBeLessThanOrEqual(1);
    expect(await isAlive(stage)).toBe(true);
    if (engine === 'SQLite') await stage.stop();
    const listed = await runCommand('quarantine', stage.environment, ['list']);
    expect(listed.said).toMatch(/event/);
    expect(listed.said).toContain('the app stood still at it twice');
    expect(hook.name).toBe('Prometheus');
  });

  test('a call: the second time it isn’t read, and its hook’s channel is told', async () => {
    const stage = await setUp({
      word: 'turn for ever',
      calledFrom: 'alerts/payloads/form.ts',
      kind: 'regular expression',
    });
    const { call } = await makeHook(stage, { severities: ['critical'] });
    const body = alertmanager('group', { 'turn for ever': { severity: 'critical' } });
    await expect(call(body)).rejects.toThrow();
    await standsStill(stage, 'alerts/payloads/form.ts', 'call');
    await stage.start();
    const again = await call(body);
    expect(again.status).toBe(400);
    expect(await again.json()).toEqual({ error: expect.stringContaining('stuck reading this same call') });
    await stage.post(/got stuck reading a call of the hook \*Prometheus\*/);
    expect((await call(body)).status).toBe(400);
    expect((await call(alertmanager('group', { healthy: { severity: 'critical' } }))).status).toBe(202);
    await stage.until(() => stage.accepted().some(message => message.includes('healthy')));
    expect(stage.posts(/got stuck reading/)).toHaveLength(1);
    expect(await isAlive(stage)).toBe(true);
  });

  test('a press: the second time it is quarantined, and its presser is told', async () => {
    const stage = await setUp({ word: '"handler":"pause_broadcast"', calledFrom: 'readEvent' });
    await runBroadcast(
      stage,
      Array.from({ length: 6 }, (_, index) => rowTo(index)),
    );
    const post = await stage.post(/is sending a broadcast/);
    await stage.slack.press(post, 'pause_broadcast', { user: 'rafiq' });
    await standsStill(stage, 'readEvent', 'inbox');
    await stage.start();
    await standsStill(stage, 'readEvent', 'inbox');
    await stage.start();
    await isSaid(stage, /got stuck twice while it did what you pressed/);
    expect(await isAlive(stage)).toBe(true);
  });
});

test('a process that was stopped for longer continues when it is resumed', async () => {
  const stage = await createLinkedStage({
    program: runProgram,
    environment: { WATCHDOG_MS: '1000' },
  });
  stage.program().kill('SIGSTOP');
  await sleep(3000);
  stage.program().kill('SIGCONT');
  await stage.sms('01712345678 still here');
  await stage.post(/texted/);
  expect(stage.logged()).not.toContain('stood still');
});
