import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { after } from '../clock.ts';
import { answerApi } from '../web-api/answer.ts';
import { answerReplyUrl } from '../web-api/reply-url.ts';
import type { Fault, FaultBox } from '../wire/faults.ts';
import { refuse, type SocketHub } from '../wire/sockets.ts';
import type { TrafficLog } from '../wire/traffic.ts';
import type { World } from '../world/world.ts';
import { flatHeaders, readBody, send } from './respond.ts';

/** What answers apps. */
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
  const method = request.method ?? '';
  const isApi = url.pathname.startsWith('/api/');
  const what = isApi ? url.pathname.slice('/api/'.length) : 'response_url';
  const body = await readBody(request);
  const seen = { method, url: url.href, headers: flatHeaders(request.headers), body };
  const exchange = side.traffic.begin({ direction: 'from-app', what, request: seen });
  const work = (): Answer => {
    if (!isApi) return answerUrl(side, method, url.pathname, body);
    const call = { method: what, headers: request.headers, body, query: url.search };
    const answer = answerApi(side.world, side.sockets, call);
    return { status: 200, body: JSON.stringify(answer.body), headers: { ...JSON_TYPE, ...answer.headers } };
  };
  const reply = (answer: Answer) => {
    exchange.response = answer;
    send(response, answer.status, answer.body, answer.headers);
  };
  const fault = side.faults.strike(what, teamOf(side, request, url, body));
  if (!fault) return reply(work());
  exchange.failure = `fault: ${fault.kind}`;
  const done = fault.when === 'after' || fault.kind === 'slow' ? work() : undefined;
  switch (fault.kind) {
    case 'slow':
      await new Promise<void>(resolve => {
        const cancel = after(side.world.clock, fault.delayMs, resolve);
        response.once('close', () => {
          cancel();
          resolve();
        });
      });
      return reply(done ?? work());
    case 'hang':
      await side.faults.gone(fault);
      response.destroy();
      return;
    case 'reset':
      response.destroy();
      return;
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

/** The workspace that a call is about, as far as its address or token tells. */
function teamOf({ world }: SlackSide, request: IncomingMessage, url: URL, body: string): string | undefined {
  if (!url.pathname.startsWith('/api/')) return url.pathname.split('/')[2];
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return world.tokens.get(header ?? new URLSearchParams(body).get('token') ?? '')?.teamId;
}

function answerUrl(side: SlackSide, method: string, path: string, body: string): Answer {
  if (method !== 'POST')
    return { status: 405, body: 'method_not_allowed', headers: { 'content-type': 'text/plain' } };
  const { type, ...answer } = answerReplyUrl(side.world, path, body);
  return { ...answer, headers: { 'content-type': type } };
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
  if (fault?.kind === 'slow')
    await new Promise<void>(resolve => after(side.world.clock, fault.delayMs, resolve));
  if (!fault || fault.kind === 'slow') return side.sockets.upgrade(request, socket, head);
  if (fault.kind === 'refusal') return refuse(socket, 403);
  if (fault.kind === 'rate-limited' || fault.kind === 'status')
    return refuse(socket, wrongAnswer(fault).status);
  if (fault.kind === 'hang') await side.faults.gone(fault);
  socket.destroy();
}
