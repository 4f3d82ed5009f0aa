import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { after } from '../clock.ts';
import { answerApi } from '../web-api/answer.ts';
import { answerReplyUrl } from '../web-api/reply-url.ts';
import type { Fault, FaultBox } from '../wire/faults.ts';
import { refuse, type SocketHub } from '../wire/sockets.ts';
import type { TrafficLog } from '../wire/traffic.ts';
import type { World } from '../world/world.ts';
import type { Env } from './body.ts';

/** The playground's parts that answer the app. */
export interface SlackSide {
  world: World;
  sockets: SocketHub;
  faults: FaultBox;
  traffic: TrafficLog;
}

interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Answers the app's calls, with any active fault. */
export async function serveSlack(side: SlackSide, c: Context<Env>): Promise<Response> {
  const { method, path, url } = c.req;
  const isApi = path.startsWith('/api/');
  const operation = isApi ? path.slice('/api/'.length) : 'response_url';
  const headers = c.env.incoming.headers as Record<string, string>;
  const { body } = c.var;
  const exchange = side.traffic.begin({
    direction: 'from-app',
    operation,
    request: { method, url, headers, body },
  });
  const work = (): Answer => {
    if (!isApi) return answerUrl(side, method, path, body);
    const answer = answerApi(side.world, side.sockets, {
      method: operation,
      headers,
      body,
      query: new URL(url).search,
    });
    return { status: 200, body: JSON.stringify(answer.body), headers: { ...JSON_TYPE, ...answer.headers } };
  };
  const reply = (answer: Answer) => {
    exchange.response = answer;
    return c.body(answer.body, answer.status as ContentfulStatusCode, answer.headers);
  };
  const { outgoing } = c.env;
  const cut = () => {
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  const fault = side.faults.strike(operation, teamOf(side, path, headers.authorization, body));
  if (!fault) return reply(work());
  exchange.failure = `fault: ${fault.kind}`;
  const done = fault.when === 'after' || fault.kind === 'slow' ? work() : undefined;
  switch (fault.kind) {
    case 'slow':
      await new Promise<void>(resolve => {
        const cancel = after(side.world.clock, fault.delayMs, resolve);
        outgoing.once('close', () => {
          cancel();
          resolve();
        });
      });
      return reply(done ?? work());
    case 'hang':
      await side.faults.gone(fault);
      return cut();
    case 'reset':
      return cut();
    default:
      return reply(wrongAnswer(fault));
  }
}

type WrongAnswer = Extract<Fault, { kind: 'rate-limited' | 'status' | 'refusal' }>;

function wrongAnswer(fault: WrongAnswer): Answer {
  const error = (word: string) => JSON.stringify({ ok: false, error: word });
  switch (fault.kind) {
    case 'rate-limited':
      return {
        status: 429,
        body: error('ratelimited'),
        headers: { ...JSON_TYPE, 'retry-after': String(fault.retryAfterS) },
      };
    case 'status':
      return {
        status: fault.status,
        body: '<html><body>upstream connect error</body></html>',
        headers: { 'content-type': 'text/html' },
      };
    case 'refusal':
      return { status: 200, body: error(fault.error), headers: JSON_TYPE };
  }
}

/** The id of the workspace that a call concerns, from its path or token; undefined if the token is unknown. */
function teamOf({ world }: SlackSide, path: string, authorization = '', body = ''): string | undefined {
  if (!path.startsWith('/api/')) return path.split('/')[2];
  const header = /^Bearer (.+)$/i.exec(authorization)?.[1];
  return world.tokens.get(header ?? new URLSearchParams(body).get('token') ?? '')?.teamId;
}

function answerUrl(side: SlackSide, method: string, path: string, body: string): Answer {
  if (method !== 'POST')
    return { status: 405, body: 'method_not_allowed', headers: { 'content-type': 'text/plain' } };
  const { type, ...answer } = answerReplyUrl(side.world, path, body);
  return { ...answer, headers: { 'content-type': type } };
}

/** Handles a WebSocket upgrade, with any active fault for `websocket`. */
export async function upgrade(
  side: SlackSide,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => undefined); // The caller has left.
  const fault = side.faults.strike('websocket');
  if (fault?.kind === 'slow')
    await new Promise<void>(resolve => after(side.world.clock, fault.delayMs, resolve));
  if (!fault || fault.kind === 'slow') return side.sockets.upgrade(request, socket, head);
  if (fault.kind === 'refusal') return refuse(socket, 403);
  if (fault.kind === 'rate-limited' || fault.kind === 'status')
    return refuse(socket, wrongAnswer(fault).status);
  if (fault.kind === 'hang') await side.faults.gone(fault);
  socket.destroy();
}
