import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { after, machineTime } from '../clock.ts';
import { parseJson } from '../json.ts';
import type { World } from '../world/world.ts';
import type { Delivery, Reply, SentRequest } from './connection.ts';
import type { TrafficLog } from './traffic.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction: the app has three seconds.
export const ACK_LIMIT_MS = 3000;

export function createHttpTransport(world: World, traffic: TrafficLog, signingSecret: string) {
  const { clock } = world;
  const agent = new Agent({ keepAliveTimeout: 1000 });

  async function send(sent: SentRequest): Promise<Reply> {
    const { operation, ...message } = sent;
    const exchange = traffic.begin({
      direction: 'to-app',
      operation,
      request: { method: 'POST', ...message },
    });
    const began = performance.now();
    const abort = new AbortController();
    let late = false;
    const cancel = after(clock, ACK_LIMIT_MS, () => {
      late = true;
      abort.abort();
    });
    try {
      const { url, headers: sentHeaders, body: sentBody } = sent;
      const options = { method: 'POST', headers: sentHeaders, body: sentBody, dispatcher: agent } as const;
      const answer = await request(url, { ...options, signal: abort.signal });
      const body = await answer.body.text();
      const headers = plain(answer.headers);
      const status = answer.statusCode;
      exchange.response = { status, headers, body };
      return {
        status,
        headers,
        body,
        json: parseJson(body),
        ...(status === 200 ? {} : { problem: 'dispatch_failed' }),
        elapsedMs: performance.now() - began,
        request: sent,
      };
    } catch (error) {
      exchange.failure = late ? 'operation_timeout' : String(error);
      return noReply(sent, late ? 'operation_timeout' : 'dispatch_failed', performance.now() - began);
    } finally {
      cancel();
    }
  }

  return {
    deliver(delivery: Delivery): Promise<Reply> {
      const { retry } = delivery;
      const body = encode(delivery);
      const type = delivery.kind === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded';
      const headers = {
        'content-type': type,
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        accept: 'application/json,*/*',
        ...(retry && { 'x-slack-retry-num': String(retry.attempt), 'x-slack-retry-reason': retry.reason }),
        ...signatureHeaders(signingSecret, body, machineTime(clock)),
      };
      const url = world.eventsUrl ?? 'http://127.0.0.1:1/no-app-connected';
      return send({ url, headers, body, operation: nameOf(delivery) });
    },
    redeliver: send,
    close: () => agent.destroy(),
  };
}

export type HttpTransport = ReturnType<typeof createHttpTransport>;

/** A delivery's name in the traffic log; for an interaction its type. */
export function nameOf({ kind, payload }: Delivery): string {
  return kind === 'interactive' ? String(payload.type) : kind;
}

export function noReply(sent: SentRequest, problem: NonNullable<Reply['problem']>, elapsedMs: number): Reply {
  return { status: 0, headers: {}, body: '', json: undefined, problem, elapsedMs, request: sent };
}

function encode(delivery: Delivery): string {
  if (delivery.kind === 'events_api') return JSON.stringify(delivery.payload);
  if (delivery.kind === 'interactive')
    return new URLSearchParams({ payload: JSON.stringify(delivery.payload) }).toString();
  return new URLSearchParams(plain(delivery.payload)).toString();
}

const plain = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

// https://docs.slack.dev/authentication/verifying-requests-from-slack

/** Slack's signature headers for a body sent at `nowMs`. */
export function signatureHeaders(signingSecret: string, body: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}
