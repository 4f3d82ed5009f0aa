import type { App, Receiver } from '@slack/bolt';
import type { Clock } from '../domain/clock.ts';
import { attachBolt, type BoltParts } from './bolt.ts';
import { openSocketConnection, type SocketConnection } from './socket-connection.ts';

const AGAIN_MS = { first: 250, last: 30_000 };
/** A connection that lasted so long was a good one: after it, connecting begins at once again. */
const GOOD_MS = 10_000;

export type SocketMode = {
  /** Connects, and connects again for as long as it runs. Does not wait for Slack. */
  start(): void;
  /** What came in is acked, the connections are closed. */
  stop(): Promise<void>;
  /** Rejects while there is no connection, and says what is wrong. */
  check(): Promise<void>;
};

/**
 * Bolt over Socket Mode. When Slack asks a connection to go, the next one is there before it goes, so that no payload
 * falls in between; when a connection is lost, the next one begins at once, and then ever more slowly.
 */
export function createSocketMode(appToken: string, clock: Clock, parts: BoltParts): SocketMode {
  const { log, clientOptions } = parts;
  const bolt = boltWithoutReceiver(parts);
  const connections = new Set<SocketConnection>();
  const saidHello = new Set<SocketConnection>();
  let attempt: SocketConnection | null = null;
  let running = false;
  let failures = 0;
  let trouble = '';
  let callOff: (() => void) | null = null;

  function connect(): void {
    callOff = null;
    let since = 0;
    const connection: SocketConnection = openSocketConnection({
      appToken,
      clientOptions,
      clock,
      log,
      take: event => bolt.processEvent(event),
      connected() {
        since = clock.now();
        attempt = null;
        log.info('connected to Slack by Socket Mode');
        for (const old of saidHello) void old.close();
        saidHello.add(connection);
      },
      askedToGo(reason) {
        log.info({ reason }, 'Slack asks for another connection');
        // Before hello, Slack refuses this one: it ends, and that counts as a failure.
        if (saidHello.has(connection)) next(lasted(since), null);
        else void connection.close();
      },
      ended(error) {
        connections.delete(connection);
        if (attempt === connection) attempt = null;
        const wasGood = saidHello.delete(connection) && lasted(since);
        if (saidHello.size === 0) next(wasGood, error);
      },
    });
    connections.add(connection);
    attempt = connection;
  }

  const lasted = (since: number): boolean => clock.now() - since >= GOOD_MS;

  /** Makes sure that another connection is on its way. */
  function next(afterGoodOne: boolean, error: unknown): void {
    if (!running || attempt || callOff) return;
    if (afterGoodOne) failures = 0;
    const backoff = failures === 0 ? 0 : Math.min(AGAIN_MS.last, AGAIN_MS.first * 2 ** failures);
    const wait = Math.max(backoff, retryAfterMs(error));
    failures += 1;
    trouble = describe(error);
    if (error) log.warn({ err: error, againInMs: wait }, 'no Socket Mode connection to Slack');
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
      if (saidHello.size === 0) throw new Error(`no Socket Mode connection${trouble && `: ${trouble}`}`);
    },
  };
}

/** Bolt that takes payloads from whoever hands them over. */
function boltWithoutReceiver(parts: BoltParts): App {
  let bolt: App | null = null;
  const receiver: Receiver = {
    init(app) {
      bolt = app;
    },
    start: async () => undefined,
    stop: async () => undefined,
  };
  attachBolt(receiver, parts);
  if (!bolt) throw new Error('Bolt did not take the receiver');
  return bolt;
}

/** What Slack's answer to `apps.connections.open` asks for, if it was too busy. */
function retryAfterMs(error: unknown): number {
  const { retryAfter } = (error ?? {}) as { retryAfter?: unknown };
  return typeof retryAfter === 'number' ? retryAfter * 1000 : 0;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
