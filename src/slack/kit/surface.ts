import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../domain/clock.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Log } from '../../log.ts';
import type { Wording } from '../../wording/index.ts';
import type { LiveForms } from './live-forms.ts';
import type { Poster } from './posting.ts';
import type { Presses } from './presses.ts';
import type { Who } from './who.ts';

/** What the kit needs of an app's services; `Its`: all of them. The kit knows no feature. */
export type KitServices<Its> = {
  words: {
    of(workspace: string, userId: string | null): Promise<Wording>;
    atOnce(workspace: string, userId: string): Wording;
  };
  presses: Pick<Presses, 'serve' | 'note'>;
  liveForms: LiveForms;
  lists: Lists;
  poster: Pick<Poster, 'answer' | 'post'>;
  home: { publish(client: WebClient, who: Who, hash?: string): Promise<unknown> };
  clock: Clock;
  log: Log;
  judging: {
    /** The same services, with what Slack said of people in the last minutes and nothing else: no look over the network. */
    byMemory(services: Its): Its;
    /** The same, or what Slack says now. */
    askingSlack(services: Its): Its;
  };
};

/** The lists of the app, by their callbacks: shows one anew as this person may see it. Null: they may not. */
export type Lists = Map<string, (who: Who, place: string) => Promise<ModalView | null>>;

/**
 * Who may do or see something: null if this person may, now. Each surface has one, and nothing is done or shown there without
 * it.
 *
 * @typeParam What what it is about, such as a broadcast's id
 */
export type May<Its, What = unknown, Doer extends Who = Who> = (
  services: Its,
  who: Doer,
  what: What,
) => Promise<Problem | null>;

/** What Bolt's global middleware puts into `context`. */
export type InContext = {
  /** @throws Error if the payload names no person */
  who: Who;
  words: () => Promise<Wording>;
  /** With the token of the workspace; Bolt's own `client` has none. */
  client: WebClient;
};

/** What a listener hears: what we take of what Bolt has. */
export type Heard = {
  body: unknown;
  context: InContext & { botUserId?: string; isEnterpriseInstall?: boolean };
  ack: (answer?: unknown) => Promise<void>;
  /** Of a workflow's step. */
  complete?: (outputs: { outputs: Record<string, unknown> }) => Promise<unknown>;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/** Bolt's ways in. `button`: by its action's id; `field`: typing and choosing, by the id of its block. */
export const SURFACE_KINDS = [
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
type SurfaceKind = (typeof SURFACE_KINDS)[number];

/** One place in Slack where input comes in. `id`: for fields and options, a pattern. */
export type Surface = { kind: SurfaceKind; id: string; listen: (heard: Heard) => Promise<unknown> };
