import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RedisClientType } from '@redis/client';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

const NAME = 'mymaster';

export type Guarded = {
  /** For REDIS_URL. */
  url: string;
  servers: RedisServer[];
  /** The one that is master, as the sentinels see it. */
  master(): Promise<RedisServer>;
  /** The sentinels put a replica in the master's place; resolves when it is. */
  failOver(): Promise<void>;
};

/**
 * A real master, its replicas, and sentinels that watch them. Ended by the test's end.
 *
 * @param how.down ms after which a server that does not answer is taken to be down
 */
export async function startGuarded(
  how: { replicas?: number; sentinels?: number; down?: number } = {},
): Promise<Guarded> {
  const { replicas = 1, sentinels = 3, down = 1000 } = how;
  const first = await startRedisServer();
  const port = new URL(first.url).port;
  const others = await Promise.all(
    Array.from({ length: replicas }, () => startRedisServer(null, {}, { replicaof: `127.0.0.1 ${port}` })),
  );
  const servers = [first, ...others];
  for (const server of servers) onTestFinished(server.close);
  const ports = await Promise.all(
    Array.from({ length: sentinels }, () => startSentinel(port, sentinels, down)),
  );
  const sentinel = await connected(`redis://127.0.0.1:${ports[0]}`);
  onTestFinished(() => sentinel.destroy());

  async function masterPort(): Promise<string> {
    const reply = await sentinel.sendCommand<string[]>(['SENTINEL', 'get-master-addr-by-name', NAME]);
    return reply[1] ?? '';
  }
  // Until they know each other and the replicas, nobody takes the master's place.
  await until(async () => {
    const state = await sentinel.sendCommand<string[]>(['SENTINEL', 'ckquorum', NAME]).catch(String);
    const known = await sentinel.sendCommand<unknown[]>(['SENTINEL', 'replicas', NAME]);
    return String(state).startsWith('OK') && known.length === replicas;
  });
  const master = await connected(first.url);
  await until(async () => {
    await master.set('copied', 'yes');
    return (await master.wait(replicas, 100)) >= replicas;
  });
  master.destroy();
  return {
    url: `redis+sentinel://${ports.map(one => `127.0.0.1:${one}`).join(',')}/${NAME}`,
    servers,
    async master() {
      const now = await masterPort();
      return servers.find(({ url }) => new URL(url).port === now) as RedisServer;
    },
    async failOver() {
      const before = await masterPort();
      await until(async () => {
        await sentinel.sendCommand(['SENTINEL', 'failover', NAME]).catch(() => undefined); // One is under way.
        return (await masterPort()) !== before;
      });
    },
  };
}

async function startSentinel(master: string, sentinels: number, down: number): Promise<number> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'sms-sentinel-'));
  const file = join(dir, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${dir}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${master} ${Math.floor(sentinels / 2) + 1}`,
    `sentinel down-after-milliseconds ${NAME} ${down}`,
    `sentinel failover-timeout ${NAME} 3000`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const process = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = new Promise(resolve => process.once('exit', resolve));
    process.kill('SIGKILL');
    await gone;
    rmSync(dir, { recursive: true, force: true });
  });
  (await connected(`redis://127.0.0.1:${port}`)).destroy();
  return port;
}

async function connected(url: string): Promise<RedisClientType> {
  const client: RedisClientType = createClient({ url, socket: { reconnectStrategy: 20 } });
  client.on('error', () => undefined); // Not up yet.
  await client.connect();
  return client;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 50));
}
