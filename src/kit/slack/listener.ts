import type { WebClient } from '@slack/web-api';
import type { Problem } from '../problem.ts';
import type { Wording } from '../words/wording.ts';
import type { Services, UserRef } from './services.ts';

export const COMMAND = '/sms';
/** A command as people type it. */
export type TypedCommand = `${typeof COMMAND} ${string}`;

/**
 * Why a person may not do or see something now; null if they may. Each listener has one, and nothing is done or shown
 * without it.
 *
 * @typeParam Subject such as a broadcast's id
 */
export type Permission<Subject = unknown, User extends UserRef = UserRef> = (
  services: Services,
  user: User,
  subject: Subject,
) => Promise<Problem | null>;

/** Put into Bolt's `context` by our middleware. */
export type BoltContext = {
  /** @throws Error if the payload names no person */
  user: UserRef;
  words: () => Promise<Wording>;
  /** With the workspace's token; Bolt's own `client` has none. */
  client: WebClient;
};

/** The part of Bolt's arguments that our listeners use. */
export type ListenerArgs = {
  body: unknown;
  context: BoltContext & { botUserId?: string; isEnterpriseInstall?: boolean };
  ack: (answer?: unknown) => Promise<void>;
  /** For a workflow's step. */
  complete?: (outputs: { outputs: Record<string, unknown> }) => Promise<unknown>;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/** Bolt's kinds of listeners. `button`: by action id; `field`: input while a form is open, by block id. */
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

/** A function registered with Bolt. `id`: a pattern for fields and options. */
export type SlackListener = {
  kind: ListenerKind;
  id: string;
  listen: (args: ListenerArgs) => Promise<unknown>;
};
