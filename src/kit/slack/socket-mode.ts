import { type ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Clock, doubled, within } from '../clock.ts';
import { readJson, wellFormedJson } from '../json.ts';
import type { TakeEvent } from './receiver.ts';
import { retryAfterMs, slackLogger } from './web-api.ts';

const RECONNECT_MS = { first: 250, last: 30_000 };
/** A connection that lasted this long was stable, so its successor starts without a wait. */
const STABLE_MS = 10_000;

type SocketMode = {
  /** Connects, and reconnects until it is stopped. Doesn't wait for Slack. */
  start(): void;
  /** Acks the payloads that were received and closes the connections. */
  stop(): Promise<void>;
  /** Rejects with the reason while there is no connection. */
  check(): Promise<void>;
};

/** `leaving`: Slack asked it to disconnect; it still delivers payloads until its successor has replaced it. */
type ConnectionState = 'connecting' | 'open' | 'leaving';

/**
 * Slack's payloads over Socket Mode. When Slack asks a connection to disconnect, its successor opens first, so that no
 * payload is lost in between. After a lost connection, the first attempt starts at once and later ones with growing
 * waits. Slack's library can do none of this (docs/decisions/0001-libraries.md).
 */
export function createSocketMode(
  appToken: string,
  deps: { take: TakeEvent; clientOptions: WebClientOptions; clock: Clock; log: Log },
): SocketMode {
  const { take, clientOptions, clock, log } = deps;
  const connections = new Map<SocketConnection, ConnectionState>();
  let running = false;
  let failures = 0;
  let lastProblem = '';
  let cancelTimer: (() => void) | null = null;

  const hasAny = (...states: ConnectionState[]): boolean =>
    [...connections.values()].some(state => states.includes(state));

  function connect(): void {
    cancelTimer = null;
    let connectedAt: number | null = null;
    const wasStable = (): boolean => connectedAt !== null && clock.now() - connectedAt >= STABLE_MS;
    const connection: SocketConnection = openSocketConnection({
      appToken,
      clientOptions,
      clock,
      log,
      take,
      connected() {
        connectedAt = clock.now();
        lastProblem = '';
        log.info('connected to Slack by Socket Mode');
        for (const previous of connections.keys()) if (previous !== connection) void previous.close();
        connections.set(connection, 'open');
      },
      askedToLeave(reason) {
        log.info({ reason }, 'Slack asked us to reconnect');
        // Before its hello, Slack refuses the connection: it ends, which counts as a failure.
        if (connectedAt === null) return void connection.close();
        connections.set(connection, 'leaving');
        scheduleNext(wasStable(), 0);
      },
      ended(error) {
        connections.delete(connection);
        if (!running || hasAny('open')) return;
        lastProblem = error instanceof Error ? error.message : '';
        log.warn({ err: error }, 'no Socket Mode connection to Slack');
        // Slack's answer to `apps.connections.open` may ask us to wait.
        const retryAfter = (error as { retryAfter?: unknown } | undefined)?.retryAfter;
        scheduleNext(wasStable(), retryAfterMs(retryAfter) ?? 0);
      },
    });
    connections.set(connection, 'connecting');
  }

  /** Starts another connection after at least `leastMs`, unless one is on its way. */
  function scheduleNext(afterStable: boolean, leastMs: number): void {
    if (!running || hasAny('connecting') || cancelTimer) return;
    if (afterStable) failures = 0;
    const backoffMs = failures === 0 ? 0 : doubled(RECONNECT_MS, failures);
    const waitMs = Math.max(backoffMs, leastMs);
    failures += 1;
    log.debug({ inMs: waitMs }, 'connecting again');
    if (waitMs === 0) connect();
    else cancelTimer = clock.after(waitMs, connect);
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
      await Promise.all([...connections.keys()].map(connection => connection.close()));
    },
    async check() {
      if (hasAny('open', 'leaving')) return;
      throw new Error(`no Socket Mode connection${lastProblem && `: ${lastProblem}`}`);
    },
  };
}

/** The time limit from the first request to Slack's `hello`. */
const HELLO_MS = 15_000;
/** A connection that is silent for this long is dead: Slack pings far more often. */
const SERVER_PING_MS = 30_000;
const CLIENT_PING_MS = 5000;
/** The time for acking payloads that were received, and for Slack to answer the close. */
const DRAIN_MS = 2000;
const CLOSE_MS = 2000;

type SocketConnection = {
  /** Waits until received payloads are acked, then closes. After that, only `ended` is called. */
  close(): Promise<void>;
};

type SocketConnectionOptions = {
  appToken: string;
  clientOptions: WebClientOptions;
  clock: Clock;
  log: Log;
  /** Handles one payload. If it rejects before its ack, Slack gets none. */
  take(event: ReceiverEvent): Promise<unknown>;
  /** Slack said hello: payloads follow. */
  connected(): void;
  /** Slack asks us to disconnect soon. Payloads still arrive and can be acked. */
  askedToLeave(reason: string): void;
  /** Called once, and last. The error, if any, is why the connection failed. */
  ended(error: unknown): void;
};

/**
 * One Socket Mode connection. Slack's library connects, pings and sends. Its messages are read here, because the library
 * closes at Slack's first request to disconnect, before payloads are acked, and lets errors escape as unhandled
 * rejections, which would end the process.
 */
function openSocketConnection(options: SocketConnectionOptions): SocketConnection {
  const { clock, log } = options;
  const { client } = new SocketModeReceiver({
    appToken: options.appToken,
    autoReconnectEnabled: false,
    // `ended` reports each problem once.
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

  /** Closes the connection. A second call makes the library stop waiting for Slack's close. */
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
          // A late ack isn't the handler's error: the request is handled, only Slack doesn't hear of it.
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
    if (type === 'disconnect') return options.askedToLeave(String(reason));
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
  // Otherwise the library connects even if it is stopped while it asks for the address.
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
      await within(clock, CLOSE_MS, hangUp(), undefined);
      if (open) void hangUp();
      end();
    },
  };
}

/**
 * The library's own reader of messages: its one listener to `ws_message`, which its documentation doesn't promise.
 *
 * @throws Error, when the app starts, if a new version of the library reads messages in another way
 */
export function readerOf(client: {
  listeners(event: 'ws_message'): ((...message: unknown[]) => unknown)[];
}): (message: string, isBinary: boolean) => unknown {
  const [reader, ...rest] = client.listeners('ws_message');
  if (reader && rest.length === 0) return reader;
  throw new Error(
    '@slack/socket-mode no longer reads messages by one listener to `ws_message`: src/kit/slack/socket-mode.ts has to follow it',
  );
}

/** A payload as the library passes it on. */
type SlackEvent = {
  body: Record<string, unknown>;
  retry_num?: number;
  retry_reason?: string;
  ack(response: unknown): Promise<void>;
};
