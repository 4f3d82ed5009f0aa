import { Agent, request } from 'undici';
import { after, type Clock } from '../clock.ts';
import { type JsonObject, parseJson } from '../json.ts';
import { signatureHeaders } from './sign.ts';
import type { Exchange, TrafficLog } from './traffic.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction: the app has three seconds.
const ACK_LIMIT_MS = 3000;

export type DeliveryKind = 'slash_commands' | 'interactive' | 'events_api';

export interface Delivery {
  kind: DeliveryKind;
  payload: JsonObject;
  /** Such as `x-slack-retry-num`. */
  headers?: Record<string, string>;
}

/** A signed request as it went over the wire; sending it again changes no byte. */
export interface SentRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  what: string;
}

/** What came back from the app. `problem` is Slack's word for a dispatch that failed. */
export interface Reply {
  status: number;
  body: string;
  json: unknown;
  problem?: 'operation_timeout' | 'dispatch_failed';
  elapsedMs: number;
  request: SentRequest;
}

export interface AppConnection {
  /** Where the app takes Slack's requests; unset while there is no app. */
  eventsUrl: string | undefined;
  deliver(delivery: Delivery): Promise<Reply>;
  /** The very same request again, as a network may do. */
  redeliver(sent: SentRequest): Promise<Reply>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  clock: Clock;
  signingSecret: string;
  traffic: TrafficLog;
  eventsUrl?: string | undefined;
}

export function createHttpConnection(options: ConnectionOptions): AppConnection {
  const { clock, traffic } = options;
  const agent = new Agent({ keepAliveTimeout: 1000 });

  async function send(sent: SentRequest): Promise<Reply> {
    const exchange = traffic.begin({
      direction: 'to-app',
      what: sent.what,
      request: { method: 'POST', url: sent.url, headers: sent.headers, body: sent.body },
    });
    const began = performance.now();
    const abort = new AbortController();
    let late = false;
    const cancel = after(clock, ACK_LIMIT_MS, () => {
      late = true;
      abort.abort();
    });
    try {
      const answer = await request(sent.url, {
        method: 'POST',
        headers: sent.headers,
        body: sent.body,
        dispatcher: agent,
        signal: abort.signal,
      });
      const body = await answer.body.text();
      return finish(exchange, sent, began, answer.statusCode, body, plain(answer.headers));
    } catch (error) {
      exchange.failure = late ? 'operation_timeout' : String(error);
      const problem = late ? 'operation_timeout' : 'dispatch_failed';
      return {
        status: 0,
        body: '',
        json: undefined,
        problem,
        elapsedMs: performance.now() - began,
        request: sent,
      };
    } finally {
      cancel();
    }
  }

  const connection: AppConnection = {
    eventsUrl: options.eventsUrl,
    deliver(delivery) {
      const body = encode(delivery);
      const type = delivery.kind === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded';
      const what = delivery.kind === 'interactive' ? String(delivery.payload.type) : delivery.kind;
      const headers = {
        'content-type': type,
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        accept: 'application/json,*/*',
        ...delivery.headers,
        ...signatureHeaders(options.signingSecret, body, clock.now()),
      };
      return send({
        url: connection.eventsUrl ?? 'http://127.0.0.1:1/no-app-connected',
        headers,
        body,
        what,
      });
    },
    redeliver: send,
    close: () => agent.destroy(),
  };
  return connection;
}

function finish(
  exchange: Exchange,
  sent: SentRequest,
  began: number,
  status: number,
  body: string,
  headers: Record<string, string>,
): Reply {
  exchange.response = { status, headers, body };
  const reply: Reply = {
    status,
    body,
    json: parseJson(body),
    elapsedMs: performance.now() - began,
    request: sent,
  };
  if (status !== 200) reply.problem = 'dispatch_failed';
  return reply;
}

function encode(delivery: Delivery): string {
  if (delivery.kind === 'events_api') return JSON.stringify(delivery.payload);
  if (delivery.kind === 'interactive')
    return new URLSearchParams({ payload: JSON.stringify(delivery.payload) }).toString();
  const fields = Object.entries(delivery.payload).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new URLSearchParams(fields).toString();
}

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
