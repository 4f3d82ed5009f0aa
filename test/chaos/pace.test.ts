import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WindowKind } from '../../src/sms-service/index.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { type City, createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { say } from './say.ts';
import { leftIn, readRedis } from './stored.ts';

/*
 * One key, two real programs on one Redis, and more to send than the minute allows, on the real clock: everybody uses
 * the clock of Redis, which can't be moved. In each minute one of the two is killed in the middle of its burst and
 * restarted, and the SMS service must have no reason for a 429.
 *
 *   PACE_MINUTES=5  the long form
 */

const MINUTES = Number(process.env.PACE_MINUTES) || 1;
const MINUTE_MS = 60_000;
/** More than the minutes before allow. */
const TEXTS = 58 * MINUTES + 12;
/** Until what a killed process had begun is called uncertain, and everything is reported. */
const SETTLED_MS = 3 * MINUTE_MS;

async function typeAll({ slack, teams: [team] }: City, fleet: Fleet): Promise<number> {
  if (!team) throw new Error('Nobody is there');
  const typed: Promise<{ status: number; body: string }>[] = [];
  for (let n = 0; n < TEXTS; n++) {
    slack.connect(`${fleet.target()}/slack/events`);
    const text = `01712345678 parcel ${n} is on its way`;
    typed.push(slack.command({ user: team.user, team: team.id, channel: team.channel, text }));
    if (n % 10 === 9) await Promise.all(typed);
  }
  const acks = (await Promise.all(typed)).filter(({ status, body }) => status === 200 && body === '');
  return acks.length;
}

async function run(redis: RedisServer, window: WindowKind): Promise<void> {
  const dice = createDice();
  const city = await createCity({ teams: 1, window });
  onTestFinished(city.close);
  const { service } = city;
  const url = redis.freshUrl();
  await linkKeys(city, { kind: 'redis', url });
  const fleet = createFleet({ ...city.environment, REDIS_URL: url }, dice);
  await Promise.all([fleet.start(0), fleet.start(1)]);

  const killing = (async () => {
    for (let minute = 0; minute < MINUTES; minute++) {
      await service.requests.reached(minute * 56 + 5 + Math.floor(dice.below(40)));
      await fleet.kill(minute % 2);
      await fleet.startMissing();
    }
  })();
  const acked = await typeAll(city, fleet);
  await killing;
  const settled = async () => expect(leftIn(await readRedis(url))).toEqual([]);
  await vi.waitFor(settled, { timeout: (MINUTES + 1) * MINUTE_MS + SETTLED_MS, interval: 1000 });
  const { texts } = await readRedis(url);
  expect(await fleet.stop()).toEqual([0, 0]);

  const requests = service.requests.list();
  const first = requests[0]?.at ?? 0;
  const inFirst = requests.filter(({ at }) => at <= first + 62_000).length;
  const refused = requests.filter(({ code }) => code === 'RATE_LIMITED');
  const ended = Map.groupBy(texts, ({ state }) => state);
  const states = [...ended].map(([state, all]) => `${all.length} ${state}`).join(', ');
  say(
    `pace, ${window}`,
    `seed ${dice.seed}: ${TEXTS} texts typed, ${acked} acked: ${states}; ${MINUTES} times kill -9`,
    `${requests.length} requests, ${inFirst} of them in the first 62 s; refused with 429: ${refused.length}`,
  );
  expect(refused).toEqual([]);
  expect(texts.length).toBeGreaterThanOrEqual(acked);
  expect(new Set(requests.map(({ message }) => message)).size, 'none twice').toBe(requests.length);
}

describe.skipIf(!hasRedisServer())('the pace of one key', () => {
  test('over two processes and kill -9, with a service that counts a sliding or a fixed minute: no 429', {
    timeout: (MINUTES + 1) * MINUTE_MS + 2 * SETTLED_MS,
  }, async () => {
    const redis = await startRedisServer();
    onTestFinished(redis.close);
    await Promise.all([run(redis, 'sliding'), run(redis, 'fixed')]);
  });
});
