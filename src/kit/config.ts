import type { LOG_LEVELS } from '../log.ts';
import type { StorageChoice } from './store/storage.ts';
import type { LANGUAGES } from './words/languages.ts';

/** The configuration, which `src/config.ts` reads from the environment. */
export type Config = {
  smsBaseUrl: string;
  slack: {
    /** One workspace's token, or the app's credentials for its installation in many workspaces. */
    tokens:
      | { kind: 'one'; botToken: string }
      /** `stateSecret` signs the state of an installation in progress. */
      | { kind: 'many'; clientId: string; clientSecret: string; stateSecret: string };
    apiUrl: string | null;
    /** Checks that HTTP requests come from Slack; in Socket Mode only those of Slackbot, null if there are none. */
    signingSecret: string | null;
    /** People who install the app are asked whether Slackbot may use it. */
    forSlackbot: boolean;
    /** Slack's requests arrive over a connection that we open, or at our port. */
    connection: { mode: 'socket'; appToken: string } | { mode: 'http'; signingSecret: string };
  };
  /** The app's address for browsers; null if it is reached on this machine only, at `port`. */
  publicUrl: string | null;
  /** The configured keys; null if they are in the data folder, where the app creates them if they are missing. */
  encryptionKeys: Buffer[] | null;
  dataDir: string;
  storage: StorageChoice;
  port: number;
  /** A separate port for metrics and readiness; null if they share `port`. */
  metricsPort: number | null;
  host: string;
  /** The number of our own proxies in front of the app. */
  proxies: number;
  /** The watchdog ends the process if its main thread stalls for this long; 0 switches the watchdog off. */
  watchdogMs: number;
  /** The address that is called once a minute while all is well, a secret; null if there is none. */
  heartbeatUrl: string | null;
  logLevel: (typeof LOG_LEVELS)[number];
  language: (typeof LANGUAGES)[number];
};
