import { randomBytes } from 'node:crypto';
import type { DataBlocks } from './blocks/blocks.ts';
import { type Clock, systemClock } from './clock.ts';
import { createDriver, createWaiting, dumpWorld } from './driver.ts';
import { CONSENT_PATH, createPlaygroundServer, listen } from './http/server.ts';
import { dataBlocksKnob, slackKnob } from './knobs.ts';
import type { Did, PlaygroundOptions } from './options.ts';
import { createHttpTransport } from './wire/delivery.ts';
import { createEvents } from './wire/events.ts';
import { createFaults, type Faults } from './wire/faults.ts';
import { createAppConnection, createSockets, type Sockets } from './wire/sockets.ts';
import { createTraffic, type Traffic } from './wire/traffic.ts';
import { addSeededPosts } from './world/posts.ts';
import { APP_ID, DEFAULT_SCOPES, padma } from './world/seed.ts';
import { createWorld, findWorkspace } from './world/world.ts';

export type { Clock } from './clock.ts';
export type { Driver } from './driver.ts';
export { troubleKnob } from './knobs.ts';
export type { ManifestInput } from './manifest.ts';
export type { Did, Hint, Knob, Panel, PlaygroundOptions } from './options.ts';
export type { Pressed } from './user-actions/press.ts';
export type { EventDelivery, Reply, SentRequest } from './wire/connection.ts';
export type { Fault, Faults } from './wire/faults.ts';
export type { Sockets } from './wire/sockets.ts';
export type { Exchange, Traffic } from './wire/traffic.ts';
export { meghna, type PostSeed, padma, type WorkspaceSeed } from './world/seed.ts';
export type { Channel, Person, Post, View, Workspace } from './world/types.ts';

/**
 * Starts a local Slack: the Web API, requests to an app, a page for trying the app, and a driver for tests. `close()`
 * stops everything.
 */
export async function createPlayground(options: PlaygroundOptions = {}) {
  const clock: Clock = options.clock ?? systemClock;
  const signingSecret = options.signingSecret ?? randomBytes(16).toString('hex');
  const botToken = options.botToken ?? `xoxb-${randomHex()}`;
  const [first = padma, ...otherWorkspaces] = options.workspaces ?? [padma];
  const home = {
    ...first,
    botToken: first.botToken ?? botToken,
    scopes: options.scopes ?? first.scopes ?? DEFAULT_SCOPES,
  };
  const world = createWorld({
    clock,
    manifest: options.manifest ?? {},
    workspaces: [home, ...otherWorkspaces],
    appToken: {
      value: options.appToken ?? `xapp-1-${APP_ID}-${randomHex()}`,
      scopes: ['connections:write'],
    },
    client: {
      id: options.oauth?.clientId ?? '1234567890.9876543210',
      secret: options.oauth?.clientSecret ?? randomHex(),
      redirectUris: options.oauth?.redirectUris ?? [],
      tokenRotation: options.oauth?.tokenRotation ?? false,
    },
  });
  for (const seed of [home, ...otherWorkspaces]) addSeededPosts(world, seed);
  const traffic = createTraffic(clock);
  const faults = createFaults(world.changed);
  const sockets = createSockets(world, traffic);
  const http = createHttpTransport(world, traffic, signingSecret);
  const app = createAppConnection(world, http, sockets);
  const events = createEvents(world, app, sockets);
  const scene = { world, app, events };
  const panels = options.panels ?? [];
  const did: Did[] = [];
  const server = createPlaygroundServer({
    side: { world, sockets, faults, traffic },
    scene,
    did,
    panels,
    installUrl: options.installUrl,
    knobs: [...(options.knobs ?? []), slackKnob(faults), dataBlocksKnob(world)],
    hints: options.hints ?? [],
    places: options.places ?? [],
  });
  world.address = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  const waiting = createWaiting(world, () => dumpWorld(world, traffic));

  return {
    ...createDriver(scene, waiting),
    ...waiting,
    url: world.address,
    /** The base of the Web API, for `SLACK_API_URL`; ends in `/api/`. */
    apiUrl: `${world.address}/api/`,
    signingSecret,
    botToken: home.botToken,
    /** The app-level token, for `SLACK_APP_TOKEN`. */
    appToken: world.appToken.value,
    /** The app's OAuth settings, and the address to which the app sends users for the installation. */
    oauth: {
      clientId: world.client.id,
      clientSecret: world.client.secret,
      authorizeUrl: `${world.address}${CONSENT_PATH}`,
    },
    /** The app's Socket Mode connections. While one is open, all payloads go there. */
    sockets: sockets as Sockets,
    /** Sets the address at which the app receives Slack's requests. */
    connect(eventsUrl: string) {
      world.eventsUrl = eventsUrl;
      world.changed();
    },
    traffic: traffic as Traffic,
    faults: faults as Faults,
    /** Sets how far Slack takes tables and charts from now on; by default as its documents say. */
    takeDataBlocks(dataBlocks: DataBlocks) {
      world.dataBlocks = dataBlocks;
      world.changed();
    },
    /** Makes Slack refuse the token with this error from now on. */
    revokeToken(error: 'token_revoked' | 'account_inactive' = 'token_revoked', token = home.botToken) {
      const stored = world.tokens.get(token);
      if (stored) stored.state = error;
      world.changed();
    },
    /** A user of the first workspace by handle: `playground.person('rafiq').id`. */
    person: (name: string) => {
      const workspace = findWorkspace(world);
      const user = [...workspace.people.values()].find(person => person.name === name);
      if (!user) throw new Error(`No person "${name}"`);
      return user;
    },
    /** Makes pages and waits read the state again, after a change outside the world such as in a panel. */
    changed: world.changed,
    /**
     * Removes all posts, forms, notices and runs, and the record of actions on the page. People, channels and
     * installations stay.
     */
    startOver() {
      for (const workspace of world.workspaces.values()) {
        workspace.posts = [];
        workspace.modals.clear();
        workspace.homes.clear();
      }
      world.runs.clear();
      world.notices = [];
      did.length = 0;
      world.changed();
    },
    /** The whole state, for tests that the driver has no function for. */
    world,
    async close() {
      faults.clear();
      for (const panel of panels) panel.close?.();
      events.close();
      await app.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

export type Playground = Awaited<ReturnType<typeof createPlayground>>;

function randomHex(): string {
  return randomBytes(12).toString('hex');
}
