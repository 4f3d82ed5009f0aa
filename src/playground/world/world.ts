import { randomBytes, randomInt } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { DataBlocks } from '../blocks/blocks.ts';
import type { Clock } from '../clock.ts';
import { type Manifest, type ManifestInput, manifestSchema } from '../manifest.ts';
import { APP_ID, DEFAULT_SCOPES, personFrom, type WorkspaceSeed } from './seed.ts';
import type {
  AppToken,
  Channel,
  FunctionRun,
  Grant,
  OAuthClient,
  Person,
  ReplyUrl,
  Token,
  Trigger,
  Workspace,
} from './types.ts';

/** A toast: Slack tells one user something outside any channel. */
export interface Notice {
  user: string;
  text: string;
  at: number;
}

/**
 * The whole state of the playground. Code that changes it calls `changed()`, so that pages and tests read it again.
 */
export interface World {
  clock: Clock;
  /** The address of this Slack, without a trailing slash. */
  address: string;
  /** The address at which the app receives Slack's requests over HTTP; unset if there is none. */
  eventsUrl?: string;
  ids: ReturnType<typeof makeIds>;
  manifest: Manifest;
  workspaces: Map<string, Workspace>;
  /** Bot tokens and tokens of runs. */
  tokens: Map<string, Token>;
  appToken: AppToken;
  client: OAuthClient;
  runs: Map<string, FunctionRun>;
  /** Issued trigger ids, paths of reply URLs, and OAuth codes. */
  triggers: Map<string, Trigger & { at: number; used: boolean }>;
  replyUrls: Map<string, ReplyUrl & { at: number; postsLeft: number }>;
  codes: Map<string, Grant>;
  notices: Notice[];
  /** How far this Slack takes tables and charts. */
  dataBlocks: DataBlocks;
  changes: EventEmitter<{ change: [] }>;
  changed(): void;
}

export interface WorldOptions extends Pick<World, 'clock' | 'appToken' | 'client'> {
  /** Empty by default; set once the server listens. */
  address?: string;
  manifest: ManifestInput;
  workspaces: WorkspaceSeed[];
}

export function createWorld(options: WorldOptions): World {
  const changes = new EventEmitter<{ change: [] }>();
  changes.setMaxListeners(0);
  const { clock, appToken, client } = options;
  const world: World = {
    clock,
    address: options.address ?? '',
    appToken,
    client,
    ids: makeIds(clock),
    manifest: manifestSchema.parse(options.manifest),
    workspaces: new Map(),
    tokens: new Map(),
    runs: new Map(),
    triggers: new Map(),
    replyUrls: new Map(),
    codes: new Map(),
    notices: [],
    dataBlocks: 'documented',
    changes,
    changed: () => void changes.emit('change'),
  };
  for (const seed of options.workspaces) addWorkspace(world, seed);
  return world;
}

function addWorkspace(world: World, seed: WorkspaceSeed): void {
  const people = new Map<string, Person>();
  for (const [index, person] of seed.people.entries()) {
    people.set(person.id, personFrom(person, seed.id, seed.domain, index));
  }
  people.set(seed.botUserId, botPerson(world.manifest.display_information.name, seed));
  const channels = new Map<string, Channel>();
  for (const channel of seed.channels) {
    const members = channel.members
      ? seed.people.filter(person => channel.members?.includes(person.name))
      : seed.people.filter(person => person.role !== 'single-channel-guest' && person.role !== 'left');
    const ids = members.map(person => person.id);
    if (channel.botIsMember) ids.push(seed.botUserId);
    channels.set(channel.id, {
      id: channel.id,
      name: channel.name,
      kind: channel.kind,
      topic: channel.topic ?? '',
      members: new Set(ids),
    });
  }
  const idOf = (name: string) => seed.people.find(person => person.name === name)?.id ?? name;
  const userGroups = (seed.userGroups ?? []).map(({ members, ...group }) => ({
    ...group,
    users: members.map(idOf),
  }));
  world.workspaces.set(seed.id, {
    id: seed.id,
    org: seed.org,
    name: seed.name,
    domain: seed.domain,
    appId: APP_ID,
    botId: seed.botId,
    botUserId: seed.botUserId,
    people,
    channels,
    userGroups,
    posts: [],
    modals: new Map(),
    homes: new Map(),
  });
  if (seed.botToken) {
    const scopes = seed.scopes ?? DEFAULT_SCOPES;
    world.tokens.set(seed.botToken, { value: seed.botToken, teamId: seed.id, scopes, state: 'active' });
  }
}

function botPerson(name: string, seed: WorkspaceSeed): Person {
  const handle = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const base = personFrom(
    { id: seed.botUserId, name: handle, realName: name, role: 'member' },
    seed.id,
    seed.domain,
    5,
  );
  return { ...base, isBot: true, email: '', displayName: name };
}

/** Finds a person by id, handle or `@handle`; throws if there is none. */
export function findPerson(workspace: Workspace, ref: string): Person {
  const handle = ref.replace(/^@/, '');
  const person =
    workspace.people.get(ref) ?? [...workspace.people.values()].find(person => person.name === handle);
  if (!person) throw new Error(`No person "${ref}" in ${workspace.name}`);
  return person;
}

/** Finds a channel by id, `#name` or name; throws if there is none. */
export function findChannel(workspace: Workspace, ref: string): Channel {
  const name = ref.replace(/^#/, '');
  const channel =
    workspace.channels.get(ref) ?? [...workspace.channels.values()].find(channel => channel.name === name);
  if (!channel) throw new Error(`No channel "${ref}" in ${workspace.name}`);
  return channel;
}

export function directChannel(workspace: Workspace, userId: string): Channel {
  const id = `D${userId.slice(1)}`;
  let channel = workspace.channels.get(id);
  if (!channel) {
    channel = { id, name: userId, kind: 'im', topic: '', members: new Set([userId, workspace.botUserId]) };
    workspace.channels.set(id, channel);
  }
  return channel;
}

/** Finds a workspace by id, by default the first; throws if there is none. */
export function findWorkspace(world: World, teamId?: string): Workspace {
  const workspace = teamId ? world.workspaces.get(teamId) : world.workspaces.values().next().value;
  if (!workspace) throw new Error(`No workspace "${teamId ?? ''}"`);
  return workspace;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Ids in Slack's format. Ids of interactions are random, because an app may remember them for days, longer than a
 * playground runs.
 */
function makeIds(clock: Clock) {
  let lastTsUs = 0;
  return {
    /** For example `V0K2JX81QZP`. */
    of: (prefix: string): string =>
      `${prefix}0${Array.from({ length: 9 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`,
    /** A message timestamp, later than all before it: `1763692800.000100`. */
    ts(): string {
      lastTsUs = Math.max(Math.floor(clock.now()) * 1000, lastTsUs + 100);
      return `${Math.floor(lastTsUs / 1e6)}.${String(lastTsUs % 1e6).padStart(6, '0')}`;
    },
    triggerId: () =>
      `${clock.now()}${randomInt(1000)}.${randomInt(1e9, 1e10)}.${randomBytes(16).toString('hex')}`,
    hash: () => `${Math.floor(clock.now() / 1000)}.${randomBytes(4).toString('hex')}`,
    secret: () => randomBytes(12).toString('hex'),
  };
}
