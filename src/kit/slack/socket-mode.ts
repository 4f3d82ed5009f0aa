import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { doubled } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { TakeEvent } from './receiver.ts';
import { openSocketConnection, type SocketConnection } from './socket-connection.ts';
import { retryAfterMs } from './web-api.ts';

const AGAIN_MS = { first: 250, last: 30_000 };
/** A connection that lasted this long was a good one: after it, we reconnect at once. */
const GOOD_MS = 10_000;

export type SocketMode = {
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
  parts: { take: TakeEvent; clientOptions: WebClientOptions; clock: Clock; log: Log },
): SocketMode {
  const { take, clientOptions, clock, log } = parts;
  const connections = new Set<SocketConnection>();
  /** Those that said hello and that Slack hasn't asked to go. */
  const working = new Set<SocketConnection>();
  const staying = new Set<SocketConnection>();
  let attempt: SocketConnection | null = null;
  let running = false;
  let failures = 0;
  let trouble = '';
  let callOff: (() => void) | null = null;

  function connect(): void {
    callOff = null;
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
    if (!running || attempt || callOff) return;
    if (afterGoodOne) failures = 0;
    const backoff = failures === 0 ? 0 : doubled(AGAIN_MS, failures);
    const wait = Math.max(backoff, leastMs);
    failures += 1;
    log.debug({ inMs: wait }, 'connecting again');
    if (wait === 0) connect();
    else callOff = clock.after(wait, connect);
  }

  return {
    start() {
      running = true;
      connect();
    },
    async stop() {
      running = false;
      callOff?.();
      callOff = null;
      await Promise.all([...connections].map(connection => connection.close()));
    },
    async check() {
      if (working.size === 0) throw new Error(`no Socket Mode connection${trouble && `: ${trouble}`}`);
    },
  };
}
