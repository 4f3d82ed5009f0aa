import { type ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Clock, doubled, within } from '../clock.ts';
import { readJson, wellFormedJson } from '../json.ts';
import type { TakeEvent } from './receiver.ts';
import { retryAfterMs, slackLogger } from './web-api.ts';

const AGAIN_MS = { first: 250, last: 30_000 };
/** A connection that lasted this long was a good one: after it, we reconnect at once. */
const GOOD_MS = 10_000;

type SocketMode = {
  /** Connects, and reconnects for as long as it runs. Doesn't wait for Slack. */
  start(): void;
  /** Acks what came in and closes the connections. */
  stop(): Promise<void>;
  /** Rejects while there is no connection, and says what is wrong. */
  check(): Promise<void>;
};

/**
 * Slack's payloads over Socket Mode. When Slack asks a connection to go, the next one is open before it goes, so that
 * no payload is lost in between; when a connection is lost, the next one starts at once, and after that more and more
 * slowly.
 */
export function createSocketMode(
  appToken: string,
  deps: { take: TakeEvent; clientOptions: WebClientOptions; clock: Clock; log: Log },
): SocketMode {
  const { take, clientOptions, clock, log } = deps;
  const connections = new Set<SocketConnection>();
  /** Those that said hello and that Slack hasn't asked to go. */
  const working = new Set<SocketConnection>();
  const staying = new Set<SocketConnection>();
  let attempt: SocketConnection | null = null;
  let running = false;
  let failures = 0;
  let trouble = '';
  let cancelTimer: (() => void) | null = null;

  function connect(): void {
    cancelTimer = null;
    let since = 0;
    const lasted = (): boolean => working.has(connection) && clock.now() - since >= GOOD_MS;
    const connection: SocketConnection = openSocketConnection({
      appToken,
      clientOptions,
      clock,
      log,
      take,
      connected() {
        since = clock.now();
        attempt = null;
        trouble = '';
        log.info('connected to Slack by Socket Mode');
        for (const old of working) void old.close();
        working.add(connection);
        staying.add(connection);
      },
      askedToGo(reason) {
        log.info({ reason }, 'Slack asked us to reconnect');
        // Before hello, Slack refuses this connection: it ends, and that counts as a failure.
        if (!working.has(connection)) return void connection.close();
        staying.delete(connection);
        next(lasted(), 0);
      },
      ended(error) {
        const wasGood = lasted();
        for (const one of [connections, working, staying]) one.delete(connection);
        if (attempt === connection) attempt = null;
        if (!running || staying.size > 0) return;
        trouble = error instanceof Error ? error.message : '';
        log.warn({ err: error }, 'no Socket Mode connection to Slack');
        // Slack's answer to `apps.connections.open` may ask us to wait.
        next(wasGood, retryAfterMs((error as { retryAfter?: unknown } | undefined)?.retryAfter) ?? 0);
      },
    });
    connections.add(connection);
    attempt = connection;
  }

  /** Makes sure that another connection is on its way, but not before `leastMs`. */
  function next(afterGoodOne: boolean, leastMs: number): void {
    if (!running || attempt || cancelTimer) return;
    if (afterGoodOne) failures = 0;
    const backoff = failures === 0 ? 0 : doubled(AGAIN_MS, failures);
    const wait = Math.max(backoff, leastMs);
    failures += 1;
    log.debug({ inMs: wait }, 'connecting again');
    if (wait === 0) connect();
    else cancelTimer = clock.after(wait, connect);
  }

  return {
    start() {
      running = true;
      connect();
    },
    async stop() {
      running = false;
      cancelTimer?.();
      cancelTimer = null;
      await Promise.all([...connections].map(connection => connection.close()));
    },
    async check() {
      if (working.size === 0) throw new Error(`no Socket Mode connection${trouble && `: ${trouble}`}`);
    },
  };
}

/** From the first request to Slack's `hello`. */
const HELLO_MS = 15_000;
/** A connection that is silent for this long is gone; Slack pings far more often. */
const SERVER_PING_MS = 30_000;
const CLIENT_PING_MS = 5000;
/** How long payloads that came in have to be acked, and how long Slack has to say goodbye. */
const DRAIN_MS = 2000;
const GOODBYE_MS = 2000;

type SocketConnection = {
  /** Waits until payloads that came in are acked, then closes. After that, only `ended` happens. */
  close(): Promise<void>;
};

type SocketConnectionOptions = {
  appToken: string;
  clientOptions: WebClientOptions;
  clock: Clock;
  log: Log;
  /** Handles one payload. If it rejects, Slack gets no ack, unless one was sent before. */
  take(event: ReceiverEvent): Promise<unknown>;
  /** Slack said hello: payloads come in from now on. */
  connected(): void;
  /** Slack asks us to disconnect soon, and says why. Payloads still come in and can be acked. */
  askedToGo(reason: string): void;
  /** Called once, and last: there is no connection (any more). An error says why there never was one. */
  ended(error: unknown): void;
};

/**
 * One Socket Mode connection. Slack's library connects, pings and sends; we read what it receives here, because the
 * library closes at Slack's first request to disconnect, while payloads still have to be acked, and lets errors escape
 * as unhandled rejections, which would end the process.
 */
function openSocketConnection(options: SocketConnectionOptions): SocketConnection {
  const { clock, log } = options;
  const { client } = new SocketModeReceiver({
    appToken: options.appToken,
    autoReconnectEnabled: false,
    // `ended` reports what goes wrong, once.
    logger: slackLogger(log, 'debug'),
    clientPingTimeout: CLIENT_PING_MS,
    serverPingTimeout: SERVER_PING_MS,
    installerOptions: { clientOptions: options.clientOptions },
  });
  const readByLibrary = readerOf(client);
  let open = true;
  let closing = false;
  let inFlight = 0;
  let lastError: unknown;
  let drained = (): void => undefined;

  function end(error?: unknown): void {
    if (!open) return;
    open = false;
    noHello();
    options.ended(error ?? lastError);
  }

  /** Calling it again makes the library stop waiting for the other side. */
  function hangUp(): Promise<void> {
    return client.disconnect().catch(error => log.debug({ err: error }, 'closing a socket failed'));
  }

  async function take({ body, retry_num, retry_reason, ack }: SlackEvent): Promise<void> {
    let acked = false;
    inFlight += 1;
    try {
      await options.take({
        body,
        ...(retry_num === undefined ? {} : { retryNum: retry_num }),
        ...(retry_reason === undefined ? {} : { retryReason: retry_reason }),
        async ack(response) {
          if (acked) return;
          acked = true;
          // Being too late isn't the handler's error: what was asked is done, only Slack doesn't hear about it.
          await ack(response).catch(error =>
            log.warn({ err: error }, 'the connection closed before an ack was sent'),
          );
        },
      });
    } catch (error) {
      log.debug({ err: error }, 'no ack sent to Slack');
    } finally {
      inFlight -= 1;
      if (inFlight === 0) drained();
    }
  }

  client.removeAllListeners('ws_message');
  client.on('ws_message', async (data: unknown) => {
    const { type, reason } = (readJson(String(data)) ?? {}) as { type?: unknown; reason?: unknown };
    if (type === 'disconnect') return options.askedToGo(String(reason));
    try {
      if (typeof type === 'string') await readByLibrary(wellFormedJson(String(data)), false);
    } catch (error) {
      log.warn({ err: error }, 'can’t read what Slack sent');
    }
  });
  client.on('slack_event', take);
  client.on('error', error => {
    lastError = error;
  });
  // The library would connect although it was told to stop while it asked for the address.
  client.on('connecting', () => {
    if (!open || closing) throw new Error('stopped');
  });
  client.on('connected', () => {
    noHello();
    if (open && !closing) options.connected();
  });
  client.on('disconnected', end);
  const noHello = clock.after(HELLO_MS, () => {
    end(new Error('Slack did not say hello'));
    void hangUp();
  });
  client.start().catch(end);

  return {
    async close() {
      closing = true;
      if (inFlight > 0)
        await within(clock, DRAIN_MS, new Promise<void>(resolve => (drained = resolve)), undefined);
      await within(clock, GOODBYE_MS, hangUp(), undefined);
      if (open) void hangUp();
      end();
    },
  };
}

/**
 * How the library reads a message: by its one listener to `ws_message`, which is no promise of its. We pass messages on to it, but
 * for those on which it would close the connection.
 *
 * @throws Error, when the app starts, if another version of the library does it in another way
 */
export function readerOf(client: {
  listeners(event: 'ws_message'): ((...message: unknown[]) => unknown)[];
}): (message: string, isBinary: boolean) => unknown {
  const [reader, ...others] = client.listeners('ws_message');
  if (reader && others.length === 0) return reader;
  throw new Error(
    '@slack/socket-mode no longer reads messages by one listener to `ws_message`: src/kit/slack/socket-mode.ts has to follow it',
  );
}

/** What the library passes on for each payload. */
type SlackEvent = {
  body: Record<string, unknown>;
  retry_num?: number;
  retry_reason?: string;
  ack(response: unknown): Promise<void>;
};
