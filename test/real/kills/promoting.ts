import { expect, onTestFinished, test, vi } from 'vitest';
import { startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer } from '../support/redis-server.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet } from './fleet.ts';
import { type Broken, brokenIn, CANCELLED, countsOf, judge, LOST, TWICE, UNKNOWN } from './judgement.ts';
import { drawUp, seenAt } from './ledger.ts';
import { startLoad } from './load.ts';
import { say } from './say.ts';
import { leftIn, readRedis } from './stored.ts';
import { troubleService, troubleSlack } from './trouble.ts';

/*
 * Two real programs on a real Redis with a replica and three sentinels. The master is killed or frozen again and again,
 * and the replica takes its place, even one that missed its master's last moments. PROMOTIONS says how often,
 * CHAOS_SEED as in sqlite.test.ts; each takes most of a minute, since nothing is claimed for 30 s afterwards.
 *
 * A live process tells the new master what it did. If one died together with the master, the new master may not know
 * what it did last: then that may be lost, and without the replica's acknowledgement it may be sent twice.
 */

const PROMOTIONS = Number(process.env.PROMOTIONS) || 1;
/**
 * With every second one, a process of the app dies too; with `CHAOS_KILLS=0` none does, and then nothing at all may go
 * wrong.
 */
const KILL_EVERY = process.env.CHAOS_KILLS === '0' ? Number.POSITIVE_INFINITY : 2;
const MOMENT_MS = { life: 2000, burst: 60, cut: 1500, frozen: 4000 };
/** How many requests later the next one comes; sometimes at once, in the pause after it. */
const REQUESTS = 40;
const SETTLED_MS = 400_000;
/** How much later results are posted at most, while Slack is in trouble. */
const TO_POST_MS = 5000;

/** @param copies `REDIS_REPLICAS` */
export function describePromotions(copies: 0 | 1): void {
  const timeout = PROMOTIONS * 60_000 + SETTLED_MS;
  const why = hasRedisServer() ? '' : ': no redis-server';
  test.skipIf(why)(
    `a Redis that fails over under load, with REDIS_REPLICAS=${copies}${why}`,
    { timeout },
    async () => {
      const dice = createDice();
      const about = `promotions, REDIS_REPLICAS=${copies}`;
      say(about, `seed ${dice.seed}`);
      const [redis, city] = await Promise.all([startGuarded(), createCity()]);
      onTestFinished(city.close);
      await linkKeys(city, { kind: 'redis', url: redis.url });
      const environment = { ...city.environment, REDIS_URL: redis.url, REDIS_REPLICAS: String(copies) };
      const fleet = createFleet(environment, dice);
      const interrupted = new Set<string>();
      const events = { promotions: 0, frozen: 0, cut: 0, inPause: 0, kills: 0 };
      /** When nobody may know what a process did that died together with the master. */
      const untold: { from: number; to: number }[] = [];
      /** The story of the promotions, to explain a failure. */
      const story: string[] = [];
      let lastFrom = 0;
      const read = async () => readRedis((await redis.master()).url);

      /** @param inPause what was repeated about the last one may not have reached the replica either */
      async function promote(inPause: boolean): Promise<void> {
        const master = await redis.master();
        const from = inPause ? lastFrom : Date.now();
        lastFrom = from;
        load.burst();
        await dice.moment(MOMENT_MS.burst);
        const cuts = dice.below(2) < 1;
        if (cuts) {
          events.cut += 1;
          await redis.cutLinks();
          load.burst();
          await dice.moment(MOMENT_MS.cut);
        }
        const freezes = dice.below(3) < 1;
        if (freezes) {
          events.frozen += 1;
          master.signal('SIGSTOP');
        } else await master.kill();
        events.promotions += 1;
        const diedAt = Date.now();
        const kills = events.promotions % KILL_EVERY === 0;
        if (kills) {
          await fleet.kill(events.kills++ % 2);
          untold.push({ from, to: Date.now() });
        }
        load.burst();
        await redis.successorOf(master);
        for (const text of (await read()).texts) if (text.state === 'sending') interrupted.add(text.id);
        await dice.moment(MOMENT_MS.frozen);
        if (freezes) master.signal('SIGCONT');
        else await master.start();
        await redis.mendLinks();
        await fleet.startMissing();
        await load.redeliver(3);
        await redis.copied(1);
        story.push(JSON.stringify({ from, diedAt, cuts, freezes, kills, inPause, wellAt: Date.now() }));
      }

      await Promise.all([fleet.start(0), fleet.start(1)]);
      const endTrouble = [troubleService(city.service, dice), troubleSlack(city.slack, dice)];
      const load = startLoad(city, dice, fleet.target);
      while (events.promotions < PROMOTIONS) {
        const inPause = events.promotions > 0 && dice.below(4) < 1;
        if (inPause) events.inPause += 1;
        else await city.service.requests.reached(city.service.requests.count() + REQUESTS);
        await dice.moment(MOMENT_MS.life);
        await promote(inPause);
      }
      await load.stop();
      for (const end of endTrouble) end();
      await load.redeliver(10);

      const settled = async () => expect(leftIn(await read())).toEqual([]);
      await vi.waitFor(settled, { timeout: SETTLED_MS, interval: 1000 });
      const stored = await read();
      expect(await fleet.stop()).toEqual([0, 0]);

      const ledger = drawUp(city, load.asked, stored);
      const isUntold = ({ account: { asked, requests, posts } }: Broken): boolean => {
        const isIn = (at: number, lateMs = 0): boolean =>
          untold.some(({ from, to }) => from <= at && at <= to + lateMs);
        return (
          [asked, ...requests].some(({ at }) => isIn(at)) ||
          posts.some(post => isIn(seenAt(post), TO_POST_MS))
        );
      };
      // With copies, a claim is never lost. What was forgotten was either not sent, or people were told that it was
      // cancelled.
      const isHarmless = ({ faults, account: { requests, results } }: Broken): boolean =>
        faults.every(words => [LOST, CANCELLED, UNKNOWN].includes(words)) &&
        (!faults.includes(UNKNOWN) || (requests.length === 0 && results.every(kind => kind === 'cancelled')));
      const isExpected = (broken: Broken): boolean =>
        isUntold(broken) && (copies === 0 || isHarmless(broken));
      const broken = brokenIn(ledger, interrupted);
      const count = (words: string): number => broken.filter(({ faults }) => faults.includes(words)).length;
      const { promotions, frozen, cut, inPause, kills } = events;
      say(
        about,
        `${promotions} promotions, of which ${frozen} of a frozen master, ${cut} where the replica had missed the last moments, ${inPause} in the pause after one, ${kills} together with a process of the app`,
        ...countsOf(ledger, load.redelivered()),
        `${count(TWICE)} texts requested twice, ${count(LOST)} accepted and lost, ${count(CANCELLED)} cancelled and requested afterwards; ended wrongly in any way: ${broken.length}, of which ${broken.filter(isUntold).length} where a process had died together with the master`,
      );
      const faults = judge(ledger, interrupted, fleet, isExpected);
      expect(faults.length, [...faults, ...story].join('\n')).toBe(0);
    },
  );
}
