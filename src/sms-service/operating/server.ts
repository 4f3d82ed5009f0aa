import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteView } from '../delivery/dispatcher.ts';
import { cannotListen } from '../http/server.ts';

/** What the operator's endpoints need from the service. */
export interface Operating {
  /** Why nothing can be written to the database now; null if something can. */
  unwritable(): string | null;
  routes(): RouteView[];
  metrics(): Promise<{ type: string; body: string }>;
}

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it can accept texts; a carrier that is down is reported but
 * doesn't count against it, since texts wait) and `/metrics`, on a port of their own. Throws a `Mistake` if the address
 * isn't available.
 */
export async function startOperatingServer(
  operating: Operating,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const pages: Record<string, (response: ServerResponse) => void | Promise<void>> = {
    '/healthz': response => json(response, 200, { ok: true }),
    '/readyz': response => json(response, ...readiness(operating)),
    '/metrics': async response => {
      const { type, body } = await operating.metrics();
      response.writeHead(200, { 'Content-Type': type }).end(body);
    },
  };
  const server = createServer(async (request, response) => {
    const page = pages[(request.url ?? '').split('?')[0] ?? ''];
    if (page === undefined) return json(response, 404, { ok: false, why: 'There is nothing here' });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return json(response, 405, { ok: false, why: 'Only GET is allowed here' });
    }
    try {
      await page(response);
    } catch (error) {
      json(response, 500, { ok: false, why: String(error) });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(error, host, port, '--metrics-port')));
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readiness({ unwritable, routes }: Operating): [number, object] {
  const why = unwritable();
  if (why !== null) return [503, { ok: false, why: `The database can’t be written: ${why}` }];
  const told = routes().map(({ name, kind, health }) => ({
    name,
    kind,
    ...(health.healthy
      ? { up: true }
      : { up: false, since: new Date(health.since).toISOString(), why: health.why }),
  }));
  return [200, { ok: true, routes: told }];
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(value));
}
