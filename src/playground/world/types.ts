import type { JsonObject } from '../json.ts';
import type { EventDelivery } from '../wire/connection.ts';
import type { Organisation, Person } from './seed.ts';

export type { Person } from './seed.ts';

// The words of the playground:
// workspace  a Slack team the app may be installed in
// person     someone of a workspace, or a guest of another one
// channel    public, private, or the direct messages between a person and the app
// post       one message in a channel; ephemeral ones are seen by one person until the page reloads
// view       a modal or a Home tab; a person's open modals are a stack of at most three
// trigger    the right to open one view, for three seconds
// reply URL  what Slack calls response_url: five posts within 30 minutes
// run        one execution of a custom function that a workflow step asked for

export interface Channel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
  topic: string;
  members: Set<string>;
}

/** What is behind a handle such as `@oncall`. */
export interface UserGroup {
  id: string;
  handle: string;
  name: string;
  users: string[];
}

export interface Workspace {
  id: string;
  /** Set for a workspace of an organisation (Enterprise Grid). */
  org: Organisation | undefined;
  name: string;
  domain: string;
  appId: string;
  botId: string;
  botUserId: string;
  people: Map<string, Person>;
  channels: Map<string, Channel>;
  userGroups: UserGroup[];
  /** Newest last. */
  posts: Post[];
  /** The open modals of each person, topmost last. */
  modals: Map<string, View[]>;
  homes: Map<string, View>;
}

export interface Token {
  value: string;
  teamId: string;
  scopes: string[];
  state: 'active' | 'token_revoked' | 'account_inactive';
  /** Set for an organisation's installation: good in all its workspaces. */
  orgId?: string;
  /** A run's own token, good while it runs; without it, the bot token of an installation. */
  runId?: string;
}

/** The app-level token, for Socket Mode. */
export interface AppToken {
  value: string;
  scopes: string[];
}

/** What the app's settings say for OAuth. */
export interface OAuthClient {
  id: string;
  secret: string;
  /** Where Slack may send people back to; empty: anywhere, which only a playground would allow. */
  redirectUris: string[];
  /** Tokens are said to expire after half a day, with others to exchange for new ones. */
  tokenRotation: boolean;
}

/** What somebody agreed to, under the code that the app exchanges. */
export interface Grant {
  workspace: Workspace;
  user: string;
  scopes: string[];
  orgWide: boolean;
  /** As the app gave it; the exchange must give the same. */
  redirectUri: string;
  at: number;
  used: boolean;
}

/** What a trigger id gives the right to. */
export interface Trigger {
  teamId: string;
  user: string;
  /** The view the person acted in, for `views.push`. */
  viewId?: string;
}

/** Where what is posted to a reply URL goes. */
export interface ReplyUrl {
  teamId: string;
  channel: string;
  user: string;
  /** The post whose button was pressed; a slash command has none, so it can't replace anything. */
  source?: Post;
}

export interface FunctionRun {
  id: string;
  teamId: string;
  callbackId: string;
  /** Its own bot token, which came with the event. */
  token: string;
  inputs: JsonObject;
  state: 'running' | 'succeeded' | 'failed';
  outputs?: JsonObject;
  error?: string;
  startedAt: number;
  /** How the app was told, once the first attempt has ended. */
  delivery?: EventDelivery;
}

export interface Author {
  kind: 'person' | 'app' | 'slack';
  id: string;
  name: string;
}

/** One look of a post as it went over the wire, and by what. */
export interface Sighting {
  at: number;
  via: string;
  payload: unknown;
}

export interface Post {
  teamId: string;
  channel: string;
  ts: string;
  kind: 'channel' | 'ephemeral';
  /** Set for an ephemeral post: the one person who sees it. */
  visibleTo?: string;
  author: Author;
  text: string;
  blocks: JsonObject[];
  threadTs?: string;
  edited?: { user: string; ts: string };
  seen: Sighting[];
}

/** `block_id` → `action_id` → what Slack reports as that input's state. */
export type StateValues = Record<string, Record<string, JsonObject>>;

export interface View {
  id: string;
  teamId: string;
  user: string;
  type: 'modal' | 'home';
  hash: string;
  rootId: string;
  previousId?: string;
  externalId: string;
  /** As the app gave it, with every block given an id. */
  content: JsonObject & { blocks: JsonObject[] };
  values: StateValues;
  /** What the app has offered in selects of its own, by `block id/action id`: only that can be chosen there. */
  offered: Map<string, JsonObject[]>;
  /** Field errors by block id, after a submission that was refused. */
  errors: Record<string, string>;
  /** A sentence of Slack's own, such as after an app that did not answer. */
  problem?: string;
}
