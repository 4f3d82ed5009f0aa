import type { Log } from '../log.ts';
import type { Clock, TimeSource } from './clock.ts';
import type { Config } from './config.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import type { ReadBody } from './http/body.ts';
import type { Metrics } from './http/metrics.ts';
import type { SparingLog, Visits } from './http/rate-limit.ts';
import type { MagicLinks } from './pages/magic-links.ts';
import type { Handling } from './stalls/handling.ts';
import type { Storage } from './store/storage.ts';
import type { Wordings } from './words/wording.ts';

/** External dependencies that tests and the demo replace. Features declare theirs by module augmentation. */
export interface Externals {
  /** Calls Slack's Web API and its `response_url`s. */
  slackFetch: typeof fetch;
}

/** The base that all features are created from. */
export type Infrastructure = {
  config: Config;
  log: Log;
  /** A log for lines that strangers can cause at will. */
  logSparingly: SparingLog;
  /** This machine's clocks and timers. */
  time: TimeSource & Pick<Clock, 'after'>;
  /** The app's time line, shared by all processes of the store. */
  clock: Clock;
  newId: () => string;
  storage: Storage;
  metrics: Metrics;
  runFairly: FairScheduler;
  /** The work in progress, to name it if the process stalls. */
  handling: Handling;
  externals: Partial<Externals>;
  wordings: Wordings;
  /** The app's address, without a slash at the end. */
  publicUrl: () => string;
  /** True if other machines can use `publicUrl`. */
  isReached: boolean;
  /** True if a text may link to the app: only https opens on every phone. */
  hasTextedLinks: () => boolean;
  /** True if browsers can reach the app: at a configured address, or at the port that Slack reaches. */
  hasAddress: boolean;
  magicLinks: MagicLinks;
  pageLink: MagicLinks['make'];
  visits: Visits;
  /** @param totalBytes the memory that unfinished bodies may hold together */
  readBody: (totalBytes: number) => ReadBody;
};
