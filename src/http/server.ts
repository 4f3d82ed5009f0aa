import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitConnections } from './connections.ts';

/** Routes by exact path, or by a beginning that ends with a slash. A route answers a request by itself. */
export type Routes = Record<string, RequestListener>;

export type HttpServer = {
  /** Starts listening and returns the port, which the system chose when 0 was asked for. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no new connections; open ones get `graceMs` to end their requests. */
  close(graceMs: number): Promise<void>;
};

/** How often Node looks for requests whose time is over. */
const LOOK_MS = 5000;
/** Whoever still sends when the answer has left gets so long to read it. */
const LINGER_MS = 2000;

export type HttpServerOptions = {
  /** Beyond these, connections that wait for their client are closed. */
  maxConnections: number;
  /** Told of each connection that is closed for that. */
  dropped: () => void;
  /** Told when a route throws; whoever asked gets a 500, and the process goes on. */
  failed: (error: unknown) => void;
};

/** An HTTP server of the app: Slack's requests and hooks' calls, health and metrics. */
export function createHttpServer(routes: Routes, options: HttpServerOptions): HttpServer {
  const { maxConnections, dropped, failed } = options;
  const server: Server = createServer({ connectionsCheckingInterval: LOOK_MS }, async (request, response) => {
    if (!mayAnswer(request, response)) return;
    response.once('finish', () => cutOff(request));
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
  });
  // A client that trickles its request does not keep a connection for ever.
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  const mayAnswer = limitConnections(server, maxConnections, dropped);
  return {
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
 * After an answer to a request that is not whole: what still comes is dropped, since closing at once could take the
 * answer away from its reader; but not for ever.
 */
function cutOff(request: IncomingMessage): void {
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(cut));
}
