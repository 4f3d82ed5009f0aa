import type { CreatedFeature } from '../kit/feature.ts';
import { type Check, healthz, readyz } from '../kit/http/health.ts';
import { createHttpServer, type HttpServer, type Routes } from '../kit/http/server.ts';
import { createSlackHttp, EVENTS_PATH } from '../kit/slack/http.ts';
import type { Services } from '../kit/slack/services.ts';
import { createSlackCheck } from '../kit/slack/web-api.ts';
import type { Opened } from './infrastructure.ts';
import type { ServedInSlack } from './slack.ts';

/** Memory for incomplete requests from Slack, all together: their signature can't be checked until they are complete. */
const BODIES_BYTES = 16 * 1024 * 1024;
const MAX_CONNECTIONS = 1000;

/**
 * `operators`: `/metrics` and `/readyz` on a port of their own; null if they share the app's port. `checks`: what `/readyz`
 * looks at.
 */
export type Servers = {
  server: HttpServer;
  operators: (HttpServer & { port: number }) | null;
  checks: Readonly<Record<string, Check>>;
};

/** Creates the app's server, and one for operators if they have their own port. */
export function createServers(
  services: Services,
  created: readonly CreatedFeature[],
  { take, socket }: ServedInSlack,
  notTaken: Opened['notTaken'],
): Servers {
  const { config, clock, storage, metrics, access, readBody, logSparingly } = services;
  const { connection } = config.slack;
  const fromSlack: Routes =
    connection.mode === 'http'
      ? {
          [EVENTS_PATH]: createSlackHttp({
            ...connection,
            readBody: readBody(BODIES_BYTES),
            take,
            logSparingly,
          }),
        }
      : {};
  const routes: Routes = Object.assign(
    { '/healthz': healthz },
    fromSlack,
    ...created.map(feature => feature.routes),
  );
  const checks = {
    store: storage.ping,
    slack: createSlackCheck(access.ask, clock),
    ...(socket ? { socket: socket.check } : {}),
  };
  const forOperators: Routes = { '/readyz': readyz(checks), '/metrics': metrics.route };
  const options = {
    maxConnections: MAX_CONNECTIONS,
    dropped: () => notTaken('too_many_connections'),
    failed: (error: unknown) => logSparingly('error', { err: error }, 'can’t answer a request'),
  };
  const { metricsPort: port } = config;
  if (port === null)
    return { server: createHttpServer({ ...routes, ...forOperators }, options), operators: null, checks };
  const operators = createHttpServer({ '/healthz': healthz, ...forOperators }, options);
  return { server: createHttpServer(routes, options), operators: { port, ...operators }, checks };
}
