import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StorageChoice } from '../../../src/storage/open.ts';
import { createFastTime, type FastTime } from '../support/fast-time.ts';
import { startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer } from '../support/redis-server.ts';
import { hasLibfaketime } from '../support/set-clock.ts';
import { countsOfBroadcasts, drawUpBroadcasts, judgeBroadcasts } from './broadcast-judgement.ts';
import { type Broadcasting, createBroadcasting } from './broadcasting.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice, type Dice } from './dice.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { say } from './say.ts';
import { leftIn, readRedis, readSqlite, type Stored } from './stored.ts';
import { rareFault, troubleService, troubleSlack } from './trouble.ts';

/*
 * The app is killed again and again while it texts broadcasts, between an SMS service and a Slack that fail some of what they
 * are asked; on Redis, replicas are promoted too. In the end each row is looked up at the store and at the SMS service: nobody
 * was texted twice, every row has ended, and what is counted is the service's log to the last decimal.
 *
 * Time runs fast for the app, the SMS service and Redis alike, or a broadcast of 500 would take nine minutes.
 *
 *   CHAOS_KILLS=50 CHAOS_ROWS=500  the long form: this many kills, for each engine, during broadcasts of this size
 *   PROMOTIONS=5                   so many promotions of a replica among the kills
 *   CHAOS_SEED=…                   repeats the choices of an earlier run, which printed its seed
 */

const KILLS = Number(process.env.CHAOS_KILLS) || 4;
const ROWS = Number(process.env.CHAOS_ROWS) || 40;
const PROMOTIONS = Number(process.env.PROMOTIONS) || 1;
const SPEED = 10;
const TEAMS = 4;
const MOMENT_MS = { life: 1500, away: 1000 };
const PATIENCE_MS = 240_000;

const options = { timeout: KILLS * 10_000 + PROMOTIONS * 30_000 + PATIENCE_MS };

type Setting = {
  about: string;
  /** The store as the processes that were killed left it. */
  read(): Stored | Promise<Stored>;
  choice(): Promise<StorageChoice>;
  environment: Record<string, string>;
  processes: number;
  /** What else goes wrong after the `nth` kill. */
  trouble(nth: number, dice: Dice): Promise<void>;
};

async function run(time: FastTime, setting: Setting): Promise<void> {
  const { about, processes } = setting;
  const dice = createDice();
  say(about, `seed ${dice.seed}`);
  const city = await createCity({ teams: TEAMS, clock: time.service });
  onTestFinished(city.close);
  await linkKeys(city, await setting.choice());
  const environment = { ...city.environment, ...time.environment, ...setting.environment };
  const fleet = createFleet(environment, dice, time.program);
  const broadcasting = createBroadcasting(city, dice, { ...setting, time: time.clock, rows: ROWS });
  const interrupted = new Set<string>();
  const left = async () => {
    for (const { id, state } of (await setting.read()).texts) if (state === 'sending') interrupted.add(id);
  };

  await broadcasting.tend({ more: true });
  await Promise.all(Array.from({ length: processes }, (_, index) => fleet.start(index)));
  const endTrouble = [troubleService(city.service, dice, rareFault), troubleSlack(city.slack, dice)];
  for (let kills = 0; kills < KILLS; kills++) {
    await dice.moment(MOMENT_MS.life);
    await fleet.kill(kills % processes);
    await left();
    await setting.trouble(kills, dice);
    await left();
    await broadcasting.tend({ more: true });
    const started = fleet.startMissing();
    // Some die while they start.
    if (dice.below(6) >= 1) await started;
  }
  for (const end of endTrouble) end();
  await settled(setting.read, broadcasting, fleet);
  expect(await fleet.stop()).toEqual(Array.from({ length: processes }, () => 0));

  const all = await broadcasting.read();
  const ledger = drawUpBroadcasts(city.service, all);
  const { made, resumed, paused, cancelled } = broadcasting.counts;
  say(
    about,
    `${KILLS} times kill -9 during broadcasts of ${ROWS}; ${made} made, ${paused} times paused, ${resumed} times resumed, ${cancelled} cancelled`,
    ...countsOfBroadcasts(ledger, all),
  );
  const broken = judgeBroadcasts(ledger, all, interrupted);
  expect(broken.length, broken.slice(0, 20).join('\n')).toBe(0);
  expect(ledger.own429s).toBe(0);
}

/** Those whose making failed never started. */
const isAllOver = ({ broadcasts }: Stored): boolean =>
  broadcasts.every(state => state !== 'running' && state !== 'paused');

/** Until all have ended and Slack knows; whatever paused by itself is told to go on. */
async function settled(read: Setting['read'], broadcasting: Broadcasting, fleet: Fleet): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const stored = await read();
    const isOver = isAllOver(stored);
    return isOver ? leftIn(stored).length === 0 : !stored.broadcasts.includes('running');
  };
  await vi.waitFor(async () => expect(await isQuiet()).toBe(true), { timeout: PATIENCE_MS, interval: 1000 });
  if (isAllOver(await read())) return;
  await fleet.stop();
  await broadcasting.tend({ more: false });
  await fleet.startMissing();
  return settled(read, broadcasting, fleet);
}

test(
  'kill -9 during broadcasts, on SQLite: nobody is texted twice, no row is without an end',
  options,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sms-chaos-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    await run(createFastTime(SPEED), {
      about: 'broadcasts, SQLite',
      read: () => readSqlite(dataDir),
      choice: async () => ({ kind: 'sqlite', dataDir }),
      environment: { DATA_DIR: dataDir },
      processes: 1,
      trouble: async () => undefined,
    });
  },
);

describe.skipIf(!hasRedisServer() || !hasLibfaketime())('on Redis', () => {
  test(
    'kill -9 and promotions of a replica during broadcasts: nobody is texted twice, no row is without an end',
    options,
    async () => {
      const time = createFastTime(SPEED);
      const redis = await startGuarded({ downAfterMs: 1000 * SPEED, environment: time.redis });
      const every = Math.ceil(KILLS / PROMOTIONS);
      await run(time, {
        about: 'broadcasts, Redis',
        read: async () => readRedis((await redis.master()).url),
        choice: async () => ({ kind: 'redis', url: redis.url, replicas: 1 }),
        environment: { REDIS_URL: redis.url, REDIS_REPLICAS: '1' },
        processes: 2,
        async trouble(nth, dice) {
          if (nth % every !== every - 1) return;
          const master = await redis.master();
          await master.kill();
          await redis.successorOf(master);
          await dice.moment(MOMENT_MS.away);
          await master.start();
          await redis.copied(1);
        },
      });
    },
  );
});
