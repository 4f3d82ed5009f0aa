import { expect, onTestFinished, test, vi } from 'vitest';
import { startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer } from '../support/redis-server.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet } from './fleet.ts';
import { brokenIn, CANCELLED, countsOf, judge, LOST, TWICE } from './judgement.ts';
import { drawUp } from './ledger.ts';
import { startLoad } from './load.ts';
import { say } from './say.ts';
import { leftIn, readRedis } from './stored.ts';
import { troubleService, troubleSlack } from './trouble.ts';

/*
 * By hand: PROMOTIONS=7 npm run test:real -- promotions
 *
 * Two real programs on a real Redis with a replica (REDIS_REPLICAS=1) and three sentinels. The master is killed or frozen
 * again and again, with every second one a process too, and the replica takes its place, even one that missed its master's
 * last moments: what it missed, nobody was told of, and no request followed it. PROMOTIONS says how often, CHAOS_SEED as in
 * sqlite.test.ts; each takes most of a minute, since nothing is claimed for 30 s afterwards.
 */

const PROMOTIONS = Number(process.env.PROMOTIONS) || 0;
/** With how many of them a process of the app dies too: with every second one. */
const KILL_EVERY = 2;
const MOMENT_MS = { life: 2000, burst: 60, cut: 1500, frozen: 4000 };
/** How many requests later the next one comes; sometimes at once, in the pause after it. */
const REQUESTS = 40;
const SETTLED_MS = 400_000;
const timeout = PROMOTIONS * 60_000 + SETTLED_MS;
const by = PROMOTIONS === 0 ? ': set PROMOTIONS to their number' : '';
const why = hasRedisServer() ? by : ': no redis-server';
test.skipIf(why)(`a Redis that fails over under load${why}`, { timeout }, async () => {
  const dice = createDice();
  const about = 'promotions';
  say(about, `seed ${dice.seed}`);
  const [redis, city] = await Promise.all([startGuarded(), createCity()]);
  onTestFinished(city.close);
  await linkKeys(city, { kind: 'redis', url: redis.url });
  const environment = { ...city.environment, REDIS_URL: redis.url, REDIS_REPLICAS: '1' };
  const fleet = createFleet(environment, dice);
  const interrupted = new Set<string>();
  const events = { promotions: 0, frozen: 0, cut: 0, inPause: 0, kills: 0 };
  /** The story of the promotions, to explain a failure. */
  const story: string[] = [];
  const read = async () => readRedis((await redis.master()).url);

  async function promote(inPause: boolean): Promise<void> {
    const master = await redis.master();
    const from = Date.now();
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
    if (kills) await fleet.kill(events.kills++ % 2);
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
  const broken = brokenIn(ledger, interrupted);
  const count = (words: string): number => broken.filter(({ faults }) => faults.includes(words)).length;
  const { promotions, frozen, cut, inPause, kills } = events;
  say(
    about,
    `${promotions} promotions, of which ${frozen} of a frozen master, ${cut} where the replica had missed the last moments, ${inPause} in the pause after one, ${kills} together with a process of the app`,
    ...countsOf(ledger, load.redelivered()),
    `${count(TWICE)} texts requested twice, ${count(LOST)} accepted and lost, ${count(CANCELLED)} cancelled and requested afterwards; ended wrongly in any way: ${broken.length}`,
  );
  const faults = judge(ledger, interrupted, fleet);
  expect(faults.length, [...faults, ...story].join('\n')).toBe(0);
});
