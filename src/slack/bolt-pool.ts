import type { App } from '@slack/bolt';

const MAX_POOLS = 500;

/**
 * Bolt keeps a Web API client for each workspace that ever asked for something, for ever. Past so many they are let
 * go, and made again as they are needed.
 */
export function boundPools(app: App): void {
  // Bolt's own, and private: a test fails when it is not there any more.
  const inside = app as unknown as { clients: Record<string, unknown> };
  if (Object.keys(inside.clients).length > MAX_POOLS) inside.clients = {};
}
