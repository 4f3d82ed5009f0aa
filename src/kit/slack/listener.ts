import type { WebClient } from '@slack/web-api';
import type { Problem } from '../problem.ts';
import type { Wording } from '../words/wording.ts';
import type { Services, UserRef } from './services.ts';

export const COMMAND = '/sms';
/** What somebody may type to see something again. */
export type TypedCommand = `${typeof COMMAND} ${string}`;

/**
 * Who may do or see something: null if this person may, now. Each surface has one, and nothing is done or shown there without
 * it.
 *
 * @typeParam What what it is about, such as a broadcast's id
 */
export type Permission<What = unknown, Doer extends UserRef = UserRef> = (
  services: Services,
  who: Doer,
  what: What,
) => Promise<Problem | null>;

/** What Bolt's global middleware puts into `context`. */
export type BoltContext = {
  /** @throws Error if the payload names no person */
  user: UserRef;
  words: () => Promise<Wording>;
  /** With the token of the workspace; Bolt's own `client` has none. */
  client: WebClient;
};

/** What a listener hears: what we take of what Bolt has. */
export type ListenerArgs = {
  body: unknown;
  context: BoltContext & { botUserId?: string; isEnterpriseInstall?: boolean };
  ack: (answer?: unknown) => Promise<void>;
  /** Of a workflow's step. */
  complete?: (outputs: { outputs: Record<string, unknown> }) => Promise<unknown>;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/** Bolt's ways in. `button`: by its action's id; `field`: typing and choosing, by the id of its block. */
export const LISTENER_KINDS = [
  'command',
  'button',
  'field',
  'options',
  'view',
  'closed',
  'shortcut',
  'message_action',
  'function',
  'event',
] as const;
type ListenerKind = (typeof LISTENER_KINDS)[number];

/** One place in Slack where input comes in. `id`: for fields and options, a pattern. */
export type SlackListener = {
  kind: ListenerKind;
  id: string;
  listen: (args: ListenerArgs) => Promise<unknown>;
};
