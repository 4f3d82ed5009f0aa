import type { LOG_LEVELS } from '../log.ts';
import type { StorageChoice } from './store/storage.ts';
import type { LANGUAGES } from './words/languages.ts';

/** What the environment says (`src/config.ts` reads it). */
export type Config = {
  smsBaseUrl: string;
  slack: {
    /** One workspace's token, or what the app needs to be installed in many and keep their tokens. */
    tokens:
      | { kind: 'one'; botToken: string }
      /** `stateSecret` signs the state of an installation in progress. */
      | { kind: 'many'; clientId: string; clientSecret: string; stateSecret: string };
    apiUrl: string | null;
    /** How Slack's requests arrive: over a connection that we open if there is an app token, otherwise at our port. */
    connection: { mode: 'socket'; appToken: string } | { mode: 'http'; signingSecret: string };
  };
  /** Where people and their browsers reach the app; null: on this machine, at the port it listens on. */
  publicUrl: string | null;
  /** Null: kept in the data folder, and made if missing. */
  encryptionKeys: Buffer[] | null;
  dataDir: string;
  storage: StorageChoice;
  port: number;
  /** The only port for metrics and readiness; null: the same port as everything else. */
  metricsPort: number | null;
  host: string;
  /** How many proxies of ours stand in front. */
  proxies: number;
  /** How long the main thread may stand still before the process is ended; 0: nobody watches. */
  watchdogMs: number;
  logLevel: (typeof LOG_LEVELS)[number];
  language: (typeof LANGUAGES)[number];
};
