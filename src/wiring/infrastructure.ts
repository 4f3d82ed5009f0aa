import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Clock, systemTime } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';
import { createFairScheduler } from '../kit/fair-scheduler.ts';
import { type AnyFeature, wordingsOf } from '../kit/feature.ts';
import { createBodyReader, type NoBody } from '../kit/http/body.ts';
import { createMetrics } from '../kit/http/metrics.ts';
import { createSparingLog, createVisits } from '../kit/http/rate-limit.ts';
import type { Externals, Infrastructure } from '../kit/infrastructure.ts';
import { createMagicLinks } from '../kit/pages/magic-links.ts';
import { createHandling } from '../kit/stalls/handling.ts';
import type { StorageError } from '../kit/store/errors.ts';
import { createNewId } from '../kit/store/ids.ts';
import type { Log } from '../log.ts';
import { openStorage } from './storage.ts';

/** Parts that tests and the demo replace. */
export type Overrides = Partial<Pick<Infrastructure, 'clock' | 'newId' | 'storage' | 'time'> & Externals> & {
  /** The features to create. Default: all. */
  features?: readonly AnyFeature[];
  /** Links in texts may lead to this machine. */
  localLinks?: true;
  /** The app opens no port: the caller hands requests to `App.serve`. */
  listens?: false;
};

type NotTaken = NoBody | 'too_many_connections';

/** The infrastructure of all features, and the parts that only the app itself needs. */
export type Opened = {
  infrastructure: Infrastructure;
  /** The port that the app listens on; until it does, the configured one. */
  listening: { port: number };
  /** Counts a body that was not read, or a connection that was closed, because of a limit. */
  notTaken: (why: NotTaken) => void;
  /** See `App`. */
  failed: Promise<StorageError>;
};

/**
 * Opens the store, and builds the infrastructure on it.
 *
 * @throws StorageError if the store is in use, refuses us, or was made by a newer version
 */
export async function openInfrastructure(
  config: Config,
  log: Log,
  { features, ...overrides }: Overrides & { features: readonly AnyFeature[] },
): Promise<Opened> {
  const failed = Promise.withResolvers<StorageError>();
  const newId = overrides.newId ?? createNewId(Date.now);
  const time = overrides.time ?? { ...systemTime, after };
  const opening = { time, newId, log, failed: failed.resolve, features };
  const storage = overrides.storage ?? (await openStorage(config.storage, opening));
  const clock: Clock = overrides.clock ?? { now: storage.now, wall: storage.wall, after: time.after };
  const listening = { port: config.port };
  const publicUrl = (): string => config.publicUrl ?? `http://localhost:${listening.port}`;
  const magicLinks = createMagicLinks({ links: storage.links, publicUrl, clock });
  const metrics = createMetrics();
  metrics.gauges(
    'sms_quarantined',
    'Rows that can’t be read, by kind: npm run quarantine lists them',
    'kind',
    storage.quarantine.counts,
  );
  const countNotTaken = metrics.counter<{ why: NotTaken }>(
    'sms_http_not_taken_total',
    'Requests whose body was not read, and connections that were closed because there were too many',
    (['too_large', 'too_slow', 'too_busy', 'too_many_connections'] as const).map(why => ({ why })),
  );
  const notTaken = (why: NotTaken): void => countNotTaken({ why });
  const infrastructure: Infrastructure = {
    config,
    log,
    time,
    clock,
    newId,
    storage,
    metrics,
    publicUrl,
    magicLinks,
    externals: overrides,
    logSparingly: createSparingLog(log, clock.now),
    runFairly: createFairScheduler({
      now: time.monotonic,
      endOfTurn,
      after: ms => new Promise(resolve => time.after(ms, resolve)),
    }),
    handling: createHandling(),
    wordings: wordingsOf(features),
    isReached: config.publicUrl !== null || overrides.localLinks === true,
    hasTextedLinks: () => publicUrl().startsWith('https:') || overrides.localLinks === true,
    hasAddress: config.publicUrl !== null || config.slack.connection.mode === 'http',
    pageLink: magicLinks.make,
    visits: createVisits({ now: clock.now, proxies: config.proxies }),
    readBody: totalBytes => createBodyReader(totalBytes, notTaken),
  };
  return { infrastructure, listening, notTaken, failed: failed.promise };
}

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
