import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Limits a server to `max` connections. Beyond that, it closes the connection that has waited longest for its client. So a
 * client that opens many and sends nothing, or very slowly, loses its own, and every complete request is answered. A
 * connection whose request we are answering is never closed; if that is all of them, the newest is closed.
 *
 * @param dropped called for each connection closed because there are too many
 * @returns true if a request may be answered; call it once for each request. A request that arrives before its
 *   connection's previous one is answered is cut off, so there are never more requests in progress than connections
 */
function limitConnections(
  server: Server,
  max: number,
  dropped: () => void,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  /** The last request of each connection, oldest first; null before its first. */
  const open = new Map<Socket, Exchange | null>();

  server.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    if (open.size <= max) return;
    const [waiting] = [...open].find(([, exchange]) => !isOurTurn(exchange)) ?? [socket];
    open.delete(waiting);
    waiting.destroy();
    dropped();
  });

  return (request, response) => {
    const { socket } = request;
    if (!open.has(socket)) return false;
    if (isOurTurn(open.get(socket))) {
      socket.destroy();
      return false;
    }
    open.delete(socket);
    open.set(socket, { request, response });
    return true;
  };
}

/** True once a request has arrived completely, until we have answered it. */
function isOurTurn(exchange: Exchange | null | undefined): boolean {
  return exchange?.request.complete === true && !exchange.response.writableEnded;
}

/** Routes by exact path, or by a prefix that ends with a slash. */
export type Routes = Record<string, RequestListener>;

export type HttpServer = {
  /** Answers one request from any server. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Starts listening and returns the port, which the system chooses if `port` is 0. */
  listen(port: number, host: string): Promise<number>;
  /** Accepts no new connections. Open ones get `graceMs` to finish their requests. */
  close(graceMs: number): Promise<void>;
};

/** How often Node checks for requests that have timed out. */
const CHECK_MS = 5000;
/** How long a client that is still sending may read its response. */
const LINGER_MS = 2000;

type HttpServerOptions = {
  /** Beyond this many, connections that wait for their client are closed. */
  maxConnections: number;
  /** Called for each connection closed because there are too many. */
  dropped: () => void;
  /** Called when a route throws. The client gets a 500. */
  failed: (error: unknown) => void;
};

/** The app's HTTP server: Slack's requests, calls to hooks, health and metrics. */
export function createHttpServer(routes: Routes, options: HttpServerOptions): HttpServer {
  const { maxConnections, dropped, failed } = options;
  const server: Server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    if (!mayAnswer(request, response)) return;
    response.once('finish', () => cutOff(request));
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const name = Object.hasOwn(routes, path) ? path : path.slice(0, path.indexOf('/', 1) + 1);
    const route = name !== '' && Object.hasOwn(routes, name) ? routes[name] : undefined;
    try {
      if (route) await route(request, response);
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    } catch (error) {
      failed(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end('Something went wrong\n');
    }
  }
  // Without these limits, a client could hold a connection by trickling its request.
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  const mayAnswer = limitConnections(server, maxConnections, dropped);
  return {
    serve,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close: graceMs =>
      new Promise(resolve => {
        if (!server.listening) return resolve();
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/**
 * Ends a connection whose request was answered while incomplete, but only after a while: closing it at once could prevent
 * the client from reading the response.
 */
function cutOff(request: IncomingMessage): void {
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(cut));
}
