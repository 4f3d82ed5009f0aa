import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RedisClientType } from '@redis/client';
import { holdPort } from '../../support/ports.ts';
import { redisIsFrozen } from '../../support/redis-commands.ts';

/** True if this machine has a redis-server. With CI=true one is required. */
export function hasRedisServer(): boolean {
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
  if (!isInstalled && process.env.CI === 'true') throw new Error('CI has no redis-server');
  if (!isInstalled) process.stderr.write('No redis-server here: its tests are skipped.\n');
  return isInstalled;
}

export type RedisServer = {
  /** The address of an unused database. */
  freshUrl(): string;
  url: string;
  /** The address for TLS, if it was started with a certificate. */
  tlsUrl: string;
  /** Sends a signal, for example SIGSTOP and SIGCONT to freeze it for a while. */
  signal(name: NodeJS.Signals): void;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A real redis-server that writes each command to its append-only file, on a free port.
 *
 * @param tls files of a certificate and its key: it also listens for TLS, on another port
 * @param environment what it gets besides the test's environment
 * @param settings its own settings, by name
 */
export async function startRedisServer(
  tls?: { cert: string; key: string } | null,
  environment: Record<string, string> = {},
  settings: Record<string, string> = {},
): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'sms-redis-'));
  const held = [await holdPort(), ...(tls ? [await holdPort()] : [])];
  const [port = 0, tlsPort = 0] = held.map(server => server.port);
  const options = {
    port,
    dir,
    bind: '127.0.0.1',
    databases: 4096,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    ...(tls && {
      'tls-port': tlsPort,
      'tls-cert-file': tls.cert,
      'tls-key-file': tls.key,
      'tls-auth-clients': 'no',
    }),
    ...settings,
  };
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;
  let databases = 0;

  function launch(): void {
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    server = spawn('redis-server', flags, { stdio: 'ignore', env: { ...process.env, ...environment } });
  }
  async function asked<T>(work: (client: RedisClientType) => Promise<T>): Promise<T> {
    const reconnectStrategy = () => (server.exitCode === null ? 20 : new Error('redis-server ended'));
    const client: RedisClientType = createClient({ url, socket: { reconnectStrategy } });
    client.on('error', () => undefined); // It isn't up yet.
    await client.connect();
    return work(client).finally(() => client.destroy());
  }
  const loaded = () =>
    asked(async client => {
      while (await isLoading(client.ping())) await new Promise(resolve => setImmediate(resolve));
    });
  async function start(): Promise<void> {
    launch();
    await loaded();
    const info = await asked(client => client.info('server'));
    if (!info.includes(`process_id:${server.pid}\r`)) throw new Error(`Another Redis has port ${port}`);
  }
  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise(resolve => server.once('exit', resolve));
    server.kill('SIGKILL');
    await exited;
  }
  await start();
  return {
    url,
    tlsUrl: `rediss://127.0.0.1:${tlsPort}`,
    freshUrl() {
      databases += 1;
      return `${url}/${databases}`;
    },
    signal(name) {
      server.kill(name);
      redisIsFrozen(name === 'SIGSTOP');
    },
    kill,
    start,
    async close() {
      await kill();
      redisIsFrozen(false);
      for (const { release } of held) release();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Until it has read its append-only file, Redis refuses requests. */
function isLoading(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => false,
    error => {
      if (String(error).includes('LOADING')) return true;
      throw error;
    },
  );
}
