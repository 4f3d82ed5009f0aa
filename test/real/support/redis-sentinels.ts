import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RedisClientType } from '@redis/client';
import { onTestFinished } from 'vitest';
import { portOfTest } from '../../support/ports.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

const NAME = 'mymaster';

/** With a password between them, a user for the app, and TLS. */
export type Secured = {
  /** PEM files; clients verified by the certificate's authority need `cert` too. */
  cert: string;
  key: string;
  user: string;
  password: string;
};
const OWN_PASSWORD = 'among-ourselves';

export type Guarded = {
  /** For REDIS_URL. */
  url: string;
  /** The master, as the sentinels see it. */
  master(): Promise<RedisServer>;
  /** Resolves with the successor once the sentinels have replaced this master. */
  successorOf(master: RedisServer): Promise<RedisServer>;
  /** Resolves when this many replicas are in sync with the master. */
  copied(replicas: number): Promise<void>;
};

type How = {
  replicas: number;
  sentinels: number;
  /** The time that a master may be silent. */
  downAfterMs: number;
  /** They check every few hundredths of a second instead of every few seconds. */
  quick: boolean;
  secured: Secured | null;
  /** Variables of the servers and sentinels beside the test's environment. */
  environment: Record<string, string>;
};

/** A real master, its replicas, and sentinels that watch them. They end with the test. */
export async function startGuarded(options: Partial<How> = {}): Promise<Guarded> {
  const how: How = {
    replicas: 1,
    sentinels: 3,
    quick: false,
    secured: null,
    environment: {},
    downAfterMs: options.quick ? 500 : 1000,
    ...options,
  };
  const { replicas, secured, environment } = how;
  const tls = secured && { cert: secured.cert, key: secured.key };
  const settings = tls ? { 'tls-replication': 'yes', 'tls-ca-cert-file': tls.cert } : {};
  const portOf = ({ url, tlsUrl }: RedisServer): string => new URL(tls ? tlsUrl : url).port;
  const first = await startRedisServer(tls, environment, settings);
  const port = portOf(first);
  const replicaServers = await Promise.all(
    Array.from({ length: replicas }, () =>
      startRedisServer(tls, environment, { ...settings, replicaof: `127.0.0.1 ${port}` }),
    ),
  );
  const servers = [first, ...replicaServers];
  for (const server of servers) onTestFinished(server.close);
  for (const { url } of servers) if (secured) await secure(url, secured);
  const admin = (url: string) => connect(url, how);
  const ports = await Promise.all(Array.from({ length: how.sentinels }, () => startSentinel(port, how)));
  const sentinel = await admin(sentinelUrl(ports[0] ?? 0, how));
  onTestFinished(() => sentinel.destroy());

  async function masterPort(): Promise<string> {
    const reply = await sentinel.sendCommand<string[]>(['SENTINEL', 'get-master-addr-by-name', NAME]);
    return reply[1] ?? '';
  }
  // Until the sentinels know each other and the replicas, they can't replace the master.
  await until(async () => {
    const state = await sentinel.sendCommand<string[]>(['SENTINEL', 'ckquorum', NAME]).catch(String);
    const listed = await sentinel.sendCommand<unknown[]>(['SENTINEL', 'replicas', NAME]);
    return String(state).startsWith('OK') && listed.length === replicas;
  });
  const masterNow = async (): Promise<RedisServer> => {
    const now = await masterPort();
    return servers.find(server => portOf(server) === now) as RedisServer;
  };
  const copied = (many: number) =>
    until(async () => {
      const master = await admin((await masterNow()).url);
      return master
        .set('copied', 'yes')
        .then(() => master.wait(many, 100))
        .then(
          has => has >= many,
          () => false, // It is no longer the master.
        )
        .finally(() => master.destroy());
    });
  await copied(replicas);
  return {
    url: `${secured ? `rediss+sentinel://${secured.user}:${secured.password}@` : 'redis+sentinel://'}${ports.map(port => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    master: masterNow,
    async successorOf(master) {
      let now = master;
      await until(async () => {
        now = await masterNow();
        return now !== master;
      });
      return now;
    },
    copied,
  };
}

/** From now on connections require a password; the app's user has the documented permissions. */
async function secure(url: string, { user, password }: Secured): Promise<void> {
  const client = await connect(url);
  const rights = `on >${password} ~{sms}:* &{sms}:* +@all -@dangerous +info +config|get`;
  await client.sendCommand(['ACL', 'SETUSER', user, ...rights.split(' ')]);
  await client.configSet({ masterauth: OWN_PASSWORD, requirepass: OWN_PASSWORD });
  client.destroy();
}

const sentinelUrl = (port: number, { secured }: How): string =>
  `${secured ? 'rediss' : 'redis'}://127.0.0.1:${port}`;

async function startSentinel(master: string, how: How): Promise<number> {
  const { sentinels, quick, secured, environment, downAfterMs } = how;
  const port = await portOfTest();
  const dir = mkdtempSync(join(tmpdir(), 'sms-sentinel-'));
  const file = join(dir, 'sentinel.conf');
  const lines = [
    secured ? `port 0\ntls-port ${port}` : `port ${port}`,
    'bind 127.0.0.1',
    `dir ${dir}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${master} ${Math.floor(sentinels / 2) + 1}`,
    `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
    `sentinel failover-timeout ${NAME} ${downAfterMs * (quick ? 6 : 3)}`,
    ...(secured
      ? [
          `tls-cert-file ${secured.cert}`,
          `tls-key-file ${secured.key}`,
          `tls-ca-cert-file ${secured.cert}`,
          'tls-auth-clients no',
          'tls-replication yes',
          `sentinel auth-pass ${NAME} ${OWN_PASSWORD}`,
          `requirepass ${OWN_PASSWORD}`,
          `sentinel sentinel-pass ${OWN_PASSWORD}`,
          `user ${secured.user} on >${secured.password} +sentinel|get-master-addr-by-name`,
        ]
      : []),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const process = spawn('redis-server', [file, '--sentinel'], {
    stdio: 'ignore',
    env: { ...globalThis.process.env, ...environment },
  });
  onTestFinished(async () => {
    const exited = new Promise(resolve => process.once('exit', resolve));
    process.kill('SIGKILL');
    await exited;
    rmSync(dir, { recursive: true, force: true });
  });
  const client = await connect(sentinelUrl(port, how), how);
  // Not `ping-period`: while the master is down, replicas whose INFO is older than five such periods can't be
  // elected, and each sends it once a second.
  const periods = ['info-period', '200', 'publish-period', '200', 'ask-period', '100'];
  if (!(await client.info('server')).includes(`process_id:${process.pid}\r`))
    throw new Error(`Another program has port ${port}`);
  if (quick) await client.sendCommand(['SENTINEL', 'DEBUG', ...periods]);
  client.destroy();
  return port;
}

async function connect(url: string, { secured }: Partial<How> = {}): Promise<RedisClientType> {
  const reconnectStrategy = 20;
  const tls = { tls: true as const, ...(secured && { ca: readFileSync(secured.cert) }) };
  const client: RedisClientType = createClient({
    url,
    ...(secured && { password: OWN_PASSWORD }),
    socket: url.startsWith('rediss:') ? { reconnectStrategy, ...tls } : { reconnectStrategy },
  });
  client.on('error', () => undefined); // It isn't up yet.
  await client.connect();
  return client;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 50));
}
