import type { RequestListener } from 'node:http';
import type { Config } from './config.ts';
import type { StorageError } from './kit/store/errors.ts';
import type { Log } from './log.ts';
import { wireBroadcasts } from './wiring/broadcasts.ts';
import { type Overrides, openGround } from './wiring/ground.ts';
import { wireSending } from './wiring/sending.ts';
import { wireServers } from './wiring/servers.ts';
import { wireSurfaces } from './wiring/surfaces.ts';
import { wireWorkspaces } from './wiring/workspaces.ts';

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
  /** Answers one request as if it had come to the port. */
  serve: RequestListener;
};

/**
 * Opens the store and wires the whole app. Nothing is accepted or sent before `start`.
 *
 * @throws StorageError if the store is in use, refuses us, or was made by a newer version
 */
export async function createApp(config: Config, log: Log, overrides: Overrides = {}): Promise<App> {
  const ground = await openGround(config, log, overrides);
  const workspaces = wireWorkspaces(
    ground,
    () => sending.wake(),
    () => sending.handOvers.wake(),
  );
  const sending = wireSending(ground, workspaces, {
    deliver: report => broadcasts.deliver(report),
    settled: () => broadcasts.feeder.settled(),
    closesAt: text => broadcasts.hours.closesAt(text),
  });
  const broadcasts = wireBroadcasts(ground, workspaces, sending);
  const surfaces = wireSurfaces(ground, workspaces, sending, broadcasts);
  const { server, operators } = wireServers(ground, workspaces, sending, surfaces);

  const { storage } = ground;
  const { resolver, dispatcher, reporter, reaper, housekeeping, forgetter, alerts, handOvers } = sending;
  const { importing } = surfaces.services;
  const { presses } = surfaces;
  const sharing = [resolver, dispatcher, reporter, alerts, handOvers, presses];
  const others = [housekeeping, forgetter, broadcasts.scheduler, reaper, importing.worker, broadcasts.feeder];
  const { following } = surfaces;

  return {
    async start() {
      // If nobody else has the store, whatever is in flight before anything is claimed was left by a process that is gone.
      if (!storage.isShared) await reaper.reap();
      const port = ground.listens ? await server.listen(config.port, config.host) : config.port;
      ground.listening.port = port;
      const metricsPort = ground.listens ? await operators?.listen(operators.port, config.host) : undefined;
      for (const worker of [...sharing, ...others]) worker.wake();
      // What another process left is for these.
      storage.onNews(() => {
        for (const worker of sharing) worker.wake();
      });
      surfaces.socket?.start();
      log.info({ port, metricsPort, host: config.host }, 'listening');
      return { port };
    },
    async stop() {
      await Promise.all([
        server.close(CLOSE_GRACE_MS),
        operators?.close(CLOSE_GRACE_MS),
        surfaces.socket?.stop(),
      ]);
      surfaces.welcome.stop();
      surfaces.liveForms.close();
      await Promise.all([
        surfaces.underWay.ended(REQUEST_MS),
        dispatcher.stop(),
        following.stop(),
        presses.stop(),
        ...others.map(worker => worker.stop()),
      ]);
      await Promise.all([alerts.stop(), handOvers.stop()]);
      await resolver.stop();
      await reporter.stop();
      await Promise.all([workspaces.gateway.close(), workspaces.poster.close()]);
      await storage.close();
    },
    failed: ground.failed,
    serve: server.serve,
  };
}
