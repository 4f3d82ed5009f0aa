import { SocketModeReceiver } from '@slack/bolt';
import type { Clock } from '../domain/clock.ts';
import { attachBolt, type BoltParts } from './bolt.ts';
import { slackLogger } from './logger.ts';

const RECONNECT_MS = { first: 250, last: 30_000 };
/** A connection that says nothing for so long is not there any more; Slack pings far more often. */
const SERVER_PING_MS = 30_000;
const CLIENT_PING_MS = 5000;
const CLOSE_MS = 2000;

export type SocketMode = {
  /** Connects, and connects again for as long as it runs. Does not wait for Slack. */
  start(): void;
  stop(): Promise<void>;
  /** Rejects while there is no connection. */
  check(): Promise<void>;
};

/**
 * Bolt over Socket Mode. Reconnecting is ours: the library's own gives up for good on an HTTP error (as an unhandled
 * rejection, which would end the process) and waits seconds after each of Slack's regular disconnects.
 */
export function createSocketMode(appToken: string, clock: Clock, parts: BoltParts): SocketMode {
  const { log, clientOptions } = parts;
  const receiver = new SocketModeReceiver({
    appToken,
    autoReconnectEnabled: false,
    logger: slackLogger(log),
    clientPingTimeout: CLIENT_PING_MS,
    serverPingTimeout: SERVER_PING_MS,
    installerOptions: { clientOptions },
  });
  attachBolt(receiver, parts);
  const { client } = receiver;
  let connected = false;
  let running = false;
  let failures = 0;
  let callOff = (): void => undefined;

  /** One connection at a time; each end, however it came, leads to the next one. */
  function connect(): void {
    client.start().catch(error => {
      log.warn({ err: error }, 'no Socket Mode connection to Slack');
      again();
    });
  }

  function again(): void {
    connected = false;
    if (!running) return;
    callOff();
    const wait = failures === 0 ? 0 : Math.min(RECONNECT_MS.last, RECONNECT_MS.first * 2 ** failures);
    failures += 1;
    callOff = clock.after(wait, connect);
  }

  client.on('connected', () => {
    connected = true;
    failures = 0;
    log.info('connected to Slack by Socket Mode');
  });
  // Before the first `hello` this also rejects `start()`; `again` then merely puts the same attempt off.
  client.on('disconnected', again);

  return {
    start() {
      running = true;
      connect();
    },
    async stop() {
      running = false;
      callOff();
      let cancel = (): void => undefined;
      const late = new Promise<void>(resolve => {
        cancel = clock.after(CLOSE_MS, resolve);
      });
      await Promise.race([client.disconnect(), late]);
      cancel();
    },
    async check() {
      if (!connected) throw new Error('no Socket Mode connection');
    },
  };
}
