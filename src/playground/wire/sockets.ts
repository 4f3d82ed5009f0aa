import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { after } from '../clock.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { Delivery, Reply, SentRequest } from './connection.ts';
import { nameOf, noReply } from './delivery.ts';
import { createEnvelopes } from './envelopes.ts';
import { type Connection, createSocketPool, type DisconnectReason, type PoolOptions } from './socket-pool.ts';
import type { TrafficLog } from './traffic.ts';

// https://docs.slack.dev/apis/events-api/using-socket-mode: about ten seconds of warning.
const WARNING_MS = 10_000;
const LINK_PATH = '/link/';

export interface SocketOptions extends Pick<PoolOptions, 'clock' | 'appId' | 'changed'> {
  traffic: TrafficLog;
  url(): string;
}

/** Slack's end of Socket Mode. */
export function createSockets(options: SocketOptions) {
  const { clock, traffic } = options;
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const envelopes = createEnvelopes(clock);
  const pool = createSocketPool({ ...options, heard, lost: ({ socket }) => envelopes.lost(socket) });
  let enabled = true;
  let cut: 'sent' | 'acked' | null = null;
  let callOff = (): void => undefined;

  const linkUrl = () => `${options.url().replace(/^http/, 'ws')}${LINK_PATH}`;

  function heard({ socket }: Connection, text: string): void {
    const message = parseJson(text);
    if (!isObject(message) || typeof message.envelope_id !== 'string') return;
    if (cut === 'acked' && envelopes.awaits(message.envelope_id, socket)) {
      cut = null;
      socket.terminate();
      return;
    }
    envelopes.acked(message.envelope_id, socket, message.payload);
  }

  async function send(envelope: JsonObject, what: string): Promise<Reply> {
    const connection = pool.next();
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
    const { socket, frozen } = connection;
    const reply = envelopes.sent(envelope, sent, socket, exchange);
    if (!frozen) {
      socket.send(sent.body, () => {
        if (cut !== 'sent') return;
        cut = null;
        socket.terminate();
      });
    }
    return reply;
  }

  return {
    /** Connections that are open and have sent hello. */
    get count() {
      return pool.all.length;
    },
    /** How many there have been since the start. */
    get opened() {
      return pool.opened;
    },
    get enabled() {
      return enabled;
    },
    /** Cuts connections as a network does, without warning: all of them, or the oldest few. */
    drop(howMany = pool.all.length) {
      for (const { socket } of pool.all.slice(0, howMany)) socket.terminate();
    },
    /** Cuts the connection that gets the next payload: right after it is sent, or when its ack arrives, without reading it. */
    cutNext(when: 'sent' | 'acked') {
      cut = when;
    },
    /** Slack's routine: a warning now, and ten seconds later (on the playground's clock) `refresh_requested` and the end. */
    refresh() {
      const whom = [...pool.all];
      pool.tellToGo('warning', whom);
      callOff();
      callOff = after(clock, WARNING_MS, () => {
        const left = whom.filter(one => pool.all.includes(one));
        pool.tellToGo('refresh_requested', left);
        for (const { socket } of left) socket.close();
      });
    },
    /** Gives every connection a reason to go; cuts nothing. */
    tellToGo: (reason: DisconnectReason) => pool.tellToGo(reason),
    /** Socket Mode is switched off in the app's settings: `link_disabled`, and no new connections. */
    disable() {
      enabled = false;
      pool.tellToGo('link_disabled');
      for (const { socket } of pool.all) socket.close();
    },
    enable() {
      enabled = true;
    },
    /** Sends anything on every connection, even what Slack never would. */
    say(text: string | Buffer) {
      for (const { socket } of pool.all) socket.send(text);
    },
    /** Connections stay open but dead: nothing is sent, read or answered on them any more, not even pings. */
    freeze() {
      for (const connection of pool.all) {
        connection.frozen = true;
        connection.socket.pause();
      }
    },
    /** The address for one connection, with its ticket. */
    issueUrl() {
      const ticket = randomUUID();
      tickets.add(ticket);
      return `${linkUrl()}?${new URLSearchParams({ ticket, app_id: options.appId })}`;
    },
    /** Answers the request to become a WebSocket. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const { pathname, searchParams } = new URL(request.url ?? '/', options.url());
      const known = tickets.delete(searchParams.get('ticket') ?? '');
      if (pathname !== LINK_PATH || !known || !enabled) {
        socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, pool.join);
    },
    deliver: (delivery: Delivery) => send(envelopeOf(delivery), nameOf(delivery)),
    redeliver({ body, what }: SentRequest) {
      const envelope = parseJson(body);
      return send({ ...(isObject(envelope) ? envelope : {}), envelope_id: randomUUID() }, what);
    },
    /** Resolves when there is a connection. */
    connected: pool.joined,
    async close() {
      callOff();
      envelopes.close();
      pool.close();
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
