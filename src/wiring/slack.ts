import { type AnyFeature, commandWordsOf, homeSectionsOf, listenersOf } from '../kit/feature.ts';
import { startBolt } from '../kit/slack/bolt.ts';
import { createGuard, createInFlight, createReceiver } from '../kit/slack/receiver.ts';
import type { Services } from '../kit/slack/services.ts';
import { createSocketMode } from '../kit/slack/socket-mode.ts';

export type ServedInSlack = ReturnType<typeof serveInSlack>;

/** Registers the features' listeners with Bolt, for payloads over HTTP or a socket. */
export function serveInSlack(features: readonly AnyFeature[], services: Services) {
  const { config, access, clientOptions, isSlacks, clock, log } = services;
  const { connection } = config.slack;
  services.commandWords = commandWordsOf(features, services);
  services.homeSections = homeSectionsOf(features, services);
  const inFlight = createInFlight(clock);
  const guard = createGuard({ services, clientOf: access.clientOf, inFlight });
  const receiver = createReceiver({ guard, isSlacks, log });
  const { take } = receiver;
  startBolt({
    receiver,
    access,
    services,
    clientOptions,
    log,
    features: listenersOf(features, services),
  });
  const socket =
    connection.mode === 'socket'
      ? createSocketMode(connection.appToken, { take, clientOptions, clock, log })
      : null;
  return { take, socket, inFlight };
}
