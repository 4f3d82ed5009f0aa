import { StorageError } from '../errors.ts';
import { newClient } from './new-client.ts';
import type { HostAndPort, Sentinels } from './sentinel-url.ts';

/* Finds the master through its sentinels: we ask at each connect, because after a failover the master is elsewhere. */

/** A sentinel without an answer for this long is skipped. */
const SENTINEL_MS = 1000;

/** The sentinels don't watch a master of that name: somebody has to correct the address. */
export class UnknownMasterError extends StorageError {
  override name = 'UnknownMasterError';
}

/** No sentinel answers. */
export class NoSentinelError extends StorageError {
  override name = 'NoSentinelError';
  /** What each of them answered, or why it didn't. */
  readonly failures: readonly unknown[];

  constructor(failures: readonly unknown[]) {
    super('No sentinel tells where Redis is.', { cause: new AggregateError(failures) });
    this.failures = failures;
  }
}

/**
 * Asks one sentinel after the other.
 *
 * @throws NoSentinelError if none answers
 * @throws UnknownMasterError if those that answer don't know the master
 */
export async function findMaster(sentinels: Sentinels): Promise<HostAndPort> {
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

/** Where the sentinel says the master is; null if it doesn't know the master. */
async function askSentinel(place: HostAndPort, sentinels: Sentinels): Promise<HostAndPort | null> {
  // Many sentinels ask for no password although their Redis does; giving them one is then an error.
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
  client.on('error', () => undefined); // The promise tells the caller.
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
