import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import { after } from '../clock.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { Delivery, Reply, SentRequest } from './connection.ts';
import { nameOf, noReply } from './delivery.ts';
import { createEnvelopes } from './envelopes.ts';
import type { TrafficLog } from './traffic.ts';

// https://docs.slack.dev/apis/events-api/using-socket-mode: ten at the same time; about ten seconds of warning.
const MOST_CONNECTIONS = 10;
const WARNING_MS = 10_000;
/** Slack's own pings come about this often; the official client gives up after 30 s without one. */
const PING_EVERY_MS = 5000;
const HOST = 'applink-playground';
const PING = `Ping from ${HOST}`;

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

/** The Socket Mode connections of the app, and what can befall them. */
export interface Sockets {
  /** Connections that said hello and are open. */
  readonly count: number;
  /** How many there ever were. */
  readonly opened: number;
  /** Cuts connections as a network does, without a word: all of them, or the oldest few. */
  drop(howMany?: number): void;
  /** Cuts the connection that gets the next payload: right after it is sent, or when its ack comes, unread. */
  cutNext(when: 'sent' | 'acked'): void;
  /** Slack's routine: a warning now, and ten seconds later (on the playground's clock) `refresh_requested` and the end. */
  refresh(): void;
  /** Tells every connection one reason to go; nothing is cut. */
  tellToGo(reason: DisconnectReason): void;
  /** Socket Mode is switched off in the app's settings: `link_disabled`, and no new connections. */
  disable(): void;
  enable(): void;
  /** Says anything on every connection, also what Slack never would. */
  say(text: string | Buffer): void;
  /** Connections stay open and dead: nothing is sent, read or answered on them any more, pings neither. */
  freeze(): void;
}

export interface SocketHub extends Sockets {
  readonly enabled: boolean;
  /** The address for one connection, with its ticket. */
  issueUrl(): string;
  /** Answers the request that wants to become a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  deliver(delivery: Delivery): Promise<Reply>;
  redeliver(sent: SentRequest): Promise<Reply>;
  /** Resolves when there is a connection. */
  connected(): Promise<void>;
  close(): Promise<void>;
}

export interface SocketOptions {
  clock: Clock;
  traffic: TrafficLog;
  appId: string;
  url(): string;
  changed(): void;
}

interface Connection {
  socket: WebSocket;
  /** Told to go: gets payloads only while there is no other. */
  leaving: boolean;
  frozen: boolean;
}

export const LINK_PATH = '/link/';

/** Slack's end of Socket Mode. */
export function createSockets(options: SocketOptions): SocketHub {
  const { clock, traffic } = options;
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const connections: Connection[] = [];
  const envelopes = createEnvelopes(clock);
  const waiting: (() => void)[] = [];
  let turn = 0;
  let opened = 0;
  let enabled = true;
  let cut: 'sent' | 'acked' | null = null;
  let callOff = (): void => undefined;
  const pings = setInterval(() => {
    for (const { socket, frozen } of connections) if (!frozen) socket.ping(PING);
  }, PING_EVERY_MS);
  pings.unref();

  const linkUrl = () => `${options.url().replace(/^http/, 'ws')}${LINK_PATH}`;
  const say = (connection: Connection, message: JsonObject) => {
    if (!connection.frozen) connection.socket.send(JSON.stringify(message));
  };
  const tellToGo = (reason: DisconnectReason, whom = connections) => {
    for (const connection of whom) {
      connection.leaving = true;
      say(connection, { type: 'disconnect', reason, debug_info: { host: HOST } });
    }
  };
  const drop = (whom: Connection[]) => {
    for (const { socket } of whom) socket.terminate();
  };

  function join(socket: WebSocket): void {
    const connection: Connection = { socket, leaving: false, frozen: false };
    socket.on('error', () => undefined); // What is wrong with a frame ends the connection; `close` follows.
    if (connections.length >= MOST_CONNECTIONS) {
      tellToGo('too_many_websockets', [connection]);
      socket.close();
      return;
    }
    connections.push(connection);
    opened += 1;
    socket.on('message', data => hear(connection, String(data)));
    socket.once('close', () => {
      connections.splice(connections.indexOf(connection), 1);
      envelopes.lost(socket);
      options.changed();
    });
    say(connection, {
      type: 'hello',
      num_connections: connections.length,
      connection_info: { app_id: options.appId },
      debug_info: {
        host: HOST,
        started: new Date(clock.now()).toISOString(),
        build_number: 1,
        approximate_connection_time: 18_060,
      },
    });
    socket.ping(PING);
    for (const tell of waiting.splice(0)) tell();
    options.changed();
  }

  function hear({ socket, frozen }: Connection, text: string): void {
    if (frozen) return;
    const message = parseJson(text);
    if (!isObject(message) || typeof message.envelope_id !== 'string') return;
    if (cut === 'acked' && envelopes.awaits(message.envelope_id, socket)) {
      cut = null;
      socket.terminate();
      return;
    }
    envelopes.acked(message.envelope_id, socket, message.payload);
  }

  function next(): Connection | undefined {
    const staying = connections.filter(one => !one.leaving);
    const able = staying.length > 0 ? staying : connections;
    turn += 1;
    return able[turn % able.length];
  }

  async function send(envelope: JsonObject, what: string): Promise<Reply> {
    const connection = next();
    const sent = { url: linkUrl(), headers: {}, body: JSON.stringify(envelope), what };
    const exchange = traffic.begin({
      direction: 'to-app',
      what,
      request: { method: 'SOCKET', url: sent.url, headers: {}, body: sent.body },
    });
    if (!connection) {
      exchange.failure = 'no connection';
      return noReply(sent, 'dispatch_failed', 0);
    }
    const reply = envelopes.sent(envelope, sent, connection.socket, exchange);
    if (!connection.frozen) {
      connection.socket.send(sent.body, () => {
        if (cut !== 'sent') return;
        cut = null;
        connection.socket.terminate();
      });
    }
    return reply;
  }

  return {
    get count() {
      return connections.length;
    },
    get opened() {
      return opened;
    },
    get enabled() {
      return enabled;
    },
    drop: (howMany = connections.length) => drop(connections.slice(0, howMany)),
    cutNext(when) {
      cut = when;
    },
    refresh() {
      const whom = [...connections];
      tellToGo('warning', whom);
      callOff();
      callOff = after(clock, WARNING_MS, () => {
        const left = whom.filter(one => connections.includes(one));
        tellToGo('refresh_requested', left);
        for (const { socket } of left) socket.close();
      });
    },
    tellToGo: reason => tellToGo(reason),
    disable() {
      enabled = false;
      tellToGo('link_disabled');
      for (const { socket } of connections) socket.close();
    },
    enable() {
      enabled = true;
    },
    say(text) {
      for (const { socket } of connections) socket.send(text);
    },
    freeze() {
      for (const connection of connections) {
        connection.frozen = true;
        connection.socket.pause();
      }
    },
    issueUrl() {
      const ticket = randomUUID();
      tickets.add(ticket);
      return `${linkUrl()}?${new URLSearchParams({ ticket, app_id: options.appId })}`;
    },
    upgrade(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', options.url());
      const known = tickets.delete(searchParams.get('ticket') ?? '');
      if (pathname !== LINK_PATH || !known || !enabled) {
        socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, join);
    },
    deliver(delivery) {
      const { kind, payload, retry } = delivery;
      const isEvent = kind === 'events_api';
      return send(
        {
          envelope_id: randomUUID(),
          type: kind,
          payload,
          accepts_response_payload: takesPayload(delivery),
          ...(isEvent ? { retry_attempt: retry?.attempt ?? 0, retry_reason: retry?.reason ?? '' } : {}),
        },
        nameOf(delivery),
      );
    },
    redeliver({ body, what }) {
      const envelope = parseJson(body);
      return send({ ...(isObject(envelope) ? envelope : {}), envelope_id: randomUUID() }, what);
    },
    connected: () =>
      connections.length > 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve)),
    async close() {
      clearInterval(pings);
      callOff();
      envelopes.close();
      drop([...connections]);
      server.close();
    },
  };
}

/** Which answers Slack reads beyond the ack itself. */
function takesPayload({ kind, payload }: Delivery): boolean {
  if (kind === 'slash_commands') return true;
  return kind === 'interactive' && ['view_submission', 'block_suggestion'].includes(String(payload.type));
}
