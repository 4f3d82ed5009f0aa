import { once } from 'node:events';
import { DEFAULT_PRICE_PER_PART } from '../decisions.ts';
import { createSmsService } from '../index.ts';
import { Mistake } from '../mistake.ts';
import { mayBeWritten } from '../store/database.ts';
import { defaultWindow, type WindowKind, windowKinds } from '../windows/index.ts';
import type { Command } from './command.ts';
import { print } from './output.ts';
import { readRoutes } from './routes-file.ts';

const DEFAULT_PORT = '8080';
const DEFAULT_HOST = '127.0.0.1';
/** The environment variable for the routes file; empty counts as unset. */
const ROUTES_VARIABLE = 'SMS_SERVICE_ROUTES';

const NOWHERE = 'No route is set (--routes): texts are accepted and charged, and go nowhere.';

export const serveCommand: Command = {
  name: 'serve',
  usage:
    '[--port PORT] [--host HOST] [--window KIND] [--price-per-part AMOUNT] [--routes FILE] [--public-url URL] ' +
    '[--metrics-port PORT]',
  summary: 'run the service until you stop it',
  options: {
    port: `where to listen, 0 for any free port (default ${DEFAULT_PORT})`,
    host: `the address to listen on (default ${DEFAULT_HOST})`,
    window: `how 60 requests a minute are counted: ${windowKinds.join(', ')} (default ${defaultWindow})`,
    'price-per-part': `credits for one part of a text (default ${DEFAULT_PRICE_PER_PART})`,
    'public-url': 'the address that callers and browsers use, with https if the service is behind a proxy',
    routes: `the routes file, which says how texts leave (default ${ROUTES_VARIABLE}; without one they do not leave)`,
    'metrics-port': 'where to serve /healthz, /readyz and /metrics; without it they are not served',
    'metrics-host': `the address for that (default ${DEFAULT_HOST})`,
  },
  operands: [],
  async run(_, options, terminal) {
    const routesFile = options.routes ?? (terminal.environment?.[ROUTES_VARIABLE] || undefined);
    const routes = routesFile === undefined ? undefined : readRoutes(routesFile);
    const metricsPort = options['metrics-port'];
    const lost = new AbortController();
    const ending = AbortSignal.any([terminal.stopSignal(), lost.signal]);
    const service = await createSmsService({
      dataDir: options.data,
      host: options.host ?? DEFAULT_HOST,
      port: parsePort(options.port ?? DEFAULT_PORT),
      window: parseWindow(options.window ?? defaultWindow),
      pricePerPart: options['price-per-part'] ?? DEFAULT_PRICE_PER_PART,
      keepRequests: 0,
      ...(options['public-url'] === undefined ? {} : { publicUrl: options['public-url'] }),
      ...(routes === undefined ? {} : { routes }),
      ...(metricsPort === undefined
        ? {}
        : { operating: { port: parsePort(metricsPort), host: options['metrics-host'] ?? DEFAULT_HOST } }),
      onRoute: (name, health) =>
        terminal.stderr.write(`Route ${name} ${health.healthy ? 'is up' : `is down: ${health.why}`}.\n`),
      onInternalError(error) {
        terminal.stderr.write(`Something failed in the service: ${String(error)}\n`);
        if (mayBeWritten(error)) lost.abort(error);
      },
    });
    if (!service.leaves) terminal.stderr.write(`${NOWHERE}\n`);
    print(terminal, options, { url: service.url }, `SMS service listening on ${service.url}`);
    if (!ending.aborted) await once(ending, 'abort');
    await service.close();
    lost.signal.throwIfAborted();
  },
};

function parsePort(written: string): number {
  const port = Number(written);
  if (/^\d{1,5}$/.test(written) && port <= 65_535) return port;
  throw new Mistake(`"${written}" is not a port: a whole number from 0 to 65535.`);
}

function parseWindow(written: string): WindowKind {
  const kind = windowKinds.find(it => it === written);
  if (kind !== undefined) return kind;
  throw new Mistake(`"${written}" is not a kind of window: choose ${windowKinds.join(', ')}.`);
}
