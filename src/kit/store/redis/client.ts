import { createClient, ErrorReply, type RedisClientOptions } from '@redis/client';
import type { Log } from '../../../log.ts';
import { doubled } from '../../clock.ts';
import { StorageError } from '../errors.ts';
import { type HostAndPort, parseSentinelUrl, type Sentinels } from './sentinel-url.ts';

const CONNECT_MS = 2000;
/** The interval at which the sentinels are asked: an old master accepts writes for seconds after a failover. */
const LOOK_MS = 1000;
const RECONNECT_MS = { first: 50, last: 1000 };

/** A connection that follows the master and reconnects by itself. */
export type Line = {
  /** The current client; a failover replaces it. */
  client(): RedisClient;
  /** Calls `listener` with each replacement client, before it connects. */
  onClient(listener: (client: RedisClient) => void): void;
  /** Calls `listener` after each connect. */
  onReady(listener: () => void): void;
  /** Resolves after the first connect. */
  connect(): Promise<void>;
  /** Called when the server doesn't answer: checks whether another one has replaced it. */
  suspect(): void;
  destroy(): void;
};

/** @param failed called for each failure to connect */
export function createLine(url: string, log: Log, failed: (cause: unknown) => void): Line {
  const sentinels = parseSentinelUrl(url);
  return sentinels ? bySentinels(sentinels, log, failed) : byAddress(url, log, failed);
}

const REPLICA = 'Redis can’t be used yet: the sentinels name one that is a replica.';

const pauseAfter = (retries: number): number => doubled(RECONNECT_MS, retries);

/** A single address: the client reconnects by itself. */
function byAddress(url: string, log: Log, failed: (cause: unknown) => void): Line {
  const client = newClient({
    url,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy(retries: number, cause: Error) {
        failed(cause);
        return pauseAfter(retries);
      },
    },
  });
  client.on('error', error => log.warn({ err: error }, 'Redis'));
  return {
    client: () => client,
    onClient: () => undefined,
    onReady: listener => void client.on('ready', listener),
    connect: async () => void (await client.connect()),
    suspect: () => undefined,
    destroy: () => {
      if (client.isOpen) client.destroy();
    },
  };
}

/** The master that the sentinels name: a separate client for each connection. */
function bySentinels(sentinels: Sentinels, log: Log, failed: (cause: unknown) => void): Line {
  const clientListeners: ((client: RedisClient) => void)[] = [];
  const readyListeners: (() => void)[] = [];
  let isOver = false;
  let client = newClient({}); // A placeholder until the master is known; never connected.
  let at = '';
  let dialling: Promise<void> | null = null;
  let looking = false;

  async function dial(): Promise<void> {
    for (let retries = 0; !isOver; retries++) {
      try {
        return await dialOnce();
      } catch (cause) {
        failed(cause);
        log.warn({ err: cause }, 'Redis');
        await new Promise(resolve => setTimeout(resolve, pauseAfter(retries)));
      }
    }
  }

  async function dialOnce(): Promise<void> {
    const { host, port } = await findMaster(sentinels);
    if (isOver) return;
    const { username, password, database, tls } = sentinels;
    const socket = { host, port, connectTimeout: CONNECT_MS, reconnectStrategy: false } as const;
    const next = newClient({
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      database,
      socket: tls ? { ...socket, tls } : socket,
    });
    next.on('error', error => {
      log.warn({ err: error }, 'Redis');
      if (client === next && !next.isOpen) redial();
    });
    // A frozen server accepts connections and never answers; another one may have replaced it.
    const late = setTimeout(() => next.isOpen && next.destroy(), 2 * CONNECT_MS);
    try {
      await next.connect();
      // Sentinels may lag behind and name a server that has become a replica.
      if (!/^role:master/m.test(await next.info('replication'))) throw new StorageError(REPLICA);
    } catch (error) {
      if (next.isOpen) next.destroy();
      throw error;
    } finally {
      clearTimeout(late);
    }
    if (isOver) return next.destroy();
    client = next;
    at = placeOf({ host, port });
    for (const listener of clientListeners) listener(next);
    for (const listener of readyListeners) listener();
  }

  function redial(): Promise<void> {
    dialling ??= dial().finally(() => {
      dialling = null;
      if (!isOver && !client.isOpen) void redial(); // The connection ended at once.
    });
    return dialling;
  }

  /** A frozen server keeps its connections open; the sentinels know whether another one has replaced it. */
  async function look(): Promise<void> {
    const place = placeOf(await findMaster(sentinels));
    if (isOver || dialling || place === at) return;
    if (client.isOpen) client.destroy();
    await redial();
  }

  function suspect(): void {
    if (looking || dialling) return;
    looking = true;
    look()
      .catch(error => log.warn({ err: error }, 'Redis'))
      .finally(() => {
        looking = false;
      });
  }
  const looks = setInterval(suspect, LOOK_MS).unref();

  return {
    client: () => client,
    onClient: listener => void clientListeners.push(listener),
    onReady: listener => void readyListeners.push(listener),
    connect: redial,
    suspect,
    destroy() {
      isOver = true;
      clearInterval(looks);
      if (client.isOpen) client.destroy();
    },
  };
}

const placeOf = ({ host, port }: { host: string; port: number }): string => `${host} ${port}`;

/**
 * A sentence about a problem that an operator has to fix. Null for a problem that ends by itself, such as a Redis that is
 * starting, loading its file, or a replica.
 */
export function faultOf(error: unknown): string | null {
  const { message, code } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof NoSentinelError)
    return error.failures.map(faultOf).find(fault => fault !== null) ?? null;
  if (error instanceof UnknownMasterError) return `REDIS_URL can't be used: ${message}.`;
  if (error instanceof ErrorReply && /^(WRONGPASS|NOAUTH|NOPERM|ERR)\b/.test(message)) {
    return `REDIS_URL can't be used: ${message}`;
  }
  if (/CERT|SIGNATURE|^ERR_SSL/.test(code ?? '')) {
    return `REDIS_URL can't be used: ${code}. Where its certificate is of your own authority, name that authority's file in NODE_EXTRA_CA_CERTS.`;
  }
  return null;
}

/* Finding the master through its sentinels, at each connect, because a failover moves it. */

/** A sentinel that doesn't answer within this time is skipped. */
const SENTINEL_MS = 1000;

/** The sentinels don't watch a master of that name: an operator has to correct the address. */
class UnknownMasterError extends StorageError {
  override name = 'UnknownMasterError';
}

/** No sentinel answers. */
class NoSentinelError extends StorageError {
  override name = 'NoSentinelError';
  readonly failures: readonly unknown[];

  constructor(failures: readonly unknown[]) {
    super('No sentinel tells where Redis is.', { cause: new AggregateError(failures) });
    this.failures = failures;
  }
}

/**
 * Asks the sentinels one after another.
 *
 * @throws NoSentinelError if none answers
 * @throws UnknownMasterError if the answering sentinels don't know the master
 */
async function findMaster(sentinels: Sentinels): Promise<HostAndPort> {
  const failures: unknown[] = [];
  let isUnknown = false;
  for (const sentinel of sentinels.sentinels) {
    try {
      const place = await askSentinel(sentinel, sentinels);
      if (place) return place;
      isUnknown = true;
    } catch (error) {
      failures.push(error);
    }
  }
  if (isUnknown) throw new UnknownMasterError(`the sentinels know no master named ${sentinels.master}`);
  throw new NoSentinelError(failures);
}

/** The master's address; null if the sentinel doesn't know the master. */
async function askSentinel(place: HostAndPort, sentinels: Sentinels): Promise<HostAndPort | null> {
  // Many sentinels have no password although their Redis has one, and sending one to them is an error.
  return ask(place, sentinels, {}).catch(error => {
    const { username, password } = sentinels;
    if (password === undefined || !/NOAUTH|NOPERM/.test(String(error))) throw error;
    return ask(place, sentinels, username === undefined ? { password } : { username, password });
  });
}

async function ask(
  { host, port }: HostAndPort,
  { master, tls }: Sentinels,
  credentials: { username?: string; password?: string },
): Promise<HostAndPort | null> {
  const socket = { host, port, connectTimeout: SENTINEL_MS, reconnectStrategy: false } as const;
  const client = newClient({
    ...credentials,
    socket: tls ? { ...socket, tls } : socket,
  });
  client.on('error', () => undefined); // `connect` rejects, too.
  const late = setTimeout(() => client.isOpen && client.destroy(), 2 * SENTINEL_MS);
  try {
    await client.connect();
    const reply = await client.sendCommand<string[] | null>(['SENTINEL', 'get-master-addr-by-name', master]);
    return reply ? { host: reply[0] ?? '', port: Number(reply[1]) } : null;
  } finally {
    clearTimeout(late);
    if (client.isOpen) client.destroy();
  }
}

const make = () => createClient({ disableOfflineQueue: true });
export type RedisClient = ReturnType<typeof make>;

let pattern: RedisClient | undefined;

/**
 * A client that isn't connected yet. Without a connection it refuses commands instead of queueing them.
 *
 * Copies one client, because copies share its commands. For a new address, `createClient` would build hundreds of commands, which
 * blocks the event loop for milliseconds.
 */
export function newClient(
  where: Pick<RedisClientOptions, 'url' | 'socket' | 'username' | 'password' | 'database'>,
): RedisClient {
  pattern ??= make();
  return pattern.duplicate(where);
}
