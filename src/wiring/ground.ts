import type { Config } from '../config.ts';
import type { ReadOne } from '../contacts/importing/reading/thread.ts';
import { FEATURES } from '../features.ts';
import { type Acks, createAcks } from '../kit/acks.ts';
import { type Clock, systemTime, type TimeSource } from '../kit/clock.ts';
import type { Feature } from '../kit/feature.ts';
import { visit } from '../kit/http/body.ts';
import type { StorageError } from '../kit/store/errors.ts';
import { createNewId } from '../kit/store/ids.ts';
import type { Storage } from '../kit/store/storage.ts';
import type { Log } from '../log.ts';
import type { Gateway } from '../texts/gateway/client.ts';
import { createSealer, embeddedEncryptionKeys, type Sealer } from '../workspace/sealing.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openStorage } from './storage.ts';

/** What tests and the demo may replace. */
export type Overrides = {
  /** A part of the features. */
  features?: readonly Feature[];
  /** This machine's clocks and timers. */
  time?: TimeSource & Pick<Clock, 'after'>;
  /** The app's clock, instead of the store's. */
  clock?: Clock;
  newId?: () => string;
  /** Links in texts may lead to this machine. */
  localLinks?: true;
  acks?: Acks;
  /** Open already, instead of the one that the environment names. */
  storage?: Storage;
  /** Instead of the SMS service at its address. */
  gateway?: Gateway;
  /** Calls Slack's Web API and its `response_url`s, instead of the network. */
  slackFetch?: typeof fetch;
  /** Reads one of people’s files, instead of a thread. */
  readFile?: ReadOne;
  /** Opens an address that a press confirms, instead of the network. */
  visit?: typeof visit;
  /** It opens no port: whoever runs it hands requests to `App.serve`. */
  listens?: false;
};

/** What all parts of the app stand on. */
export type Ground = {
  features: readonly Feature[];
  config: Config;
  log: Log;
  time: TimeSource & Pick<Clock, 'after'>;
  clock: Clock;
  newId: () => string;
  sealer: Sealer;
  storage: Storage;
  /** See `App`. */
  failed: Promise<StorageError>;
  acks: Acks;
  metrics: Metrics;
  /** Where the app is reached, without a slash at the end. */
  publicUrl: () => string;
  /** Whether others than this machine may know that address. */
  isReached: boolean;
  /** Whether a link in a text may lead there: only https opens on every phone. */
  hasTextedLinks: () => boolean;
  /** The port it listens on; until then the one it was told. */
  listening: { port: number };
  /** See `Overrides`. */
  listens: boolean;
  gateway: Gateway | undefined;
  slackFetch: typeof fetch | undefined;
  readFile: ReadOne | undefined;
  visit: typeof visit;
};

/**
 * Opens the store.
 *
 * @throws StorageError if the store is in use, refuses us, or was made by a newer version
 */
export async function openGround(config: Config, log: Log, overrides: Overrides): Promise<Ground> {
  const newId = overrides.newId ?? createNewId(Date.now);
  const sealer = createSealer(config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir));
  const features = overrides.features ?? FEATURES;
  const failed = Promise.withResolvers<StorageError>();
  const time = overrides.time ?? { ...systemTime, after };
  const storage =
    overrides.storage ?? (await openStorage(config.storage, { time, newId, log, failed: failed.resolve }));
  const listening = { port: config.port };
  const publicUrl = (): string => config.publicUrl ?? `http://localhost:${listening.port}`;
  return {
    features,
    config,
    log,
    time,
    clock: overrides.clock ?? {
      ...{ now: storage.now, wall: storage.wall, after: time.after },
      ...(time.speed && { speed: time.speed }),
    },
    newId,
    sealer,
    storage,
    failed: failed.promise,
    acks: overrides.acks ?? createAcks(time),
    metrics: createMetrics(storage.history, storage.aside, storage.broadcasts),
    publicUrl,
    isReached: config.publicUrl !== null || overrides.localLinks === true,
    hasTextedLinks: () => publicUrl().startsWith('https:') || overrides.localLinks === true,
    listening,
    listens: overrides.listens ?? true,
    gateway: overrides.gateway,
    slackFetch: overrides.slackFetch,
    readFile: overrides.readFile,
    visit: overrides.visit ?? visit,
  };
}

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
