import type { RequestListener } from 'node:http';
import { FEATURES } from './features.ts';
import type { Config } from './kit/config.ts';
import { makeAll, type Works } from './kit/feature.ts';
import { createLiveForms } from './kit/slack/live-forms.ts';
import { createPresses } from './kit/slack/presses.ts';
import type { Services } from './kit/slack/services.ts';
import { answerPress } from './kit/slack/telling.ts';
import { noteStalled } from './kit/stalls/file.ts';
import type { Handling } from './kit/stalls/handling.ts';
import type { StorageError } from './kit/store/errors.ts';
import type { Log } from './log.ts';
import { type Overrides, openGround } from './wiring/ground.ts';
import { createServers } from './wiring/servers.ts';
import { serveInSlack } from './wiring/slack.ts';

export type { Overrides } from './wiring/ground.ts';

/** How long requests from Slack get to finish when the app stops. */
const CLOSE_GRACE_MS = 3000;
/** How long the work they began (such as checking a key) may continue: as long as the SMS service gets to answer. */
const REQUEST_MS = 20_000;

export type App = {
  /** Listens and works; resolves with the port it listens on. */
  start(): Promise<{ port: number }>;
  /** Accepts nothing new, finishes what is in progress (a request to the SMS service takes 20 s at most), closes. */
  stop(): Promise<void>;
  /**
   * Resolves if the store failed so badly that only a restart helps: nothing more is accepted or begun, and whoever runs
   * the app has to end it.
   */
  failed: Promise<StorageError>;
  /** What it works on at this moment, for whoever watches it. */
  handling: Pick<Handling, 'current'>;
  /** Answers one request as if it had come to the port. */
  serve: RequestListener;
};

/**
 * Opens the store and makes all features. Nothing is accepted or sent before `start`.
 *
 * @throws StorageError if the store is in use, refuses us, or was made by a newer version
 */
export async function createApp(config: Config, log: Log, overrides: Overrides = {}): Promise<App> {
  const { features = FEATURES, listens = true } = overrides;
  const { ground, listening, notTaken, failed } = await openGround(config, log, { ...overrides, features });
  const { storage, inTurns, clock, newId } = ground;
  const liveForms = createLiveForms({ clock });
  // What isn't here yet is made by the features.
  const services = {
    ...ground,
    ...{ liveForms, lists: new Map(), added: {}, openings: new Map(), homeParts: [] },
  } as Partial<Services> as Services;
  const presses = createPresses({
    ...{ inboxes: storage.inboxes, handling: ground.handling, inTurns, clock, log, newId },
    webFor: workspace => services.access.webFor(workspace),
    tell: (press, web, answer) => answerPress(services, press, web, answer),
  });
  services.presses = presses;
  const made = makeAll(features, services);
  const inSlack = serveInSlack(features, services);
  const { server, operators } = createServers(services, made, inSlack, notTaken);
  const works: Works[] = [...made.flatMap(one => one.works ?? []), { ...presses, isShared: true }];
  const last = made.toReversed().flatMap(one => (one.works ?? []).filter(({ isLast }) => isLast));

  return {
    handling: ground.handling,
    async start() {
      if (config.storage.kind === 'sqlite') await noteStalled(config.storage.dataDir, storage.stalls);
      for (const { before } of made) await before?.();
      const port = listens ? await server.listen(config.port, config.host) : config.port;
      listening.port = port;
      const metricsPort = listens ? await operators?.listen(operators.port, config.host) : undefined;
      for (const worker of works) worker.wake?.();
      storage.onNews(() => {
        for (const worker of works) if (worker.isShared) worker.wake?.();
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
        inSlack.underWay.ended(REQUEST_MS),
        ...works.filter(({ isLast }) => !isLast).map(worker => worker.stop()),
      ]);
      for (const worker of last) await worker.stop();
      await storage.close();
    },
    failed,
    serve: server.serve,
  };
}
