import type { JsonObject } from '../json.ts';
import type { EventDelivery } from '../wire/connection.ts';
import type { Organisation, Person } from './seed.ts';

export type { Person } from './seed.ts';

// The words of the playground:
// workspace  a Slack team that the app may be installed in
// person     a user of a workspace, or a guest from another one
// channel    public, private, or the direct messages between a person and the app
// post       a message in a channel; an ephemeral one is shown to one person until the page reloads
// view       a modal or a Home tab; a person's open modals are a stack of at most three
// trigger    permission to open one view, for three seconds
// reply URL  Slack's response_url: five posts within 30 minutes
// run        one execution of a custom function for a workflow step

export interface Channel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
  topic: string;
  members: Set<string>;
}

/** The people behind a handle such as `@oncall`. */
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
  posts: Post[];
  /** Each person's open modals, topmost last. */
  modals: Map<string, View[]>;
  homes: Map<string, View>;
}

export interface Token {
  value: string;
  teamId: string;
  scopes: string[];
  state: 'active' | 'token_revoked' | 'account_inactive';
  /** Set for an organisation's installation; valid in all its workspaces. */
  orgId?: string;
  /** Set for the token of a run, which is valid until the run ends. */
  runId?: string;
}

/** The app-level token, for Socket Mode. */
export interface AppToken {
  value: string;
  scopes: string[];
}

/** The app's OAuth settings. */
export interface OAuthClient {
  id: string;
  secret: string;
  /** The addresses to which Slack may send users back. Empty: any address, which Slack itself wouldn't allow. */
  redirectUris: string[];
  /** True if tokens expire after half a day and have to be exchanged for new ones. */
  tokenRotation: boolean;
}

/** A user's consent, stored under the code that the app exchanges. */
export interface Grant {
  workspace: Workspace;
  user: string;
  scopes: string[];
  orgWide: boolean;
  /** The address in the app's request, which the exchange must repeat. */
  redirectUri: string;
  at: number;
  used: boolean;
}

/** The permission that a trigger id gives. */
export interface Trigger {
  teamId: string;
  user: string;
  /** The view in which the user clicked, for `views.push`. */
  viewId?: string;
}

/** The target of posts to a reply URL. */
export interface ReplyUrl {
  teamId: string;
  channel: string;
  user: string;
  /** The post with the pressed button. A slash command has none, so it can't replace anything. */
  source?: Post;
}

export interface FunctionRun {
  id: string;
  teamId: string;
  callbackId: string;
  /** The run's own bot token, which came with the event. */
  token: string;
  inputs: JsonObject;
  state: 'running' | 'succeeded' | 'failed';
  outputs?: JsonObject;
  error?: string;
  startedAt: number;
  /** The delivery of its event, once the first attempt has ended. */
  delivery?: EventDelivery;
}

export interface Author {
  kind: 'person' | 'app' | 'slack';
  id: string;
  name: string;
}

/** A version of a post as it went over the wire, with its source. */
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
  /** Set for an ephemeral post: the only person who sees it. */
  visibleTo?: string;
  author: Author;
  text: string;
  blocks: JsonObject[];
  threadTs?: string;
  edited?: { user: string; ts: string };
  seen: Sighting[];
}

/** `block_id` → `action_id` → the input's state in Slack's format. */
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
  /** The app's content, with an id for every block. */
  content: JsonObject & { blocks: JsonObject[] };
  values: StateValues;
  /** The options that the app has offered in external selects, by `block id/action id`. Others can't be chosen. */
  offered: Map<string, JsonObject[]>;
  /** Field errors by block id, after a rejected submission. */
  errors: Record<string, string>;
  /** A sentence of Slack's own, for example if the app doesn't answer. */
  problem?: string;
}
