import { describe, expect, onTestFinished, test } from 'vitest';
import { createFastTime } from '../support/fast-time.ts';
import { startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer } from '../support/redis-server.ts';
import { hasLibfaketime } from '../support/set-clock.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet } from './fleet.ts';
import { createIncidents, faultsIn, type Incident, live, lookAgain, PUBLIC_URL } from './incidents.ts';
import { say } from './say.ts';
import { readRedis } from './stored.ts';

/*
 * Alerts that somebody answers, while the master of Redis is killed again and again and a replica takes its place, mostly one that
 * missed its last moments: between the call and the first text, before a step is due, while somebody acknowledges. Two real
 * programs; time runs fast for them, the SMS service and Redis alike.
 *
 * While no process dies, nothing may go wrong: nobody is texted twice, no step is lost, whoever acknowledged has it.
 *
 *   PROMOTIONS=20    the long form
 *   CHAOS_KILLS=1    with every second promotion, a process dies together with the master: then what only it knew may be
 *                    lost, which is counted
 *   REDIS_REPLICAS=1 the replica must have a claim before its request begins: then nobody is texted twice all the same
 *   CHAOS_SEED=…     repeats the choices of an earlier run, which printed its seed
 */

const PROMOTIONS = Number(process.env.PROMOTIONS) || 1;
const KILLS = Number(process.env.CHAOS_KILLS) > 0;
const COPIES = Number(process.env.REDIS_REPLICAS) || 0;
const SPEED = 10;
/** How many alerts fire around each promotion. */
const EACH = 6;
const TEAMS = 8;
const MOMENT_MS = { start: 8000, cut: 1500, away: 1500 };
const SETTLED_MS = 60_000;
/** How long at most until all processes have told the last master again what it missed. */
const LOOKED_AT_MS = 10_000;

describe.skipIf(!hasRedisServer() || !hasLibfaketime())(
  'promotions of a replica, while somebody answers alerts',
  () => {
    test('nobody is texted twice, no step is lost, and whoever acknowledged has it', {
      timeout: PROMOTIONS * 60_000 + 2 * SETTLED_MS,
    }, async () => {
      const dice = createDice();
      const about = 'incidents, promotions';
      say(about, `seed ${dice.seed}`);
      const fast = createFastTime(SPEED);
      const [redis, city] = await Promise.all([
        startGuarded({ downAfterMs: 1000 * SPEED, environment: fast.redis }),
        createCity({ teams: TEAMS, clock: fast.service }),
      ]);
      onTestFinished(city.close);
      const choice = async () => ({ kind: 'redis' as const, url: redis.url });
      await linkKeys(city, await choice());
      const store = { REDIS_URL: redis.url, REDIS_REPLICAS: String(COPIES) };
      const environment = { ...city.environment, ...fast.environment, ...store, PUBLIC_URL };
      const fleet = createFleet({ ...environment, LOG_LEVEL: 'info' }, dice, fast.program);
      const { target } = fleet;
      const count = PROMOTIONS * EACH;
      const all = await createIncidents(city, dice, { choice, time: fast.clock, fast, count, target });
      await Promise.all([fleet.start(0), fleet.start(1)]);

      const counts = { cut: 0, kills: 0, uncertain: 0 };
      let isOver = false;
      const around = { city, dice, fast, target };
      const lives: Promise<void>[] = [];
      const begin = async (incident: Incident): Promise<void> => {
        await dice.moment(MOMENT_MS.start);
        await live(incident, { ...around, isOver: () => isOver });
      };
      for (let nth = 0; nth < PROMOTIONS; nth++) {
        lives.push(...all.slice(nth * EACH, (nth + 1) * EACH).map(begin));
        await dice.moment(MOMENT_MS.start);
        const master = await redis.master();
        if (dice.below(4) >= 1) {
          counts.cut += 1;
          await redis.cutLinks();
          await dice.moment(MOMENT_MS.cut);
        }
        await master.kill();
        if (KILLS && nth % 2 === 1) await fleet.kill(counts.kills++ % 2);
        await redis.successorOf(master);
        await dice.moment(MOMENT_MS.away);
        await master.start();
        await redis.mendLinks();
        await fleet.startMissing();
        await redis.copied(1);
      }
      await Promise.race([Promise.all(lives), new Promise(resolve => setTimeout(resolve, SETTLED_MS))]);
      isOver = true;
      await Promise.all(lives);
      const lookedUntil = Date.now() + LOOKED_AT_MS;
      const looking = { ...around, isOver: () => Date.now() > lookedUntil };
      await Promise.all(all.map(incident => lookAgain(incident, looking)));
      await Promise.all(all.map(incident => incident.call('resolved')));
      async function faults(): Promise<string[]> {
        const { texts } = await readRedis((await redis.master()).url);
        const uncertain = texts.filter(({ state }) => state === 'uncertain');
        // Only of a process that was killed nobody knows what it sent.
        const unsure = new Set(KILLS ? uncertain.map(({ number }) => number) : []);
        counts.uncertain = uncertain.length;
        return all.flatMap(incident => {
          const wrong = faultsIn(incident, city, unsure);
          const its = texts.filter(({ number }) => number === incident.first || number === incident.second);
          return wrong.length > 0 ? [JSON.stringify({ wrong, incident, its })] : [];
        });
      }
      let found = await faults();
      for (const end = Date.now() + SETTLED_MS; found.length > 0 && Date.now() < end; ) {
        await dice.moment(MOMENT_MS.away);
        found = await faults();
      }
      expect(await fleet.stop()).toEqual([0, 0]);
      say(
        about,
        `${PROMOTIONS} promotions, ${counts.cut} of a replica that had missed the last moments, ${counts.kills} together with a process`,
        `${count} alerts, ${all.filter(({ takenAt }) => takenAt !== null).length} acknowledged; ${city.service.requests.count()} texts, ${counts.uncertain} uncertain; went wrong: ${found.length}`,
        ...found,
      );
      const twice = found.filter(words => /twice/.test(words));
      if (!KILLS || COPIES > 0) expect(KILLS ? twice : found).toEqual([]);
    });
  },
);
