import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet } from './fleet.ts';
import { countsOf, judge } from './judgement.ts';
import { drawUp } from './ledger.ts';
import { startLoad } from './load.ts';
import { say } from './say.ts';
import { leftIn, readRedis } from './stored.ts';
import { troubleService, troubleSlack } from './trouble.ts';

/*
 * Two real programs on one real Redis, whose append-only file is synced at each write. All times are real, so a run
 * ends with a minute of patience: nothing is claimed for 30 s after Redis came back as another one, and what a dead
 * process had claimed is called uncertain when it is 30 s old. CHAOS_KILLS and CHAOS_SEED as in sqlite.test.ts.
 */

const KILLS = Number(process.env.CHAOS_KILLS) || 3;
/** How often, between two kills of the app, Redis freezes or is killed itself. The last event always kills it. */
const FREEZE_EVERY = 3;
const KILL_REDIS_EVERY = 10;
const MOMENT_MS = { life: 2000, burst: 60, frozen: 4000, away: 2500 };
/** A result that Slack didn't accept for minutes is tried every five. */
const SETTLED_MS = 400_000;

describe.skipIf(!hasRedisServer())('on Redis', () => {
  test('kill -9 of two processes and of Redis, under load: nothing lost, nothing twice', {
    timeout: KILLS * 15_000 + SETTLED_MS,
  }, async () => {
    const dice = createDice();
    say('redis', `seed ${dice.seed}`);
    const [redis, city] = await Promise.all([startRedisServer(), createCity()]);
    onTestFinished(async () => {
      await city.close();
      await redis.close();
    });
    const url = redis.freshUrl();
    await linkKeys(city, { kind: 'redis', url });
    const fleet = createFleet({ ...city.environment, REDIS_URL: url }, dice);
    const interrupted = new Set<string>();
    const events = { kills: 0, frozen: 0, redisKills: 0 };

    async function killOne(): Promise<void> {
      const index = events.kills++ % 2;
      await fleet.kill(index);
    }
    /** What was claimed when they died stays so for at least 30 s; then they are restarted. */
    async function revive(): Promise<void> {
      for (const text of (await readRedis(url)).texts) if (text.state === 'sending') interrupted.add(text.id);
      await fleet.startMissing();
      await load.redeliver(3);
    }
    async function freeze(): Promise<void> {
      events.frozen += 1;
      load.burst();
      await dice.moment(MOMENT_MS.burst);
      redis.signal('SIGSTOP');
      load.burst();
      await dice.moment(MOMENT_MS.frozen);
      if (dice.below(2) < 1) await killOne();
      redis.signal('SIGCONT');
    }
    async function killRedis(): Promise<void> {
      events.redisKills += 1;
      load.burst();
      await dice.moment(MOMENT_MS.burst);
      await redis.kill();
      load.burst();
      await dice.moment(MOMENT_MS.away);
      if (dice.below(2) < 1) await killOne();
      await redis.start();
    }

    await Promise.all([fleet.start(0), fleet.start(1)]);
    const endTrouble = [troubleService(city.service, dice), troubleSlack(city.slack, dice)];
    const load = startLoad(city, dice, fleet.target);
    while (events.kills < KILLS) {
      await dice.moment(MOMENT_MS.life);
      load.burst();
      await dice.moment(MOMENT_MS.burst);
      await killOne();
      await revive();
      if (events.kills % FREEZE_EVERY === 1) await freeze().then(revive);
      if (events.kills % KILL_REDIS_EVERY === 0) await killRedis().then(revive);
    }
    await killRedis();
    await revive();
    await load.stop();
    for (const end of endTrouble) end();
    await load.redeliver(10);

    const settled = async () => expect(leftIn(await readRedis(url))).toEqual([]);
    await vi.waitFor(settled, { timeout: SETTLED_MS, interval: 1000 });
    const stored = await readRedis(url);
    expect(await fleet.stop()).toEqual([0, 0]);

    const ledger = drawUp(city, load.asked, stored);
    const { kills, frozen, redisKills } = events;
    say(
      'redis',
      `${kills} times kill -9 of the app, ${redisKills} of Redis, which was frozen ${frozen} times`,
    );
    say('redis', ...countsOf(ledger, load.redelivered()));
    const broken = judge(ledger, interrupted, fleet);
    expect(broken.length, broken.join('\n')).toBe(0);
    expect(ledger.own429s).toBe(0);
  });
});
