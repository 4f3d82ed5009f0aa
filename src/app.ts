import type { RequestListener } from 'node:http';
import { FEATURES } from './features.ts';
import type { Config } from './kit/config.ts';
import { type BackgroundWorker, createFeatures } from './kit/feature.ts';
import type { Check } from './kit/http/health.ts';
import { createPresses } from './kit/slack/press-queue.ts';
import { respondToPress } from './kit/slack/respond.ts';
import type { Services } from './kit/slack/services.ts';
import { createLiveForms } from './kit/slack/view-update-queue.ts';
import { noteStalled } from './kit/stalls/file.ts';
import type { Handling } from './kit/stalls/handling.ts';
import type { StorageError } from './kit/store/errors.ts';
import type { Log } from './log.ts';
import { createHeartbeat } from './wiring/heartbeat.ts';
import { type Overrides, openInfrastructure } from './wiring/infrastructure.ts';
import { createServers } from './wiring/servers.ts';
import { serveInSlack } from './wiring/slack.ts';

export type { Overrides } from './wiring/infrastructure.ts';

/** How long open HTTP requests get to finish when the app stops. */
const CLOSE_GRACE_MS = 3000;
/**
 * How long work after an ack to Slack, such as checking a key, may continue when the app stops: as long as the SMS service may take
 * to answer.
 */
const REQUEST_MS = 20_000;

export type App = {
  /** Starts the server and the workers; resolves with the port. */
  start(): Promise<{ port: number }>;
  /** Accepts nothing new, finishes work in progress (a request to the SMS service takes 20 s at most), and closes the store. */
  stop(): Promise<void>;
  /** Resolves if the store failed so badly that only a restart helps. The app begins nothing more, and the caller must end it. */
  failed: Promise<StorageError>;
  /** The app's current work, for the watchdog. */
  handling: Pick<Handling, 'current'>;
  /** Answers a request as if it had arrived at the port. */
  serve: RequestListener;
};

/**
 * Opens the store and creates all features. Nothing is accepted or sent before `start`.
 *
 * @throws StorageError if the store is in use, refuses us, or was made by a newer version
 */
export async function createApp(config: Config, log: Log, overrides: Overrides = {}): Promise<App> {
  const { features = FEATURES, listens = true } = overrides;
  const { infrastructure, listening, notTaken, failed } = await openInfrastructure(config, log, {
    ...overrides,
    features,
  });
  const { storage, runFairly, clock, newId } = infrastructure;
  const liveForms = createLiveForms({ clock });
  // The features create the remaining services.
  const services = {
    ...infrastructure,
    features,
    liveForms,
    lists: new Map(),
    extensions: {},
    commandWords: new Map(),
    homeSections: [],
  } as Partial<Services> as Services;
  const presses = createPresses({
    inboxes: storage.inboxes,
    handling: infrastructure.handling,
    runFairly,
    clock,
    log,
    newId,
    webFor: workspace => services.access.webFor(workspace),
    respond: (press, web, answer) => respondToPress(services, press, web, answer),
  });
  services.presses = presses;
  const created = createFeatures(features, services);
  const inSlack = serveInSlack(features, services);
  const { server, operators, checks } = createServers(services, created, inSlack, notTaken);
  const allChecks: Readonly<Record<string, Check>> = Object.assign(
    {},
    checks,
    ...created.map(feature => feature.checks),
  );
  infrastructure.metrics.checks(
    'sms_check_passes',
    'Whether each thing that the app needs is well: 1, or 0',
    allChecks,
  );
  const workers: BackgroundWorker[] = [
    ...created.flatMap(feature => feature.workers ?? []),
    { ...presses, isShared: true },
    ...(config.heartbeatUrl === null ? [] : [heartbeatOf(config.heartbeatUrl, services, allChecks)]),
  ];
  const stoppedLast = created
    .toReversed()
    .flatMap(feature => (feature.workers ?? []).filter(({ isLast }) => isLast));

  return {
    handling: infrastructure.handling,
    async start() {
      if (config.storage.kind === 'sqlite') await noteStalled(config.storage.dataDir, storage.stalls);
      for (const { recover } of created) await recover?.();
      const port = listens ? await server.listen(config.port, config.host) : config.port;
      listening.port = port;
      const metricsPort = listens ? await operators?.listen(operators.port, config.host) : undefined;
      for (const worker of workers) worker.wake?.();
      storage.onNews(() => {
        for (const worker of workers) if (worker.isShared) worker.wake?.();
      });
      inSlack.socket?.start();
      log.info({ port, metricsPort, host: config.host }, 'listening');
      return { port };
    },
    async stop() {
      await Promise.all([
        server.close(CLOSE_GRACE_MS),
        operators?.close(CLOSE_GRACE_MS),
        inSlack.socket?.stop(),
      ]);
      liveForms.close();
      await Promise.all([
        inSlack.inFlight.ended(REQUEST_MS),
        ...workers.filter(({ isLast }) => !isLast).map(worker => worker.stop()),
      ]);
      for (const worker of stoppedLast) await worker.stop();
      await storage.close();
    },
    failed,
    serve: server.serve,
  };
}

/** Calls the address while what `/readyz` looks at is well, and what the features' work depends on. */
const heartbeatOf = (
  url: string,
  { metrics, clock, log }: Services,
  checks: Readonly<Record<string, Check>>,
): BackgroundWorker => createHeartbeat({ url, checks, metrics, clock, log });
