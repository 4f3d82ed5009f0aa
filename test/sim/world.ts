import { type App, createApp } from '../../src/app.ts';
import { readConfig, secretsOf } from '../../src/config.ts';
import { readTable } from '../../src/contacts/importing/reading/read.ts';
import { StorageError } from '../../src/kit/store/errors.ts';
import { createNewId } from '../../src/kit/store/ids.ts';
import type { Storage } from '../../src/kit/store/storage.ts';
import { createLog } from '../../src/log.ts';
import { meghna, padma } from '../../src/playground/world/seed.ts';
import type { WindowKind } from '../../src/sms-service/testing/service.ts';
import { ENCRYPTION_KEYS } from '../support/encryption-keys.ts';
import { createClock, type Process, type SimClock } from './clock.ts';
import type { Dice } from './dice.ts';
import { Disk, type Fate } from './disk.ts';
import { type HttpAnswer, type HttpAsk, serve } from './http.ts';
import { createService, type Service } from './service.ts';
import { createSlack, SIGNING_SECRET, type SimSlack, SLACK } from './slack.ts';
import { type Host, openDisk, SHARED } from './storage.ts';

export const PADMA = { ...padma, botToken: 'xoxb-padma-0001' };
export const MEGHNA = { ...meghna, botToken: 'xoxb-meghna-001' };
export const PUBLIC_URL = 'https://app.sim';
/** Saturday in Dhaka: three in the afternoon, and three minutes before midnight. */
export const AFTERNOON = Date.UTC(2026, 10, 21, 9);
export const EVENING = Date.UTC(2026, 10, 21, 17, 57);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

const config = readConfig({
  SMS_BASE_URL: 'https://sms.sim',
  SLACK_API_URL: `${SLACK}/api`,
  SLACK_CLIENT_ID: '1.1',
  SLACK_CLIENT_SECRET: 'none',
  SLACK_STATE_SECRET: 'signs the state of installations, 32',
  SLACK_SIGNING_SECRET: SIGNING_SECRET,
  ENCRYPTION_KEYS,
  PUBLIC_URL,
  LOG_LEVEL: 'debug',
});

/** A process of the app; `app` is null while it starts. */
type Running = { host: Process; app: App | null };

/** One process with a disk of its own, or several that share one. */
export type WorldOptions = {
  dice: Dice;
  processes: number;
  shared: boolean;
  window: WindowKind;
  start: number;
  /** Multiplies every duration of the disk: a busy machine. */
  slowDisk?: number;
};

type PlannedFate = { words: string; isTime: () => boolean; fate: Fate; times: number };

export type World = {
  clock: SimClock;
  dice: Dice;
  disk: Disk;
  slack: SimSlack;
  service: Service;
  shared: boolean;
  deaths: number[];
  logged: string[];
  /** The percentage of requests to the app whose connection breaks. */
  trouble: { broken: number };
  /** The fates of the next commits that write these words, once `isTime`. */
  plannedFates: PlannedFate[];
  /** Starts all processes. */
  start(): Promise<void>;
  /** Kills a process, a random one by default; it starts again after a while. */
  kill(nth?: number): void;
  /** True if all processes run. */
  isUp(): boolean;
  /** Kills all processes; they start again after `ms`. */
  outage(ms: number): void;
  /** Stops a process as an operator does, and starts it again. */
  restart(nth: number): Promise<void>;
  /** Puts the machine of a process to sleep. */
  sleep(which: number | Process, ms: number): void;
  /** Passes a request to a random process; null if none answered. */
  ask(request: HttpAsk): Promise<HttpAnswer | null>;
  /** Waits until `look` is true, for `ms` at most; resolves with whether it is. */
  until(look: () => unknown, ms: number): Promise<boolean>;
  pause(ms: number): Promise<void>;
  /** The time in Dhaka after `ms`, as in 15:04. */
  timeIn(ms: number): string;
  /** Runs `work` on the store as another program. */
  inStore<T>(work: (storage: Storage, newId: () => string) => Promise<T>): Promise<T>;
  /** Ends all processes. */
  end(): void;
};

export function createSimWorld({
  dice,
  processes,
  shared,
  window,
  start,
  slowDisk = 1,
}: WorldOptions): World {
  const clock = createClock(start);
  const disk = new Disk();
  disk.clock = clock.machine.monotonic;
  const net = dice.apart('network');
  const running: (Running | null)[] = Array.from({ length: processes }, () => null);
  const deaths: number[] = [];
  const logged: string[] = [];
  const service = createService(clock, dice.apart('service'), window);
  const slack = createSlack({ clock, dice: dice.apart('slack'), workspaces: [PADMA, MEGHNA], ask });
  const log = createLog({
    level: 'debug',
    stream: { write: line => void logged.push(line) },
    secrets: secretsOf(config),
  });
  let started = 0;

  const hostOf = (host: Process, nth: number): Host => ({
    isAlive: () => host.alive,
    die: () => kill(nth),
    after: (ms, run) => clock.after(ms, run, host),
    takes: most => net.below(most * slowDisk),
  });

  async function boot(nth: number): Promise<void> {
    const host: Process = {
      name: `process ${++started}`,
      alive: true,
      asleepUntil: 0,
      sleptMs: 0,
      died: Promise.withResolvers<null>(),
    };
    const time = { ...clock.machine, monotonic: () => clock.machine.monotonic() - host.sleptMs };
    const mine: Running = { host, app: null };
    running[nth] = mine;
    const newId = createNewId(clock.machine.wall);
    const storage = openDisk(disk, {
      time,
      newId,
      host: hostOf(host, nth),
      sharing: shared ? SHARED : null,
    });
    const app = await createApp(config, log, {
      time: { ...time, after: (ms, run) => clock.after(ms, run, host) },
      newId,
      storage,
      gateway: service.gatewayOf(host),
      slackFetch: slack.fetchOf(host),
      readFile: readTable,
      listens: false,
    });
    try {
      await app.start();
      if (host.alive) mine.app = app;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // The program logs the error and exits, and is started again.
      kill(nth);
    }
  }

  function kill(nth = net.below(processes), awayMs: number | null = null): void {
    const it = running[nth];
    if (!it?.host.alive) return;
    it.host.alive = false;
    it.host.died.resolve(null);
    running[nth] = null;
    deaths.push(clock.now());
    const ms = awayMs ?? 500 + net.below(net.percent(80) ? 5000 : 60_000);
    clock.after(ms, () => void boot(nth));
  }

  async function ask(request: HttpAsk): Promise<HttpAnswer | null> {
    await world.pause(net.below(40));
    const there = running.filter(process => process?.app && process.host.asleepUntil <= clock.now());
    const it = there[net.below(Math.max(1, there.length))];
    if (!it?.app || net.percent(world.trouble.broken)) return null;
    const { host, app } = it;
    const isBroken = net.percent(world.trouble.broken);
    const answered = serve(app.serve, request).then(async answer => {
      await world.pause(net.below(40));
      return host.alive && !isBroken ? answer : null;
    });
    return Promise.race([answered, host.died.promise]);
  }

  const world: World = {
    clock,
    dice,
    disk,
    slack,
    service,
    shared,
    deaths,
    logged,
    ask,
    kill: nth => kill(nth),
    isUp: () => running.every(process => process?.app),
    outage(ms) {
      for (const nth of running.keys()) kill(nth, ms);
    },
    trouble: { broken: 0 },
    plannedFates: [],
    async start() {
      for (const nth of running.keys()) void boot(nth);
      await clock.run(SECOND);
    },
    async restart(nth) {
      const it = running[nth];
      if (!it?.app || !it.host.alive) return;
      running[nth] = null;
      await it.app.stop();
      if (!it.host.alive) return;
      it.host.alive = false;
      clock.after(net.below(3000), () => void boot(nth));
    },
    sleep(which, ms) {
      const host = typeof which === 'number' ? running[which]?.host : which;
      if (!host || host.asleepUntil > clock.now()) return;
      host.asleepUntil = clock.now() + ms;
      host.sleptMs += ms;
    },
    until: (look, ms) =>
      new Promise(resolve => {
        const end = clock.now() + ms;
        const again = (): void => {
          if (look()) resolve(true);
          else if (clock.now() >= end) resolve(false);
          else clock.after(200, again);
        };
        again();
      }),
    timeIn: ms => new Date(clock.now() + ms + 6 * 60 * MINUTE).toISOString().slice(11, 16),
    pause: ms => new Promise(resolve => clock.after(ms, resolve)),
    async inStore(work) {
      // As any process does, waits until live processes have written their lost commits again.
      for (let tries = 0; tries < 50 && disk.isRecovering(); tries++) await world.pause(250);
      const newId = createNewId(clock.machine.wall);
      const host: Host = {
        isAlive: () => true,
        die: () => undefined,
        after: (_ms, run) => {
          queueMicrotask(run);
          return () => undefined;
        },
        takes: () => 0,
      };
      const fateOf = disk.fateOf;
      const before = disk.commits;
      disk.fateOf = () => 'fine';
      const storage = openDisk(disk, { time: clock.machine, newId, host, sharing: null });
      const result = await work(storage, newId);
      await storage.close();
      // A store that loses seconds keeps this: the oracle couldn't judge by a fact that was lost.
      disk.copied();
      disk.commits = before;
      disk.fateOf = fateOf;
      return result;
    },
    end() {
      for (const it of running) if (it) it.host.alive = false;
      running.fill(null);
    },
  };
  return world;
}
