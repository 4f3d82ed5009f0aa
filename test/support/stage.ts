import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished } from 'vitest';
import { createApp, type Overrides } from '../../src/app.ts';
import { readConfig, secretsOf } from '../../src/config.ts';
import { readTable } from '../../src/contacts/importing/reading/read.ts';
import { systemTime, type TimeSource } from '../../src/kit/clock.ts';
import { createLog } from '../../src/log.ts';
import {
  createPlayground,
  type Playground,
  type PlaygroundOptions,
  type Post,
} from '../../src/playground/index.ts';
import {
  createSmsService,
  type SmsService,
  type SmsServiceOptions,
} from '../../src/sms-service/testing/service.ts';
import type { Program, RunProgram } from '../real/support/program.ts';
import { ENCRYPTION_KEYS } from './encryption-keys.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { holdPort } from './ports.ts';
import { settled } from './settled.ts';
import { unhurriedSlack } from './unhurried.ts';

export type StageOptions = {
  service?: SmsServiceOptions;
  slack?: PlaygroundOptions;
  overrides?: Overrides;
  environment?: Record<string, string>;
  /** Starts the real program in its own process, on the machine's clock; by default, the app runs in the test. */
  program?: RunProgram;
  /** The app gets tokens by installation: the playground's first workspace has the app, but the app has no token for it yet. */
  oauth?: true;
  /** The app clock's start, if it must match the playground's. */
  startAt?: number;
  /** The transport of Slack's payloads; by default `SMS_TEST_MODE`, or else `http`. */
  mode?: Mode;
};

/** Transports, for `describe.each`. */
export const MODES = ['http', 'socket'] as const;
export type Mode = (typeof MODES)[number];

export type Stage = {
  slack: Playground;
  /** The SMS service; replaced by `serviceReturns`. */
  readonly service: SmsService;
  /** A valid API key of the service, and its account. */
  apiKey: string;
  accountId: number;
  dataDir: string;
  environment: Record<string, string>;
  /** The app's clock, which stands still unless a test moves it (preferably with `pass`). */
  clock: ManualClock;
  /** The clocks of the app's machine: `clock`, or the real ones if the app is a program. */
  time: TimeSource;
  /** The app's process, with `program`. */
  program(): Program;
  /** The app's address, without a trailing slash. */
  readonly appUrl: string;
  /** The whole log, at the most detailed level. */
  logged(): string;
  /** The bytes of all files in the data folder. */
  stored(): string;
  /** Links a key with the modal, as the admin; resolves with the modal's final content. */
  link(apiKey?: string, user?: string): Promise<string>;
  /** Types `/sms …` as a member (rafiq) in #general. */
  sms(text: string, from?: { user?: string; channel?: string }): ReturnType<Playground['command']>;
  /** Waits for a post whose text matches, in any channel, to anyone. */
  post(fits: RegExp): Promise<Post>;
  /** All current posts of the app whose text matches. */
  posts(fits?: RegExp): Post[];
  /** The messages the SMS service accepted, oldest first. */
  accepted(): string[];
  /** Polls until `look` is true, for changes that nothing announces. */
  until(look: () => boolean): Promise<void>;
  /** Resolves when nothing more happens without the clock. */
  quiet(): Promise<void>;
  /** Lets all work in progress end, then `ms` pass, then all work that this starts end. */
  pass(ms: number): Promise<void>;
  /** The same for hours and days without events: the app's machine sleeps through them. */
  sleep(ms: number): Promise<void>;
  serviceGoesAway(): Promise<void>;
  /** Starts the service again at the same address. */
  serviceReturns(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the app and starts it again on the same data. */
  restart(): Promise<void>;
};

const MEMBER = 'rafiq';
export const ADMIN = 'nusrat';
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The interval of polling, in which the processor is free for other processes. */
const LOOK_MS = 10;

let databases = 0;

/** Settings for an unused Redis database, if this run of the journeys is about Redis. */
function placeInEngine(): Record<string, string> {
  const url = inject('redis');
  if (!url) return {};
  databases += 1;
  const database = Number(process.env.VITEST_POOL_ID ?? 0) * 200 + databases;
  return { REDIS_URL: `${url}/${database}`, ENCRYPTION_KEYS };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that journeys run on instead of SQLite; see test/real/support/redis-for-all.ts. */
    redis?: string;
  }
}

/** The whole product on this machine: the app over real HTTP between the playground and the SMS service. */
export async function createStage(options: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'sms-stage-'));
  const dataDir = join(folder, 'app');
  // Reserves the service's port while the service is away.
  const held = await holdPort();
  const serviceOptions = {
    dataDir: join(folder, 'service'),
    port: held.port,
    ...options.service,
  };
  let service = await createSmsService(serviceOptions);
  let serviceIsThere = true;
  const slackClock = unhurriedSlack();
  const slack = await createPlayground({
    manifest: { features: { slash_commands: [{ command: '/sms', should_escape: true }] } },
    clock: slackClock,
    ...options.slack,
  });
  const account = service.accounts.create({ name: 'Padma', credits: '100' });
  const { key: apiKey } = service.keys.create(account.id);
  const clock = createManualClock(options.startAt);
  const mode = options.mode ?? (process.env.SMS_TEST_MODE === 'socket' ? 'socket' : 'http');
  const lines: string[] = [];
  const environment = {
    SMS_BASE_URL: service.url,
    SLACK_API_URL: slack.apiUrl,
    ...(mode === 'socket'
      ? { SLACK_APP_TOKEN: slack.appToken }
      : { SLACK_SIGNING_SECRET: slack.signingSecret }),
    ...(options.oauth
      ? {
          SLACK_CLIENT_ID: slack.oauth.clientId,
          SLACK_CLIENT_SECRET: slack.oauth.clientSecret,
          SLACK_STATE_SECRET: 'signs the state of installations',
        }
      : { SLACK_BOT_TOKEN: slack.botToken }),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'trace',
    ...placeInEngine(),
    ...options.environment,
  };

  let program: Program | null = null;
  let appUrl = '';
  let stopApp = async (): Promise<void> => undefined;

  async function startHere(): Promise<number> {
    const config = readConfig(environment);
    const log = createLog({
      level: config.logLevel,
      stream: { write: line => void lines.push(line) },
      secrets: secretsOf(config),
    });
    // On Redis, processes use the server's time.
    const time = config.storage.kind === 'redis' ? { clock } : { time: clock };
    const app = await createApp(config, log, {
      ...time,
      readFile: readTable,
      ...options.overrides,
    });
    stopApp = app.stop;
    return (await app.start()).port;
  }

  async function startProgram(run: RunProgram): Promise<number> {
    const running = run(environment);
    program = running;
    stopApp = async () => {
      running.kill('SIGTERM');
      await running.ended;
    };
    return running.listening;
  }

  const stage: Stage = {
    slack,
    get service() {
      return service;
    },
    apiKey,
    accountId: account.id,
    dataDir,
    environment,
    clock,
    time: options.program ? systemTime : clock,
    program() {
      if (!program) throw new Error('The app does not run as a program here');
      return program;
    },
    get appUrl() {
      return appUrl;
    },
    logged: () => program?.output() ?? lines.join(''),
    stored: () =>
      readdirSync(dataDir)
        .map(file => readFileSync(join(dataDir, file), 'latin1'))
        .join(''),
    async link(key = apiKey, user = ADMIN) {
      const before = slack.openViews(user);
      await slack.command({ user, text: 'link' });
      const form = await slack.waitForView(
        user,
        view => !before.includes(view) && view.content.submit !== undefined,
      );
      await slack.submit(form, { api_key: key });
      const content = () => JSON.stringify(form.content.blocks);
      await slack.waitFor(() => !content().includes('Checking the key'), 'the modal’s last word');
      return content();
    },
    sms: (text, from = {}) => slack.command({ user: MEMBER, text, ...from }),
    post: fits => slack.waitForPost(post => fits.test(post.text), `a post like ${fits}`),
    posts: (fits = /^/) =>
      slack.posts().filter(({ author, text }) => author.kind === 'app' && fits.test(text)),
    accepted: () => service.log.list().map(text => text.message),
    async until(look) {
      while (!look()) await sleep(LOOK_MS);
    },
    async quiet() {
      // Except for Redis, both ends of every connection are in this process, so news takes a few turns at most.
      await settled(100, () => {
        const answered = slack.traffic.all.filter(call => call.response ?? call.failure).length;
        const replied = service.requests.list().filter(request => request.status !== null).length;
        return [slack.traffic.all.length, answered, service.requests.count(), replied, lines.length].join();
      });
    },
    async pass(ms) {
      await stage.quiet();
      await clock.advance(ms);
      await stage.quiet();
    },
    async sleep(ms) {
      await stage.quiet();
      await clock.sleep(ms);
      await stage.quiet();
    },
    async serviceGoesAway() {
      serviceIsThere = false;
      await service.close();
    },
    async serviceReturns() {
      service = await createSmsService(serviceOptions);
      serviceIsThere = true;
    },
    async stop() {
      const stop = stopApp;
      stopApp = async () => undefined;
      await stop();
    },
    async start() {
      const { opened } = slack.sockets;
      appUrl = `http://127.0.0.1:${await (options.program ? startProgram(options.program) : startHere())}`;
      if (mode === 'http') return slack.connect(`${appUrl}/slack/events`);
      // A test's faults at Slack may delay the connection.
      if (slack.faults.active().length > 0) return;
      await slack.waitFor(() => slack.sockets.opened > opened, 'a Socket Mode connection');
    },
    async restart() {
      await stage.stop();
      await stage.start();
    },
  };

  await stage.start();
  onTestFinished(async () => {
    slack.faults.clear();
    if (serviceIsThere) await service.close();
    await stage.stop();
    await slack.close();
    slackClock.stop();
    held.release();
    rmSync(folder, { recursive: true });
  });
  return stage;
}

/** Lets time pass, second by second, until `look` is true. */
export async function passUntil(stage: Pick<Stage, 'pass'>, look: () => boolean): Promise<void> {
  const isSo = async (): Promise<boolean> => {
    if (!look()) await stage.pass(SECOND);
    return look();
  };
  await expect.poll(isSo, { timeout: 30_000 }).toBe(true);
}

/** A stage with a linked key; the service's request log starts empty. */
export async function createLinkedStage(options: StageOptions = {}): Promise<Stage> {
  const stage = await createStage(options);
  await stage.link();
  await stage.quiet();
  stage.service.requests.clear();
  return stage;
}
