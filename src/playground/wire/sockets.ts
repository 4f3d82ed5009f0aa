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
const MOST_CONNECTIONS = 10;
const WARNING_MS = 10_000;
/** How often Slack pings, roughly; the official client gives up after 30 s without one. */
const PING_EVERY_MS = 5000;
const HOST = 'applink-playground';
const PING = `Ping from ${HOST}`;
const LINK_PATH = '/link/';

type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

interface Connection {
  socket: WebSocket;
  /** Told to go: gets payloads only while there is no other. */
  leaving: boolean;
  /** Open but dead. */
  frozen: boolean;
}

/** An envelope that was sent and waits for its ack. */
interface Waiting {
  connection: Connection;
  envelope: JsonObject;
  exchange: Exchange;
  end(reply: Partial<Reply>): void;
}

/** Slack's end of Socket Mode. */
export function createSockets(world: World, traffic: TrafficLog) {
  const { clock, changed } = world;
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const open: Connection[] = [];
  const waiting = new Map<string, Waiting>();
  const waitingForOne: (() => void)[] = [];
  let opened = 0;
  let turn = 0;
  let enabled = true;
  let cut: 'sent' | 'acked' | null = null;
  let cancelTimer = (): void => undefined;
  const pings = setInterval(() => {
    for (const { socket, frozen } of open) if (!frozen) socket.ping(PING);
  }, PING_EVERY_MS);
  pings.unref();

  const linkUrl = () => `${world.address.replace(/^http/, 'ws')}${LINK_PATH}`;

  function join(socket: WebSocket): void {
    const connection: Connection = { socket, leaving: false, frozen: false };
    socket.on('error', () => undefined); // A bad frame ends the connection; `close` follows.
    if (open.length >= MOST_CONNECTIONS) {
      tellToGo('too_many_websockets', [connection]);
      socket.close();
      return;
    }
    open.push(connection);
    opened += 1;
    socket.on('message', data => {
      if (!connection.frozen) heard(connection, String(data));
    });
    socket.once('close', () => {
      open.splice(open.indexOf(connection), 1);
      // Its events are given up at once; a person's requests wait out their three seconds.
      for (const one of [...waiting.values()]) {
        const isLost = one.connection === connection && one.envelope.type === 'events_api';
        if (isLost) giveUp(one, 'dispatch_failed', 'connection lost');
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
    for (const tell of waitingForOne.splice(0)) tell();
    changed();
  }

  function say({ socket, frozen }: Connection, message: JsonObject): void {
    if (!frozen) socket.send(JSON.stringify(message));
  }

  function tellToGo(reason: DisconnectReason, whom: readonly Connection[] = open): void {
    for (const connection of whom) {
      connection.leaving = true;
      say(connection, { type: 'disconnect', reason, debug_info: { host: HOST } });
    }
  }

  /** The connection that gets the next payload. */
  function next(): Connection | undefined {
    const staying = open.filter(one => !one.leaving);
    const able = staying.length > 0 ? staying : open;
    turn += 1;
    return able[turn % able.length];
  }

  function giveUp(one: Waiting, problem: NonNullable<Reply['problem']>, failure: string = problem): void {
    one.exchange.failure = failure;
    one.end({ problem });
  }

  /** An ack came in; one for another connection's envelope is ignored. */
  function heard(connection: Connection, text: string): void {
    const message = parseJson(text);
    const one = isObject(message) ? waiting.get(String(message.envelope_id)) : undefined;
    if (!isObject(message) || one?.connection !== connection) return;
    if (cut === 'acked') {
      cut = null;
      connection.socket.terminate();
      return;
    }
    const { payload } = message;
    one.exchange.response = { status: 200, headers: {}, body: JSON.stringify(payload ?? '') };
    // An empty payload means the same as an empty body over HTTP.
    const isSaid = one.envelope.accepts_response_payload === true && isObject(payload);
    const json = isSaid && Object.keys(payload).length > 0 ? payload : undefined;
    one.end({ status: 200, body: json ? JSON.stringify(json) : '', json });
  }

  async function send(envelope: JsonObject, what: string): Promise<Reply> {
    const connection = next();
    const sent = { url: linkUrl(), headers: {}, body: JSON.stringify(envelope), what };
    const request = { method: 'SOCKET', url: sent.url, headers: {}, body: sent.body };
    const exchange = traffic.begin({ direction: 'to-app', what, request });
    if (!connection) {
      exchange.failure = 'no connection';
      return noReply(sent, 'dispatch_failed', 0);
    }
    const { socket, frozen } = connection;
    const id = String(envelope.envelope_id);
    const began = performance.now();
    return new Promise(resolve => {
      const cancel = after(clock, ACK_LIMIT_MS, () => giveUp(one, 'operation_timeout'));
      const one: Waiting = {
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
      waiting.set(id, one);
      if (frozen) return;
      socket.send(sent.body, () => {
        if (cut !== 'sent') return;
        cut = null;
        socket.terminate();
      });
    });
  }

  return {
    /** Connections that are open and have sent hello. */
    get count() {
      return open.length;
    },
    /** How many there have been since the start. */
    get opened() {
      return opened;
    },
    get enabled() {
      return enabled;
    },
    /** Cuts connections as a network does, without warning: all of them, or the oldest few. */
    drop(howMany = open.length) {
      for (const { socket } of open.slice(0, howMany)) socket.terminate();
    },
    /** Cuts the connection that gets the next payload: right after it is sent, or when its ack arrives, without reading it. */
    cutNext(when: 'sent' | 'acked') {
      cut = when;
    },
    /** Slack's routine: a warning now, and ten seconds later (on the playground's clock) `refresh_requested` and the end. */
    refresh() {
      const whom = [...open];
      tellToGo('warning', whom);
      cancelTimer();
      cancelTimer = after(clock, WARNING_MS, () => {
        const left = whom.filter(one => open.includes(one));
        tellToGo('refresh_requested', left);
        for (const { socket } of left) socket.close();
      });
    },
    /** Gives every connection a reason to go; cuts nothing. */
    tellToGo: (reason: DisconnectReason) => tellToGo(reason),
    /** Socket Mode is switched off in the app's settings: `link_disabled`, and no new connections. */
    disable() {
      enabled = false;
      tellToGo('link_disabled');
      for (const { socket } of open) socket.close();
    },
    enable() {
      enabled = true;
    },
    /** Sends anything on every connection, even what Slack never would. */
    say(text: string | Buffer) {
      for (const { socket } of open) socket.send(text);
    },
    /** Connections stay open but dead: nothing is sent, read or answered on them any more, not even pings. */
    freeze() {
      for (const connection of open) {
        connection.frozen = true;
        connection.socket.pause();
      }
    },
    /** The address for one connection, with its ticket. */
    issueUrl() {
      const ticket = randomUUID();
      tickets.add(ticket);
      return `${linkUrl()}?${new URLSearchParams({ ticket, app_id: APP_ID })}`;
    },
    /** Answers the request to become a WebSocket. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const asked = URL.parse(request.url ?? '/', world.address);
      const known = tickets.delete(asked?.searchParams.get('ticket') ?? '');
      if (asked?.pathname !== LINK_PATH || !known || !enabled) return refuse(socket, 403);
      server.handleUpgrade(request, socket, head, join);
    },
    deliver: (delivery: Delivery) => send(envelopeOf(delivery), nameOf(delivery)),
    redeliver({ body, what }: SentRequest) {
      const envelope = parseJson(body);
      return send({ ...(isObject(envelope) ? envelope : {}), envelope_id: randomUUID() }, what);
    },
    /** Resolves when there is a connection. */
    connected: () =>
      open.length > 0 ? Promise.resolve() : new Promise<void>(resolve => waitingForOne.push(resolve)),
    async close() {
      cancelTimer();
      clearInterval(pings);
      for (const one of [...waiting.values()]) giveUp(one, 'dispatch_failed', 'playground closed');
      for (const { socket } of [...open]) socket.terminate();
      server.close();
    },
  };
}

export type SocketHub = ReturnType<typeof createSockets>;

/** The app's Socket Mode connections, and what can happen to them. */
export type Sockets = Omit<
  SocketHub,
  'enabled' | 'issueUrl' | 'upgrade' | 'deliver' | 'redeliver' | 'connected' | 'close'
>;

/** Refuses a request to become a WebSocket. */
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

/** Which deliveries Slack reads more than the ack from. */
function takesPayload({ kind, payload }: Delivery): boolean {
  if (kind === 'slash_commands') return true;
  return kind === 'interactive' && ['view_submission', 'block_suggestion'].includes(String(payload.type));
}

/** Sockets if the app has any, otherwise its HTTP address. */
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
