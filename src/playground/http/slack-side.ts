import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { after, type Clock } from '../clock.ts';
import { answerApi } from '../web-api/answer.ts';
import type { Platform } from '../web-api/method.ts';
import { answerReplyUrl } from '../web-api/reply-url.ts';
import type { Fault, FaultBox } from '../wire/faults.ts';
import type { Exchange, TrafficLog } from '../wire/traffic.ts';
import type { ReplyUrls } from '../world/interactivity.ts';
import { flatHeaders, readBody, send } from './respond.ts';

export interface SlackSide extends Platform {
  clock: Clock;
  replyUrls: ReplyUrls;
  faults: FaultBox;
  traffic: TrafficLog;
}

interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Whether apps call this path: the Web API or a `response_url`. */
export function isSlackPath(path: string): boolean {
  return /^\/(api|commands|actions|app)\//.test(path);
}

/** Serves the app's calls, with any fault that is switched on. */
export async function serveSlack(
  side: SlackSide,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const isApi = url.pathname.startsWith('/api/');
  const what = isApi ? url.pathname.slice('/api/'.length) : 'response_url';
  const body = await readBody(request);
  const exchange = side.traffic.begin({
    direction: 'from-app',
    what,
    request: { method: request.method ?? '', url: url.href, headers: flatHeaders(request.headers), body },
  });
  const answer = () =>
    isApi ? answerMethod(side, request, url, what, body) : answerUrl(side, request, url, body);
  const fault = side.faults.strike(what, teamOf(side, request, url, body));
  if (!fault) return reply(exchange, response, answer());
  exchange.failure = `fault: ${fault.kind}`;
  const done = fault.when === 'after' || fault.kind === 'slow' ? answer() : undefined;
  await play(side, fault, exchange, response, done ?? answer);
}

/** The workspace that a call is about, as far as its address or token tells. */
function teamOf({ world }: SlackSide, request: IncomingMessage, url: URL, body: string): string | undefined {
  if (!url.pathname.startsWith('/api/')) return url.pathname.split('/')[2];
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return world.tokens.get(header ?? new URLSearchParams(body).get('token') ?? '')?.teamId;
}

async function play(
  side: SlackSide,
  fault: Fault,
  exchange: Exchange,
  response: ServerResponse,
  answer: Answer | (() => Answer),
): Promise<void> {
  switch (fault.kind) {
    case 'slow':
      await new Promise<void>(resolve => {
        const cancel = after(side.clock, fault.delayMs, resolve);
        response.once('close', () => {
          cancel();
          resolve();
        });
      });
      return reply(exchange, response, typeof answer === 'function' ? answer() : answer);
    case 'rate-limited':
      return reply(exchange, response, {
        status: 429,
        body: JSON.stringify({ ok: false, error: 'ratelimited' }),
        headers: { ...JSON_TYPE, 'retry-after': String(fault.retryAfterS) },
      });
    case 'status':
      return reply(exchange, response, {
        status: fault.status,
        body: '<html><body>upstream connect error</body></html>',
        headers: { 'content-type': 'text/html' },
      });
    case 'refusal':
      return reply(exchange, response, {
        status: 200,
        body: JSON.stringify({ ok: false, error: fault.error }),
        headers: JSON_TYPE,
      });
    case 'hang':
      await side.faults.gone(fault);
      response.destroy();
      return;
    case 'reset':
      response.destroy();
  }
}

function answerMethod(
  side: SlackSide,
  request: IncomingMessage,
  url: URL,
  method: string,
  body: string,
): Answer {
  const { headers } = request;
  const answer = answerApi(side, { method, headers, body, query: url.search });
  return { status: 200, body: JSON.stringify(answer.body), headers: { ...JSON_TYPE, ...answer.headers } };
}

function answerUrl(side: SlackSide, request: IncomingMessage, url: URL, body: string): Answer {
  if (request.method !== 'POST')
    return { status: 405, body: 'method_not_allowed', headers: { 'content-type': 'text/plain' } };
  const answer = answerReplyUrl(side.world, side.replyUrls, url.pathname, body);
  return { status: answer.status, body: answer.body, headers: { 'content-type': answer.type } };
}

function reply(exchange: Exchange, response: ServerResponse, answer: Answer): void {
  exchange.response = answer;
  send(response, answer.status, answer.body, answer.headers);
}

/** Handles a request to become a WebSocket, with any fault that is switched on for `websocket`. */
export async function upgrade(
  side: SlackSide,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => undefined); // The caller has left.
  const fault = side.faults.strike('websocket');
  switch (fault?.kind) {
    case undefined:
      return side.sockets.upgrade(request, socket, head);
    case 'slow':
      await new Promise<void>(resolve => after(side.clock, fault.delayMs, resolve));
      return side.sockets.upgrade(request, socket, head);
    case 'hang':
      await side.faults.gone(fault);
      socket.destroy();
      return;
    case 'reset':
      socket.destroy();
      return;
    case 'rate-limited':
      return refuse(socket, 429);
    case 'status':
      return refuse(socket, fault.status);
    case 'refusal':
      return refuse(socket, 403);
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
