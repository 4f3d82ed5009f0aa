import { type ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import type { Clock } from '../clock.ts';
import { readJson, wellFormedJson } from '../json.ts';
import { slackLogger } from './logger.ts';

/** From the first request to Slack's `hello`. */
const HELLO_MS = 15_000;
/** A connection that is silent for this long is gone; Slack pings far more often. */
const SERVER_PING_MS = 30_000;
const CLIENT_PING_MS = 5000;
/** How long payloads that came in have to be acked, and how long Slack has to say goodbye. */
const DRAIN_MS = 2000;
const GOODBYE_MS = 2000;

export type SocketConnection = {
  /** Waits until payloads that came in are acked, then closes. After that, only `ended` happens. */
  close(): Promise<void>;
};

export type SocketConnectionOptions = {
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
export function openSocketConnection(options: SocketConnectionOptions): SocketConnection {
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
  let underWay = 0;
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
    underWay += 1;
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
      underWay -= 1;
      if (underWay === 0) drained();
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
      if (underWay > 0) await within(clock, DRAIN_MS, new Promise<void>(resolve => (drained = resolve)));
      await within(clock, GOODBYE_MS, hangUp());
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
    '@slack/socket-mode no longer reads messages by one listener to `ws_message`: src/kit/slack/socket-connection.ts has to follow it',
  );
}

/** What the library passes on for each payload. */
type SlackEvent = {
  body: Record<string, unknown>;
  retry_num?: number;
  retry_reason?: string;
  ack(response: unknown): Promise<void>;
};

/** Waits for it, but no longer than this. */
async function within(clock: Clock, ms: number, wanted: Promise<unknown>): Promise<void> {
  let cancel = (): void => undefined;
  const late = new Promise<void>(resolve => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([wanted, late]);
  cancel();
}
