import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openStorage, type StorageChoice } from '../src/storage/open.ts';
import { fingerprintOf } from '../src/workspaces/linked-keys.ts';
import { createSealer } from '../src/workspaces/sealing.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { BOT_TOKEN, type Program, SIGNING_SECRET, serve, startProgram } from './parts.ts';

const KEY = Buffer.alloc(32, 7);

export type Engine = 'sqlite' | 'redis';

/** The app between a Slack and an SMS service that do as they are told, with keys linked and people known. */
export type World = {
  app: Program;
  slackUrl: string;
  /** Another process on the same store (Redis). */
  another(): Promise<Program>;
  /** Called at each request for a text, with its message. */
  onText(listener: (message: string) => void): void;
  slack: { status: number };
  service: { hangs: boolean };
  close(): Promise<void>;
};

export const teamOf = (index: number): string => `T${String(index).padStart(6, '0')}`;

export async function createWorld(engine: Engine, teams: number): Promise<World> {
  const slack = { status: 200 };
  const service = { hangs: false };
  let listener: (message: string) => void = () => undefined;
  const slackSide: RequestListener = (incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(slack.status, { 'content-type': 'application/json' });
    outgoing.end('{"ok":true,"ts":"1.1","channel":"C1","user":{"id":"U1","profile":{}}}');
  };
  const serviceSide: RequestListener = (incoming, outgoing) => {
    let body = '';
    incoming.on('data', data => {
      body += data;
    });
    incoming.on('end', () => {
      listener(new URLSearchParams(body).get('message') ?? '');
      if (service.hangs) return;
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end('{"success":true,"message":"sent","log_id":1,"cost":0.35,"balance":99.65}');
    });
  };
  const [slackEnd, serviceEnd] = [await serve(slackSide), await serve(serviceSide)];
  const redis = engine === 'redis' ? await startRedisServer() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-bench-'));
  const choice: StorageChoice = redis
    ? { kind: 'redis', url: redis.freshUrl() }
    : { kind: 'sqlite', dataDir };
  await linkKeys(choice, teams, serviceEnd.url);

  const environment: Record<string, string> = {
    SMS_BASE_URL: serviceEnd.url,
    SLACK_API_URL: `${slackEnd.url}/api`,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    ENCRYPTION_KEYS: KEY.toString('base64'),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...(choice.kind === 'redis' ? { REDIS_URL: choice.url } : {}),
  };
  const programs: Program[] = [];
  const start = async (): Promise<Program> => {
    const program = await startProgram('src/main.ts', environment);
    programs.push(program);
    return program;
  };
  return {
    app: await start(),
    another: start,
    slackUrl: slackEnd.url,
    onText: run => {
      listener = run;
    },
    slack,
    service,
    async close() {
      for (const program of programs) await program.stop();
      await Promise.all([slackEnd.close(), serviceEnd.close(), redis?.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A key of its own for each workspace, since the pace is kept by key; and a person that Slack need not be asked about. */
async function linkKeys(choice: StorageChoice, teams: number, baseUrl: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const storage = await openStorage(choice, { now: Date.now, newId: () => crypto.randomUUID(), log });
  const sealer = createSealer([KEY]);
  const facts = { admin: false, guest: false, otherTeam: false, phone: null };
  for (let index = 0; index < teams; index += 100) {
    const some = Array.from({ length: Math.min(100, teams - index) }, (_, offset) => teamOf(index + offset));
    await Promise.all(
      some.flatMap(team => [
        storage.documents.set(team, 'linked-key', {
          sealed: sealer.seal(`key-${team}`, `api key of ${team}`),
          fingerprint: fingerprintOf(baseUrl, `key-${team}`),
          linkedBy: 'U2',
          linkedAt: Date.now(),
        }),
        storage.documents.set(team, 'person U1', { facts, at: Date.now() }),
      ]),
    );
  }
  await storage.close();
}
