import { randomUUID } from 'node:crypto';
import { WebClient } from '@slack/web-api';
import type { Config } from './config.ts';
import type { Clock } from './domain/clock.ts';
import { createGateway } from './gateway/client.ts';
import { healthz, readyz } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { createHttpServer } from './http/server.ts';
import type { Log } from './log.ts';
import { createDispatcher } from './sending/dispatcher.ts';
import { createHousekeeping } from './sending/housekeeping.ts';
import { createReporter } from './sending/reporter.ts';
import { createResolver } from './sending/resolve.ts';
import { createSubmit } from './sending/submit.ts';
import { type BoltParts, createBoltHttp, EVENTS_PATH } from './slack/bolt.ts';
import { createSlackCheck } from './slack/connection.ts';
import { createDelivery } from './slack/delivery.ts';
import { createPeople } from './slack/people.ts';
import { createPoster } from './slack/posting.ts';
import { createSocketMode } from './slack/socket-mode.ts';
import { webClientOptions } from './slack/web-api.ts';
import { openSqliteStorage } from './storage/sqlite/index.ts';
import { embeddedEncryptionKeys } from './workspaces/encryption-keys.ts';
import { createLinkedKeys } from './workspaces/linked-keys.ts';
import { createSealer } from './workspaces/sealing.ts';

/** Requests from Slack that are being answered get this long when the app stops. */
const CLOSE_GRACE_MS = 3000;

export type App = {
  /** Listens and works; resolves with the address it is reached at. */
  start(): Promise<{ port: number }>;
  /** Takes nothing new, ends what is under way (a request to the SMS service takes 20 s at most), closes. */
  stop(): Promise<void>;
};

/** What tests and the demo may put in place of the real thing. */
export type Overrides = { clock?: Clock; newId?: () => string };

/**
 * Wires the whole app. Nothing runs before `start`.
 *
 * @throws StorageError when the data folder is in use or was made by a newer version
 */
export function createApp(config: Config, log: Log, overrides: Overrides = {}): App {
  const clock = overrides.clock ?? systemClock;
  const newId = overrides.newId ?? randomUUID;
  const sealer = createSealer(config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir));
  const storage = openSqliteStorage({ dataDir: config.dataDir, now: clock.now, newId });
  const { outbox, documents } = storage;
  const metrics = createMetrics(outbox);

  const clientOptions = webClientOptions({ slackApiUrl: config.slack.apiUrl, log });
  const web = new WebClient(config.slack.botToken, clientOptions);
  const webFor = async (): Promise<WebClient> => web;
  const people = createPeople({ webFor, documents, clock });
  const poster = createPoster({ webFor });
  const gateway = createGateway({ baseUrl: config.smsBaseUrl, clock });

  // The workers wake each other: what one writes down is the next one's work.
  const wake = (): void => {
    dispatcher.wake();
    reporter.wake();
  };
  const keys = createLinkedKeys({
    documents,
    outbox,
    gateway,
    sealer,
    baseUrl: config.smsBaseUrl,
    clock,
    wake,
  });
  const reporter = createReporter({
    outbox,
    deliver: createDelivery({ poster, outbox, keys, clock }),
    clock,
    log,
    delivered: metrics.delivery,
  });
  const dispatcher = createDispatcher({
    outbox,
    keys,
    gateway,
    clock,
    log,
    recorded: outcome => {
      if (outcome) metrics.outcome(outcome);
      reporter.wake();
    },
  });
  const resolver = createResolver({ outbox, keys, people, clock, log, planned: wake });
  const housekeeping = createHousekeeping({ outbox, clock, log });
  const submit = createSubmit({ outbox, clock, newId, take: resolver.take });

  const services = { submit, outbox, keys, people, poster, clock, log, language: config.language, wake };
  const { botToken, connection } = config.slack;
  const bolt: BoltParts = { botToken, services, clientOptions, log };
  const socket = connection.mode === 'socket' ? createSocketMode(connection.appToken, clock, bolt) : null;
  const server = createHttpServer(
    {
      ...(connection.mode === 'http'
        ? { [EVENTS_PATH]: createBoltHttp(connection.signingSecret, bolt) }
        : {}),
      '/healthz': healthz,
      '/readyz': readyz({
        store: storage.ping,
        slack: createSlackCheck(web, clock),
        ...(socket ? { socket: socket.check } : {}),
      }),
      '/metrics': metrics.route,
    },
    error => log.error({ err: error }, 'answering a request failed'),
  );

  return {
    async start() {
      // One process has this store: whatever it finds in flight was left by one that is gone.
      const interrupted = await outbox.reap(clock.now());
      if (interrupted > 0)
        log.warn({ texts: interrupted }, 'texts were interrupted; whether they went is uncertain');
      const port = await server.listen(config.port, config.host);
      for (const worker of [resolver, dispatcher, reporter, housekeeping]) worker.wake();
      socket?.start();
      log.info({ port, host: config.host }, 'listening');
      return { port };
    },
    async stop() {
      await Promise.all([server.close(CLOSE_GRACE_MS), socket?.stop()]);
      await Promise.all([resolver.stop(), housekeeping.stop()]);
      await dispatcher.stop();
      await reporter.stop();
      await Promise.all([gateway.close(), poster.close()]);
      await storage.close();
    },
  };
}

const systemClock: Clock = {
  now: Date.now,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
