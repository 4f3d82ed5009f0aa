import { randomBytes } from 'node:crypto';
import { systemTime } from '../../../src/kit/clock.ts';
import type { StorageChoice } from '../../../src/kit/store/engine.ts';
import { createLog } from '../../../src/log.ts';
import { createPlayground, type Playground } from '../../../src/playground/index.ts';
import type { WorkspaceSeed } from '../../../src/playground/world/seed.ts';
import {
  type Clock,
  createSmsService,
  type SmsService,
  type WindowKind,
} from '../../../src/sms-service/testing/service.ts';
import { createTextsByKey } from '../../../src/texts/by-key.ts';
import { createGateway } from '../../../src/texts/gateway/client.ts';
import { openStorage } from '../../../src/wiring/storage.ts';
import { createLinkedKeys } from '../../../src/workspace/linked-keys.ts';
import { createSealer } from '../../../src/workspace/sealing.ts';

/** Enough keys that sixty a minute for each doesn't limit the load. */
const TEAMS = 60;
/** The playground waits as long as what it waits for may take: leases and graces of a minute. */
const PATIENCE_MS = 150_000;

/** A workspace with one person and its own key. */
export type Team = { id: string; user: string; channel: string };

export type City = {
  service: SmsService;
  slack: Playground;
  teams: Team[];
  /** The app's environment about Slack, the SMS service and the sealing keys. */
  environment: Record<string, string>;
  close(): Promise<void>;
};

/**
 * A Slack with many workspaces and the SMS service, both real servers in this process.
 *
 * @param given another number of workspaces, another way for the service to count the minute, and another clock of its own
 */
export async function createCity(
  given: { teams?: number; window?: WindowKind; clock?: Clock } = {},
): Promise<City> {
  const { teams: count = TEAMS, window = 'sliding', clock } = given;
  const service = await createSmsService({ window, ...(clock && { clock }) });
  const teams = Array.from({ length: count }, (_, index) => teamOf(index));
  const slack = await createPlayground({
    manifest: { commands: [{ command: '/sms' }] },
    workspaces: teams.map(seedOf),
    waitLimitMs: PATIENCE_MS,
  });
  shareOneToken(slack);
  return {
    service,
    slack,
    teams,
    environment: {
      SMS_BASE_URL: service.url,
      SLACK_API_URL: slack.apiUrl,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_BOT_TOKEN: slack.botToken,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      PORT: '0',
    },
    async close() {
      await slack.close();
      await service.close();
    },
  };
}

/** Links a key to every workspace, with the app's own code, on the store that it will find when it starts. */
export async function linkKeys(city: City, choice: StorageChoice): Promise<void> {
  const { service, environment, teams } = city;
  const baseUrl = service.url;
  const log = createLog({ level: 'silent', stream: process.stderr, secrets: [] });
  const storage = await openStorage(choice, {
    time: systemTime,
    newId: () => randomBytes(16).toString('hex'),
    log,
  });
  const clock = { now: storage.now, wall: storage.wall, after: () => () => undefined };
  const gateway = createGateway({ baseUrl, clock });
  const sealer = createSealer([Buffer.from(environment.ENCRYPTION_KEYS ?? '', 'base64')]);
  const { documents, deletions, claims, queue, audit } = storage;
  const wake = () => undefined;
  const keys = createLinkedKeys({
    documents,
    deletions,
    texts: () => createTextsByKey({ queue, claims, gateway, clock, log, wake }),
    audit,
    sealer,
    baseUrl,
    clock,
  });
  const account = service.accounts.create({ name: 'City', credits: '100000' });
  for (const team of teams) {
    const linking = await keys.link(
      team.id,
      service.keys.create(account.id).key,
      team.user,
      async () => null,
    );
    if (linking.kind !== 'linked') throw new Error(`No key for ${team.id}: ${linking.kind}`);
  }
  await gateway.close();
  await storage.close();
  service.requests.clear();
}

function teamOf(index: number): Team {
  const nth = String(index).padStart(4, '0');
  return { id: `T0CITY${nth}`, user: `U0CITY${nth}`, channel: `C0CITY${nth}` };
}

function seedOf({ id, user, channel }: Team): WorkspaceSeed {
  return {
    id,
    name: id,
    domain: id.toLowerCase(),
    botUserId: `${user}BOT`,
    botId: `B${id.slice(1)}BOT`,
    people: [{ id: user, name: user.toLowerCase(), realName: user, role: 'admin' }],
    channels: [{ id: channel, name: channel.toLowerCase(), kind: 'public', botIsMember: true }],
  };
}

/** As in an organisation where the app is installed once: its one token knows everybody's people and channels. */
function shareOneToken(slack: Playground): void {
  const [home, ...others] = slack.world.workspaces.values();
  for (const other of others) {
    for (const [id, person] of other.people) home?.people.set(id, person);
    for (const [id, channel] of other.channels) {
      if (home) channel.members.add(home.botUserId);
      home?.channels.set(id, channel);
    }
  }
}
