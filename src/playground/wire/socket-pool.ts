import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';

// https://docs.slack.dev/apis/events-api/using-socket-mode: ten at the same time.
const MOST_CONNECTIONS = 10;
/** How often Slack pings, roughly; the official client gives up after 30 s without one. */
const PING_EVERY_MS = 5000;
const HOST = 'applink-playground';
const PING = `Ping from ${HOST}`;

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

export interface Connection {
  socket: WebSocket;
  /** Told to go: gets payloads only while there is no other. */
  leaving: boolean;
  /** Open but dead. */
  frozen: boolean;
}

export interface PoolOptions {
  clock: Clock;
  appId: string;
  heard(connection: Connection, text: string): void;
  lost(connection: Connection): void;
  changed(): void;
}

/** The open connections: who joins, who leaves, whose turn it is. */
export function createSocketPool(options: PoolOptions) {
  const all: Connection[] = [];
  const waiting: (() => void)[] = [];
  let turn = 0;
  let opened = 0;
  const pings = setInterval(() => {
    for (const { socket, frozen } of all) if (!frozen) socket.ping(PING);
  }, PING_EVERY_MS);
  pings.unref();

  const say = ({ socket, frozen }: Connection, message: JsonObject) => {
    if (!frozen) socket.send(JSON.stringify(message));
  };
  const tellToGo = (reason: DisconnectReason, whom: readonly Connection[] = all) => {
    for (const connection of whom) {
      connection.leaving = true;
      say(connection, { type: 'disconnect', reason, debug_info: { host: HOST } });
    }
  };

  return {
    all,
    /** How many there have been since the start. */
    get opened() {
      return opened;
    },
    join(socket: WebSocket) {
      const connection: Connection = { socket, leaving: false, frozen: false };
      socket.on('error', () => undefined); // A bad frame ends the connection; `close` follows.
      if (all.length >= MOST_CONNECTIONS) {
        tellToGo('too_many_websockets', [connection]);
        socket.close();
        return;
      }
      all.push(connection);
      opened += 1;
      socket.on('message', data => {
        if (!connection.frozen) options.heard(connection, String(data));
      });
      socket.once('close', () => {
        all.splice(all.indexOf(connection), 1);
        options.lost(connection);
        options.changed();
      });
      say(connection, hello(all.length, options));
      socket.ping(PING);
      for (const tell of waiting.splice(0)) tell();
      options.changed();
    },
    /** The connection that gets the next payload. */
    next(): Connection | undefined {
      const staying = all.filter(one => !one.leaving);
      const able = staying.length > 0 ? staying : all;
      turn += 1;
      return able[turn % able.length];
    },
    tellToGo,
    /** Resolves when there is a connection. */
    joined: () => (all.length > 0 ? Promise.resolve() : new Promise<void>(resolve => waiting.push(resolve))),
    close() {
      clearInterval(pings);
      for (const { socket } of [...all]) socket.terminate();
    },
  };
}

function hello(connections: number, { appId, clock }: PoolOptions): JsonObject {
  return {
    type: 'hello',
    num_connections: connections,
    connection_info: { app_id: appId },
    debug_info: {
      host: HOST,
      started: new Date(clock.now()).toISOString(),
      build_number: 1,
      approximate_connection_time: 18_060,
    },
  };
}
