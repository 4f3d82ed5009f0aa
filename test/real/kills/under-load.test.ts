import { expect, onTestFinished, test } from 'vitest';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { type Program, runProgram } from '../support/program.ts';
import { startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';

/*
 * `kill -9` while texts are sent: of the real program, of its Redis, and of a master whose replica takes
 * over. The simulator (docs/simulator.md) covers every commit; these tests are about real processes, files
 * and sockets. All times are real: on Redis, a dead process's claims become uncertain after 30 s, and no text
 * is claimed for 30 s after another Redis took over.
 */

const BURST = 8;
const SLOW_MS = 150;
const END = /texted|may or may not have been sent/;
const PATIENT = { timeout: 90_000 };
const WHOLE = { timeout: 300_000 };

/** People who send texts, each to a number of its own. */
function createLoad(stage: Stage) {
  const { service, slack } = stage;
  const acked: string[] = [];
  let typed = 0;
  // So that requests are in flight when a process dies.
  service.faults.add({ kind: 'slow', ms: SLOW_MS, when: 'after' });

  async function type(): Promise<void> {
    const last = String(typed++).padStart(4, '0');
    const { status, body } = await stage.sms(`0171234${last} parcel ${last}`);
    if (status === 200 && body === '') acked.push(last);
  }
  /** The posts that report the end of a text. */
  const endsOf = (last: string) => stage.posts(END).filter(({ text }) => text.includes(`017••••${last}`));
  return {
    /** Sends several texts at once, and runs `die` while some are at the SMS service. */
    async burst(die: () => Promise<unknown>, requests = 2): Promise<void> {
      const before = service.requests.count();
      const typing = Promise.all(Array.from({ length: BURST }, type));
      await service.requests.reached(before + requests);
      await Promise.all([die(), typing]);
    },
    /** Sends until a text goes out again. */
    async goesOn(): Promise<void> {
      const before = acked.length;
      while (acked.length === before) await type();
      const last = acked.at(-1) ?? '';
      await expect.poll(() => endsOf(last).length, PATIENT).toBe(1);
    },
    /** Checks that every acked text has one reported end, and that none was sent twice. */
    async ends(): Promise<void> {
      expect(acked.length).toBeGreaterThan(BURST);
      const open = () => acked.filter(last => endsOf(last).length === 0);
      await expect.poll(open, PATIENT).toEqual([]);
      const went = stage.accepted();
      expect(new Set(went).size, went.join()).toBe(went.length);
      const claimed = stage.posts(/texted/).length;
      expect(claimed, 'nobody is told of a text that didn’t go').toBeLessThanOrEqual(went.length);
    },
    /** From now on people send to this process. */
    async typeTo(program: Program): Promise<void> {
      slack.connect(`http://127.0.0.1:${await program.listening}/slack/events`);
    },
  };
}

async function kill(program: Program): Promise<void> {
  program.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');
}

test('on SQLite: no text lost, none sent twice', WHOLE, async () => {
  const stage = await createLinkedStage({ program: runProgram });
  const load = createLoad(stage);
  for (const requests of [1, 2, 5]) {
    await load.burst(() => kill(stage.program()), requests);
    await stage.start();
  }
  await load.goesOn();
  await load.ends();
});

test.skipIf(!hasRedisServer())(
  'two processes on one Redis, which is killed too: no text lost, none sent twice',
  async () => {
    const redis = await startRedisServer();
    onTestFinished(redis.close);
    const environment = { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS };
    const stage = await createLinkedStage({ program: runProgram, environment });
    const second = runProgram(stage.environment);
    await second.listening;
    const load = createLoad(stage);
    await load.burst(() => kill(stage.program()));
    await load.typeTo(second);
    await load.burst(() => stage.start());
    await load.burst(() => redis.kill().then(redis.start));
    await load.goesOn();
    await load.ends();
  },
);

test.skipIf(!hasRedisServer())(
  'a master whose replica takes over: no text lost, none sent twice',
  WHOLE,
  async () => {
    const guarded = await startGuarded({ quick: true });
    const environment = { REDIS_URL: guarded.url, REDIS_REPLICAS: '1', ENCRYPTION_KEYS };
    const stage = await createLinkedStage({ program: runProgram, environment });
    const load = createLoad(stage);
    await load.burst(async () => {
      const master = await guarded.master();
      await master.kill();
      await guarded.successorOf(master);
      await master.start();
      await guarded.copied(1);
    });
    await load.goesOn();
    await load.ends();
  },
);
