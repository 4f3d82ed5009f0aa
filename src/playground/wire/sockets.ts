import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { after } from '../clock.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { APP_ID } from '../world/seed.ts';
import type { World } from '../world/world.ts';
import type { AppConnection, Delivery, Reply, SentRequest } from './connection.ts';
import { ACK_LIMIT_MS, type HttpTransport, nameOf, noReply } from './delivery.ts';
import type { Exchange, TrafficLog } from './traffic.ts';

// https://docs.slack.dev/apis/events-api/using-socket-mode: ten at the same time, and about ten seconds of warning.
const MAX_CONNECTIONS = 10;
const WARNING_MS = 10_000;
/** Roughly Slack's interval. The official client gives up after 30 s without a ping. */
const PING_INTERVAL_MS = 5000;
const HOST = 'applink-playground';
const PING = `Ping from ${HOST}`;
const LINK_PATH = '/link/';

type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

interface Connection {
  socket: WebSocket;
  /** Has been asked to disconnect: gets payloads only while every open connection has been asked. */
  leaving: boolean;
  /** Open, but nothing is sent, read or answered. */
  frozen: boolean;
}

/** An envelope that waits for its ack. */
interface Waiting {
  connection: Connection;
  envelope: JsonObject;
  exchange: Exchange;
  end(reply: Partial<Reply>): void;
}

export function createSockets(world: World, traffic: TrafficLog) {
  const { clock, changed } = world;
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const open: Connection[] = [];
  const waiting = new Map<string, Waiting>();
  const connectionWaiters: (() => void)[] = [];
  let opened = 0;
  let turn = 0;
  let enabled = true;
  let cut: 'sent' | 'acked' | null = null;
  let cancelTimer = (): void => undefined;
  const pings = setInterval(() => {
    for (const { socket, frozen } of open) if (!frozen) socket.ping(PING);
  }, PING_INTERVAL_MS);
  pings.unref();

  const linkUrl = () => `${world.address.replace(/^http/, 'ws')}${LINK_PATH}`;

  function join(socket: WebSocket): void {
    const connection: Connection = { socket, leaving: false, frozen: false };
    socket.on('error', () => undefined); // A bad frame ends the connection; `close` follows.
    if (open.length >= MAX_CONNECTIONS) {
      sendDisconnect('too_many_websockets', [connection]);
      socket.close();
      return;
    }
    open.push(connection);
    opened += 1;
    socket.on('message', data => {
      if (!connection.frozen) receive(connection, String(data));
    });
    socket.once('close', () => {
      open.splice(open.indexOf(connection), 1);
      // Events on a lost connection fail at once, as in Slack. A user's request waits until its three seconds are over.
      for (const pending of [...waiting.values()]) {
        const isLost = pending.connection === connection && pending.envelope.type === 'events_api';
        if (isLost) giveUp(pending, 'dispatch_failed', 'connection lost');
      }
      changed();
    });
    say(connection, {
      type: 'hello',
      num_connections: open.length,
      connection_info: { app_id: APP_ID },
      debug_info: {
        host: HOST,
        started: new Date(clock.now()).toISOString(),
        build_number: 1,
        approximate_connection_time: 18_060,
      },
    });
    socket.ping(PING);
    for (const resolve of connectionWaiters.splice(0)) resolve();
    changed();
  }

  function say({ socket, frozen }: Connection, message: JsonObject): void {
    if (!frozen) socket.send(JSON.stringify(message));
  }

  function sendDisconnect(reason: DisconnectReason, recipients: readonly Connection[] = open): void {
    for (const connection of recipients) {
      connection.leaving = true;
      say(connection, { type: 'disconnect', reason, debug_info: { host: HOST } });
    }
  }

  /** Chooses the connection for the next payload, in turn; undefined if none is open. */
  function next(): Connection | undefined {
    const staying = open.filter(connection => !connection.leaving);
    const able = staying.length > 0 ? staying : open;
    turn += 1;
    return able[turn % able.length];
  }

  function giveUp(pending: Waiting, problem: NonNullable<Reply['problem']>, failure: string = problem): void {
    pending.exchange.failure = failure;
    pending.end({ problem });
  }

  /** Handles an ack. An ack for another connection's envelope is ignored. */
  function receive(connection: Connection, text: string): void {
    const message = parseJson(text);
    const pending = isObject(message) ? waiting.get(String(message.envelope_id)) : undefined;
    if (!isObject(message) || pending?.connection !== connection) return;
    if (cut === 'acked') {
      cut = null;
      connection.socket.terminate();
      return;
    }
    const { payload } = message;
    pending.exchange.response = { status: 200, headers: {}, body: JSON.stringify(payload ?? '') };
    // An empty payload means the same as an empty body over HTTP.
    const hasPayload = pending.envelope.accepts_response_payload === true && isObject(payload);
    const json = hasPayload && Object.keys(payload).length > 0 ? payload : undefined;
    pending.end({ status: 200, body: json ? JSON.stringify(json) : '', json });
  }

  async function send(envelope: JsonObject, operation: string): Promise<Reply> {
    const connection = next();
    const sent = { url: linkUrl(), headers: {}, body: JSON.stringify(envelope), operation };
    const request = { method: 'SOCKET', url: sent.url, headers: {}, body: sent.body };
    const exchange = traffic.begin({ direction: 'to-app', operation, request });
    if (!connection) {
      exchange.failure = 'no connection';
      return noReply(sent, 'dispatch_failed', 0);
    }
    const { socket, frozen } = connection;
    const id = String(envelope.envelope_id);
    const began = performance.now();
    return new Promise(resolve => {
      const cancel = after(clock, ACK_LIMIT_MS, () => giveUp(pending, 'operation_timeout'));
      const pending: Waiting = {
        connection,
        envelope,
        exchange,
        end(reply) {
          cancel();
          waiting.delete(id);
          const elapsedMs = performance.now() - began;
          resolve({ status: 0, headers: {}, body: '', json: undefined, elapsedMs, request: sent, ...reply });
        },
      };
      waiting.set(id, pending);
      if (frozen) return;
      socket.send(sent.body, () => {
        if (cut !== 'sent') return;
        cut = null;
        socket.terminate();
      });
    });
  }

  return {
    /** The number of open connections. */
    get count() {
      return open.length;
    },
    /** The number of connections that were opened since the start. */
    get opened() {
      return opened;
    },
    get enabled() {
      return enabled;
    },
    /** Cuts connections without warning, as a network may: all, or the oldest few. */
    drop(howMany = open.length) {
      for (const { socket } of open.slice(0, howMany)) socket.terminate();
    },
    /**
     * Cuts the connection that gets the next payload: right after sending it, or when its ack arrives, without
     * reading the ack.
     */
    cutNext(when: 'sent' | 'acked') {
      cut = when;
    },
    /**
     * Ends all connections as Slack routinely does: a warning now, and after ten seconds (on the playground's clock)
     * `refresh_requested` and the end.
     */
    refresh() {
      const warned = [...open];
      sendDisconnect('warning', warned);
      cancelTimer();
      cancelTimer = after(clock, WARNING_MS, () => {
        const remaining = warned.filter(connection => open.includes(connection));
        sendDisconnect('refresh_requested', remaining);
        for (const { socket } of remaining) socket.close();
      });
    },
    /** Sends every connection a `disconnect` with this reason; cuts none. */
    sendDisconnect: (reason: DisconnectReason) => sendDisconnect(reason),
    /** Switches Socket Mode off, as in the app's settings: `link_disabled`, and no new connections. */
    disable() {
      enabled = false;
      sendDisconnect('link_disabled');
      for (const { socket } of open) socket.close();
    },
    enable() {
      enabled = true;
    },
    /** Sends any message on every connection, even one that Slack never would. */
    say(text: string | Buffer) {
      for (const { socket } of open) socket.send(text);
    },
    /** Freezes connections: they stay open, but nothing is sent, read or answered any more, not even pings. */
    freeze() {
      for (const connection of open) {
        connection.frozen = true;
        connection.socket.pause();
      }
    },
    /** Issues the address for one connection, with its ticket. */
    issueUrl() {
      const ticket = randomUUID();
      tickets.add(ticket);
      return `${linkUrl()}?${new URLSearchParams({ ticket, app_id: APP_ID })}`;
    },
    /** Accepts a WebSocket upgrade whose ticket is valid; refuses any other. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const url = URL.parse(request.url ?? '/', world.address);
      const isTicketValid = tickets.delete(url?.searchParams.get('ticket') ?? '');
      if (url?.pathname !== LINK_PATH || !isTicketValid || !enabled) return refuse(socket, 403);
      server.handleUpgrade(request, socket, head, join);
    },
    deliver: (delivery: Delivery) => send(envelopeOf(delivery), nameOf(delivery)),
    redeliver({ body, operation }: SentRequest) {
      const envelope = parseJson(body);
      return send({ ...(isObject(envelope) ? envelope : {}), envelope_id: randomUUID() }, operation);
    },
    /** Resolves once a connection is open. */
    connected: () =>
      open.length > 0 ? Promise.resolve() : new Promise<void>(resolve => connectionWaiters.push(resolve)),
    async close() {
      cancelTimer();
      clearInterval(pings);
      for (const pending of [...waiting.values()]) giveUp(pending, 'dispatch_failed', 'playground closed');
      for (const { socket } of [...open]) socket.terminate();
      server.close();
    },
  };
}

export type SocketHub = ReturnType<typeof createSockets>;

/** The app's Socket Mode connections, as tests act on them. */
export type Sockets = Omit<
  SocketHub,
  'enabled' | 'issueUrl' | 'upgrade' | 'deliver' | 'redeliver' | 'connected' | 'close'
>;

/** Refuses a WebSocket upgrade. */
export function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function envelopeOf(delivery: Delivery): JsonObject {
  const { kind, payload, retry } = delivery;
  return {
    envelope_id: randomUUID(),
    type: kind,
    payload,
    accepts_response_payload: takesPayload(delivery),
    ...(kind === 'events_api'
      ? { retry_attempt: retry?.attempt ?? 0, retry_reason: retry?.reason ?? '' }
      : {}),
  };
}

/** True if Slack reads a payload in the ack of this delivery. */
function takesPayload({ kind, payload }: Delivery): boolean {
  if (kind === 'slash_commands') return true;
  return kind === 'interactive' && ['view_submission', 'block_suggestion'].includes(String(payload.type));
}

/**
 * Delivers over a socket if one is open, or if the app has used sockets and has no HTTP address; otherwise over HTTP.
 */
export function createAppConnection(world: World, http: HttpTransport, sockets: SocketHub): AppConnection {
  return {
    reachable: () => sockets.count > 0 || world.eventsUrl !== undefined,
    deliver(delivery) {
      const bySocket = sockets.count > 0 || (sockets.opened > 0 && world.eventsUrl === undefined);
      return (bySocket ? sockets : http).deliver(delivery);
    },
    redeliver: sent => (sent.url.startsWith('ws') ? sockets : http).redeliver(sent),
    async close() {
      await sockets.close();
      await http.close();
    },
  };
}
