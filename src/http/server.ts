import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Routes by exact path, or by a beginning that ends with a slash. A route answers a request by itself. */
export type Routes = Record<string, RequestListener>;

export type HttpServer = {
  /** Starts listening and returns the port, which the system chose when 0 was asked for. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no new connections; open ones get `graceMs` to end their requests. */
  close(graceMs: number): Promise<void>;
};

/**
 * The one HTTP server of the app: Slack's requests, health and metrics.
 *
 * @param failed is told when a route throws; whoever asked gets a 500, and the process goes on
 */
export function createHttpServer(routes: Routes, failed: (error: unknown) => void): HttpServer {
  const server: Server = createServer(async (request, response) => {
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
