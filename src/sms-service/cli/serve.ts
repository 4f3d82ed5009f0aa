import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { RoutesInput } from '../carriers/carriers.ts';
import { DEFAULT_PRICE_PER_PART } from '../decisions.ts';
import { InputError } from '../input-error.ts';
import { startService } from '../service.ts';
import { mayBeWritten } from '../store/database.ts';
import { type Common, command, type Terminal } from './command.ts';
import { harmlessLine, print, result } from './output.ts';

const DEFAULT_PORT = 8080;
const DEFAULT_HOST = '127.0.0.1';
/** The environment variable for the routes file; empty counts as unset. */
const ROUTES_VARIABLE = 'SMS_SERVICE_ROUTES';

const NO_ROUTE_WARNING = 'No route is set (--routes): texts are accepted and charged, and go nowhere.';

interface ServeOptions extends Common {
  port: number;
  host: string;
  pricePerPart: string;
  publicUrl?: string;
  routes?: string;
  metricsPort?: number;
  metricsHost: string;
}

export function serveCommand(terminal: Terminal): Command {
  return command('serve', 'run the service until you stop it')
    .option('--port <PORT>', 'where to listen, 0 for any free port', parsePort, DEFAULT_PORT)
    .option('--host <HOST>', 'the address to listen on', DEFAULT_HOST)
    .option('--price-per-part <AMOUNT>', 'credits for one part of a text', DEFAULT_PRICE_PER_PART)
    .option('--public-url <URL>', 'the address that callers use, with https if it is behind a proxy')
    .option('--routes <FILE>', `how texts leave; without one (or ${ROUTES_VARIABLE}) they do not leave`)
    .option('--metrics-port <PORT>', 'where to serve /healthz, /readyz and /metrics', parsePort)
    .option('--metrics-host <HOST>', 'the address for that', DEFAULT_HOST)
    .action((options: ServeOptions) => serve(options, terminal));
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const say = (line: string) => terminal.stderr.write(`${harmlessLine(line)}\n`);
  const { data, host, port, pricePerPart, publicUrl, metricsPort, metricsHost } = options;
  const routesFile = options.routes ?? (terminal.environment?.[ROUTES_VARIABLE] || undefined);
  const diskFailed = new AbortController();
  const stopping = AbortSignal.any([terminal.stopSignal(), diskFailed.signal]);
  const service = await startService({
    dataDir: data,
    host,
    port,
    pricePerPart,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(routesFile !== undefined && { routes: readRoutes(routesFile) }),
    ...(metricsPort !== undefined && { operating: { port: metricsPort, host: metricsHost } }),
    onRoute: (name, health) => say(`Route ${name} ${health.healthy ? 'is up' : `is down: ${health.why}`}.`),
    onLostReceipt: (route, description) =>
      say(
        `Route ${route}: a receipt (${description}) belongs to no text we know. Settle the text with "log settle".`,
      ),
    onInternalError(error) {
      say(`Something failed in the service: ${String(error)}`);
      if (mayBeWritten(error)) diskFailed.abort(error);
    },
  });
  if (!service.leaves) say(NO_ROUTE_WARNING);
  const listening = result({ url: service.url }, `SMS service listening on ${service.url}`);
  await print(terminal.stdout, listening, options.json);
  if (!stopping.aborted) await once(stopping, 'abort');
  await service.close();
  diskFailed.signal.throwIfAborted();
}

function parsePort(input: string): number {
  const port = Number(input);
  if (/^\d{1,5}$/.test(input) && port <= 65_535) return port;
  throw new InputError(`"${input}" is not a port: a whole number from 0 to 65535.`);
}

/** Reads the routes file; `checkRoutes` checks its content. Throws an InputError if it isn't readable as JSON. */
function readRoutes(path: string): RoutesInput {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError(`The routes file ${path} can't be read.`, { cause: error });
  }
  try {
    return JSON.parse(text) as RoutesInput;
  } catch (error) {
    // Don't quote the content, because it contains passwords.
    throw new InputError(`The routes file ${path} is not JSON.`, { cause: error });
  }
}
