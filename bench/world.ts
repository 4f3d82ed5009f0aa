import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { systemTime } from '../src/kit/clock.ts';
import type { LocalNumber } from '../src/kit/number.ts';
import { createNewId } from '../src/kit/store/ids.ts';
import type { Storage, StorageChoice } from '../src/kit/store/storage.ts';
import type { Intent } from '../src/texts/intent.ts';
import { openStorage } from '../src/wiring/storage.ts';
import { fingerprintOf } from '../src/workspace/linked-keys.ts';
import { createSealer } from '../src/workspace/sealing.ts';
import { startRedisServer } from '../test/real/support/redis-server.ts';
import { ENCRYPTION_KEYS } from '../test/support/encryption-keys.ts';
import { teamOf } from './commands.ts';
import { BOT_TOKEN, type Program, SIGNING_SECRET, startProgram } from './parts.ts';
import { serve } from './wire.ts';

const NUMBER = '01712345678' as LocalNumber;
const TEXT_LIFETIME_MS = 15 * 60_000;

export type Engine = 'sqlite' | 'redis';

/** A Slack, an SMS service and a store with linked keys and known people, for one or more apps. */
export type World = {
  slackUrl: string;
  /** Starts an app on the store in its own process. */
  start(): Promise<Program>;
  /** Starts the app in this process. */
  startHere(): Promise<{ url: string; stop(): Promise<void> }>;
  /** Before any app starts: adds texts of all workspaces in turn, due `afterMs` after this is done. */
  fill(texts: number, afterMs: number): Promise<void>;
  /** Called for each request to send a text. */
  onText(listener: () => void): void;
  /** Called for each Home tab that is published. */
  onPage(listener: () => void): void;
  /** The folder of the store on SQLite, for what a measurement writes there before any app starts. */
  dataDir: string;
  serviceUrl: string;
  /** Resolves when Slack got reports about all texts of the service, and about `least` at least. */
  reported(least?: number): Promise<void>;
  close(): Promise<void>;
};

export async function createWorld(engine: Engine, teams: number): Promise<World> {
  let texts = 0;
  let posts = 0;
  let onPost: () => void = () => undefined;
  let listener: () => void = () => undefined;
  let pageListener: () => void = () => undefined;
  const slackEnd = await serve(head => {
    posts += 1;
    onPost();
    if (head.includes('/views.publish ')) pageListener();
    return '{"ok":true,"ts":"1.1","channel":"C1"}';
  });
  const serviceEnd = await serve(() => {
    texts += 1;
    listener();
    return '{"success":true,"message":"sent","log_id":1,"cost":0.35,"balance":99.65}';
  });
  const redis = engine === 'redis' ? await startRedisServer() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-bench-'));
  const choice: StorageChoice = redis
    ? { kind: 'redis', url: redis.freshUrl() }
    : { kind: 'sqlite', dataDir };
  await withStorage(choice, storage => linkKeys(storage, teams, serviceEnd.url));

  const environment: Record<string, string> = {
    SMS_BASE_URL: serviceEnd.url,
    SLACK_API_URL: `${slackEnd.url}/api`,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    ENCRYPTION_KEYS,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...(choice.kind === 'redis' ? { REDIS_URL: choice.url } : {}),
  };
  const programs: Program[] = [];
  return {
    slackUrl: slackEnd.url,
    async start() {
      const program = await startProgram('src/main.ts', environment);
      programs.push(program);
      return program;
    },
    async startHere() {
      const config = readConfig({ ...environment, HOST: '127.0.0.1', PORT: '0' });
      const app = await createApp(config, pino({ level: 'silent' }));
      const { port } = await app.start();
      return { url: `http://127.0.0.1:${port}`, stop: app.stop };
    },
    fill: (texts, afterMs) =>
      withStorage(choice, storage =>
        fill(storage, { texts, teams, afterMs, baseUrl: serviceEnd.url, slackUrl: slackEnd.url }),
      ),
    onText: run => {
      listener = run;
    },
    onPage: run => {
      pageListener = run;
    },
    dataDir,
    serviceUrl: serviceEnd.url,
    reported: (least = 0) =>
      new Promise(resolve => {
        onPost = () => {
          if (posts >= Math.max(texts, least)) resolve();
        };
        onPost();
      }),
    async close() {
      for (const program of programs) await program.stop();
      await Promise.all([slackEnd.close(), serviceEnd.close(), redis?.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function withStorage<T>(choice: StorageChoice, work: (storage: Storage) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' });
  const storage = await openStorage(choice, { time: systemTime, newId: createNewId(Date.now), log });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

const INTENTS_PER_STEP = 100;

/** Adds a key for each workspace, because rates are per key, and a person whom the app needn't look up in Slack. */
async function linkKeys(storage: Storage, teams: number, baseUrl: string): Promise<void> {
  const sealer = createSealer([Buffer.from(ENCRYPTION_KEYS, 'base64')]);
  const facts = { deactivated: false, admin: false, guest: false, otherTeam: false };
  const unknown = { phone: null, zone: null, name: null };
  const all = Array.from({ length: teams }, async (_, index) => {
    const team = teamOf(index);
    await storage.documents.set(team, 'linked-key', {
      sealed: sealer.seal(`key-${team}`, `api key of ${team}`),
      fingerprint: fingerprintOf(baseUrl, `key-${team}`),
      linkedBy: 'U2',
      linkedAt: Date.now(),
      baseUrl,
    });
    await storage.documents.set(team, 'person U1', { facts: { ...facts, ...unknown }, at: Date.now() });
  });
  await Promise.all(all);
}

/** Adds commands that were accepted and planned, as far as the store knows, while the app was stopped. */
async function fill(
  { intents: open }: Storage,
  how: { texts: number; teams: number; afterMs: number; baseUrl: string; slackUrl: string },
): Promise<void> {
  // Far enough ahead that all are stored before the first is due.
  const due = Date.now() + 3000 + how.texts * 2 + how.afterMs;
  for (let index = 0; index < how.texts; index += INTENTS_PER_STEP) {
    const intents = Array.from({ length: INTENTS_PER_STEP }, (_, offset) =>
      intentOf(index + offset, how, due),
    );
    await Promise.all(
      intents.map(async intent => {
        const { id, message, workspace, priority } = intent;
        const fingerprint = fingerprintOf(how.baseUrl, `key-${workspace}`);
        const text = { number: NUMBER, message, parts: 1, priority, expiresAt: due + TEXT_LIFETIME_MS };
        const own = { reads: [], serializeBy: workspace, plan: () => null };
        await open.accept(intent, own, { now: due, leaseUntil: due, mayClaim: false });
        await open.plan(
          id,
          {
            kind: 'texts',
            fingerprint,
            texts: [text],
            askIfSentSince: null,
            limits: null,
            omitted: [],
            retryAt: null,
          },
          due,
        );
      }),
    );
  }
  const remainingMs = due - how.afterMs - Date.now();
  if (remainingMs < 0) throw new Error('Writing the texts took too long: they are due already');
  await new Promise(resolve => setTimeout(resolve, remainingMs));
}

function intentOf(index: number, how: { teams: number; slackUrl: string }, at: number): Intent {
  return {
    id: `intent-${index}`,
    workspace: teamOf(index % how.teams),
    source: 'command',
    resendOf: null,
    actor: 'U1',
    to: [{ kind: 'number', number: NUMBER }],
    message: `hello ${index}`,
    priority: 'people',
    confirmed: true,
    replyTo: {
      responseUrl: `${how.slackUrl}/response/${index}`,
      channel: 'C1',
      userId: 'U1',
      threadTs: null,
      threadLink: null,
    },
    language: 'en',
    acceptedAt: at,
  };
}
