import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';

/** Whether this machine has a redis-server. With CI=true one is demanded. */
export function hasRedisServer(): boolean {
  const found = spawnSync('redis-server', ['--version']).status === 0;
  if (!found && process.env.CI === 'true') throw new Error('CI has no redis-server');
  if (!found) process.stderr.write('No redis-server here: its tests are skipped.\n');
  return found;
}

export type RedisServer = {
  /** The address of a database that nobody has used yet. */
  freshUrl(): string;
  url: string;
  /** Sends a signal, such as SIGSTOP and SIGCONT for a server that is frozen for a while. */
  signal(name: NodeJS.Signals): void;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** A real redis-server that writes each command to its append-only file, on a free port of this machine. */
export async function startRedisServer(): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'sms-redis-'));
  const port = await freePort();
  const options = {
    port,
    dir,
    bind: '127.0.0.1',
    databases: 4096,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;
  let databases = 0;

  async function start(): Promise<void> {
    server = spawn('redis-server', flags, { stdio: 'ignore' });
    const client = createClient({ url, socket: { reconnectStrategy: 20 } });
    client.on('error', () => undefined); // Not up yet.
    await client.connect();
    while (await isLoading(client.ping())) await new Promise(resolve => setImmediate(resolve));
    client.destroy();
  }
  async function kill(): Promise<void> {
    const gone = new Promise(resolve => server.once('exit', resolve));
    server.kill('SIGKILL');
    await gone;
  }
  await start();
  return {
    url,
    freshUrl() {
      databases += 1;
      return `${url}/${databases}`;
    },
    signal: name => void server.kill(name),
    kill,
    start,
    async close() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Until the append-only file is read, Redis refuses what it is asked. */
function isLoading(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => false,
    error => {
      if (String(error).includes('LOADING')) return true;
      throw error;
    },
  );
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
