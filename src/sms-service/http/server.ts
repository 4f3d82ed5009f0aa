import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { ErrorCode } from '../decisions.ts';
import { Mistake } from '../mistake.ts';
import { limitConnections } from './connections.ts';
import type { Operation, Wait } from './operation.ts';
import { errorReply, type Reply } from './replies.ts';

/** How long a request may take to arrive, and how long its headers; a connection that brings nothing is closed then, too. */
const PATIENCE = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };
/** A sending program needs a few dozen. Behind a proxy all come from its address, and it keeps its own limits. */
const CONNECTIONS = { all: 1_000, perAddress: 250 };
/** How long closing waits for requests that are still arriving or being answered. */
const CLOSING_GRACE_MS = 2_000;

/** A server that is listening. */
export interface HttpServer {
  url: string;
  /** Accepts no more requests, drops those that hang, finishes the rest within two seconds. */
  close(): Promise<void>;
}

/** Handles the requests that it claims; the operation gets all others. */
export interface RequestHandler {
  handles(request: IncomingMessage): boolean;
  serve(request: IncomingMessage, response: ServerResponse): void;
}

/** Starts the server. Throws a Mistake if the address isn't available. */
export async function startHttpServer(
  operation: Operation,
  dashboard: RequestHandler,
  options: { host: string; port: number; clock: Clock; behindProxy: boolean; patience?: typeof PATIENCE },
): Promise<HttpServer> {
  const { host, port, clock, behindProxy, patience = PATIENCE } = options;
  const holds = createHolds();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    noteRequest(request, response);
    if (dashboard.handles(request)) return dashboard.serve(request, response);
    const { socket } = request;
    const wait: Wait = ms =>
      new Promise(resolve => {
        let callOff = () => {};
        const release = holds.add(() => {
          callOff();
          socket.destroy();
        });
        if (holds.ended()) return;
        callOff = clock.after(ms, () => {
          release();
          resolve();
        });
      });
    const served = await operation(request, wait);
    if (served === null || socket.destroyed) return;
    const { answer, seen } = served;
    if (answer.kind === 'hang') {
      socket.once(
        'close',
        holds.add(() => socket.destroy()),
      );
    } else if (answer.kind === 'reset') {
      socket.resetAndDestroy();
    } else {
      if (holds.ended()) answer.reply.headers.Connection = 'close';
      seen.status = answer.reply.status;
      writeReply(response, answer.reply, answer.truncated === true);
    }
  };

  const server = createServer(patience, serve);
  const { all, perAddress } = CONNECTIONS;
  const noteRequest = limitConnections(server, { all, perAddress: behindProxy ? all : perAddress });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') socket.write(rawReply(errorReply(badRequest(error))));
    // Whatever the client does now: whoever only ends a connection waits for the other side to end it, too.
    socket.destroySoon();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(error, host, port, '--port')));
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close() {
      holds.end();
      return new Promise(resolve => {
        const impatience = setTimeout(() => server.closeAllConnections(), CLOSING_GRACE_MS);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
      });
    },
  };
}

/** Requests that are kept waiting on purpose: all are dropped at the end, later ones at once. */
function createHolds() {
  const held = new Set<() => void>();
  let ended = false;
  return {
    ended: () => ended,
    add(drop: () => void): () => void {
      if (ended) drop();
      else held.add(drop);
      return () => held.delete(drop);
    },
    end() {
      ended = true;
      for (const drop of held) drop();
      held.clear();
    },
  };
}

function writeReply(response: ServerResponse, { status, headers, body }: Reply, truncated: boolean): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, 'Content-Length': length });
  if (!truncated) response.end(body);
  else response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}

/** Requests that Node can't parse never reach a handler, so the answer is written straight to the socket. */
function rawReply({ status, headers, body }: Reply): string {
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Error\r\n${lines.join('')}\r\n${body}`;
}

function badRequest(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST';
}

/** Says why the address isn't available, and which option chooses another port. */
export function cannotListen(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  option: string,
): Mistake {
  const reasons: Record<string, string> = {
    EADDRINUSE: `the port is already in use: choose another with ${option}`,
    EACCES: `this user may not use the port: choose one above 1023 with ${option}`,
    EADDRNOTAVAIL: 'the address is not one of this machine: choose another with --host',
    ENOTFOUND: 'there is no such host: choose another with --host',
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new Mistake(`Cannot listen on ${host} port ${port}: ${reason}.`, { cause: error });
}
