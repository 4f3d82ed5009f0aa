import type { Log } from '../log.ts';
import type { Clock, TimeSource } from './clock.ts';
import type { Config } from './config.ts';
import type { ReadBody } from './http/body.ts';
import type { Metrics } from './http/metrics.ts';
import type { SparingLog, Visits } from './http/rate-limit.ts';
import type { InTurns } from './in-turns.ts';
import type { Door } from './pages/page-links.ts';
import type { Handling } from './stalls/handling.ts';
import type { Storage } from './store/storage.ts';
import type { Wordings } from './words/wording.ts';

/** What stands outside the app, and tests and the demo may replace; features add theirs (`declare module`). */
export interface Outside {
  /** Calls Slack's Web API and its `response_url`s. */
  slackFetch: typeof fetch;
}

/** What all features stand on. */
export type Ground = {
  config: Config;
  log: Log;
  /** For what would otherwise fill the log. */
  logSparingly: SparingLog;
  /** This machine's clocks and timers. */
  time: TimeSource & Pick<Clock, 'after'>;
  /** The app's, which all processes that share the store have. */
  clock: Clock;
  newId: () => string;
  storage: Storage;
  metrics: Metrics;
  /** Long work of one workspace, with others in between. */
  inTurns: InTurns;
  /** What the process works on, in case it stands still. */
  handling: Handling;
  outside: Partial<Outside>;
  /** All sentences. */
  wordings: Wordings;
  /** Where the app is reached, without a slash at the end. */
  publicUrl: () => string;
  /** Whether others than this machine may know that address. */
  isReached: boolean;
  /** Whether a link in a text may lead there: only https opens on every phone. */
  hasTextedLinks: () => boolean;
  /** Whether somebody said where browsers reach the app. */
  hasAddress: boolean;
  /** Pages behind links for one person. */
  door: Door;
  /** A new link to such a page for this person. */
  pageLink: Door['make'];
  /** How often links in texts are visited. */
  visits: Visits;
  /** @param totalBytes how much incomplete bodies may hold together */
  readBody: (totalBytes: number) => ReadBody;
};
