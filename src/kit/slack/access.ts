import type { Authorize } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Problem } from '../problem.ts';
import type { WebFor } from './web-api.ts';

/** Whose tokens the app uses: one workspace's, from the environment, or those of each installation. */
export type Access = {
  authorize: Authorize<boolean>;
  webFor: WebFor;
  /**
   * The client for a payload that is being handled, by its body; null: there is none, or the store hasn't answered yet.
   */
  clientOf: (body: object) => WebClient | null;
  /** Checks that Slack answers, and knows the token if there is only one. */
  ask: () => Promise<unknown>;
};

/**
 * What we put into Bolt's `context`: the workspace's client, created on first use. It contains no token, or else Bolt
 * would make its own client for each workspace that asks for anything, which takes longer than a command.
 */
export type Served = { web: () => WebClient };
/** The same if a request can't be served. */
export type Refusal = { refusal?: Problem };
