import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFastTime, type FastTime } from '../support/fast-time.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { hasLibfaketime } from '../support/set-clock.ts';
import type { Beside } from './beside.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet } from './fleet.ts';
import { say } from './say.ts';
import { goOn, judgeRuns, schedule, toCome } from './scheduling.ts';
import { leftIn, readRedis, readSqlite, type Stored } from './stored.ts';
import { rareFault, troubleService, troubleSlack } from './trouble.ts';

/*
 * In each workspace a text and a broadcast are due at the same minute, and around that minute the app is killed: shortly
 * before, so that it is down when they are due, or while it makes their runs. On Redis there are two of it, and sometimes
 * both are killed. In the end each run happened once, and everybody has one text that ended.
 *
 * Time runs fast for the app, the SMS service and Redis alike, or each kill would take minutes.
 *
 *   CHAOS_KILLS=50 CHAOS_ROWS=200  the long form: this many due minutes for each engine, with broadcasts of this size
 *   CHAOS_SEED=…                   repeats the choices of an earlier run, which printed its seed
 */

const KILLS = Number(process.env.CHAOS_KILLS) || 4;
const ROWS = Number(process.env.CHAOS_ROWS) || 30;
const SPEED = 10;
const TEAMS = 3;
const MINUTE_MS = 60_000;
/** In real time: how long the programs may take to start before the first minute, and how close to it a kill comes. */
const START_MS = 5000;
const AROUND_MS = { before: 400, after: 600 };
const PATIENCE_MS = 240_000;

const options = { timeout: KILLS * 20_000 + PATIENCE_MS };

type Setting = {
  about: string;
  read(): Stored | Promise<Stored>;
  choice: Beside['choice'];
  environment: Record<string, string>;
  processes: number;
};

async function run(time: FastTime, setting: Setting): Promise<void> {
  const { about, processes, read, choice } = setting;
  const beside = { choice, time: time.clock };
  const dice = createDice();
  say(about, `seed ${dice.seed}`);
  const city = await createCity({ teams: TEAMS, clock: time.service });
  onTestFinished(city.close);
  await linkKeys(city, await choice());
  const first = Math.ceil((time.clock.wall() + START_MS * SPEED) / MINUTE_MS) * MINUTE_MS;
  const times = Array.from({ length: KILLS }, (_, nth) => first + nth * MINUTE_MS);
  const planned = await schedule(city, { ...beside, rows: ROWS, times });
  const environment = { ...city.environment, ...time.environment, ...setting.environment };
  const fleet = createFleet(environment, dice, time.program);
  const reached = (wall: number): Promise<void> =>
    new Promise(resolve => time.clock.after(Math.max(0, wall - time.clock.wall()), resolve));

  await Promise.all(Array.from({ length: processes }, (_, index) => fleet.start(index)));
  const endTrouble = [troubleService(city.service, dice, rareFault), troubleSlack(city.slack, dice)];
  let both = 0;
  for (const [nth, due] of times.entries()) {
    const isBefore = dice.below(3) < 1;
    await reached(isBefore ? due - AROUND_MS.before * SPEED : due);
    await dice.moment(isBefore ? AROUND_MS.before : AROUND_MS.after);
    const isBoth = processes > 1 && dice.below(3) < 1;
    if (isBoth) both += 1;
    await Promise.all([nth, ...(isBoth ? [nth + 1] : [])].map(one => fleet.kill(one % processes)));
    if (isBefore) await reached(due);
    const started = fleet.startMissing();
    // Some die while they start.
    if (dice.below(6) >= 1) await started;
  }
  for (const end of endTrouble) end();
  const isPaused = ({ runs }: Stored): boolean => runs.some(({ state }) => state === 'paused');
  /** Until all is over, and Slack knows; whatever paused is told to go on. */
  async function settled(): Promise<void> {
    const left = async (): Promise<string[]> => {
      const stored = await read();
      return [...toCome(planned, stored), ...(isPaused(stored) ? [] : leftIn(stored))];
    };
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: PATIENCE_MS, interval: 200 });
    if (!isPaused(await read())) return;
    await fleet.stop();
    await goOn(beside, await read());
    await fleet.startMissing();
    return settled();
  }
  await settled();
  expect(await fleet.stop()).toEqual(Array.from({ length: processes }, () => 0));

  const stored = await read();
  const states = Map.groupBy(stored.texts, ({ state }) => state);
  const counts = [...states].map(([state, { length }]) => `${length} ${state}`).join(', ');
  say(
    about,
    `${KILLS} due minutes with kill -9 around each${both > 0 ? ` (${both} times of both programs)` : ''}`,
    `${planned.length} runs, a broadcast of ${ROWS} each second one; texts: ${counts}`,
  );
  const broken = judgeRuns(planned, stored, city.service);
  expect(broken.length, broken.slice(0, 20).join('\n')).toBe(0);
}

test(
  'kill -9 around due runs, on SQLite: each happens once, nobody is texted twice, and none is lost',
  options,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sms-chaos-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    await run(createFastTime(SPEED), {
      about: 'schedules, SQLite',
      read: () => readSqlite(dataDir),
      choice: async () => ({ kind: 'sqlite', dataDir }),
      environment: { DATA_DIR: dataDir },
      processes: 1,
    });
  },
);

describe.skipIf(!hasRedisServer() || !hasLibfaketime())('on Redis', () => {
  test(
    'kill -9 of one or both of two programs around due runs: each happens once, nobody is texted twice, and none is lost',
    options,
    async () => {
      const time = createFastTime(SPEED);
      const { url, close } = await startRedisServer(null, time.redis);
      onTestFinished(close);
      await run(time, {
        about: 'schedules, Redis',
        read: () => readRedis(url),
        choice: async () => ({ kind: 'redis', url }),
        environment: { REDIS_URL: url },
        processes: 2,
      });
    },
  );
});
