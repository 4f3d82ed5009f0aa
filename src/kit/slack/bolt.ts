import { App, type Authorize, type Receiver } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import type { Problem } from '../problem.ts';
import { type Wording, wordProblem } from '../words/wording.ts';
import { LISTENER_KINDS, type ListenerArgs, type SlackListener } from './listener.ts';
import type { SlackPayload } from './payloads.ts';
import { type Ack, ackWithText } from './respond.ts';
import { type Services, userOf } from './services.ts';
import { slackLogger, type WebFor } from './web-api.ts';

/** Whose tokens the app uses: one workspace's, from the environment, or those of each installation. */
export type Access = {
  authorize: Authorize<boolean>;
  webFor: WebFor;
  /**
   * The client for a payload that is being handled, by its body; null: there is none, or the store hasn't answered yet.
   */
  clientOf: (body: object) => WebClient | null;
  /** Checks that Slack answers, and knows the token if there is only one. */
  ask: () => Promise<unknown>;
};

/**
 * What we put into Bolt's `context`: the workspace's client, created on first use. It contains no token, or else Bolt
 * would make its own client for each workspace that asks for anything, which takes longer than a command.
 */
export type Served = { web: () => WebClient };
/** The same if a request can't be served. */
export type Refusal = { refusal?: Problem };
/** What the receiver puts there. */
type Received = { payload: SlackPayload };

/** What Bolt provides for some kinds of payload. */
type Ways = {
  ack?: Ack;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/**
 * Handles requests from a workspace without an installation here, or with one that can't be opened: people are told why
 * and what to do, if Slack offers a way to do so without a token. Slack itself gets its ack, or it would retry for
 * nothing.
 */
function refuseUnserved(app: App, services: Services): void {
  app.use(async args => {
    const { refusal, payload } = args.context as unknown as Refusal & Received;
    if (!refusal) return args.next();
    const { workspace, userId, isStep } = payload;
    const { ack = async () => undefined, fail } = args as Ways;
    const text = wordProblem(services.words.atOnce(workspace, userId), refusal);
    if (!payload.isEvent) return ackWithText(services, null, payload, ack, text);
    // Without an ack, Slack delivers it again.
    if (refusal.kind === 'STORE_AWAY') throw new Error(text);
    await ack();
    // A workflow's step ends, with the token that came with it.
    if (isStep) await fail?.({ error: text });
  });
}

/** What a feature answers in Slack; its surfaces of one kind share a listener. */
export type FeatureInSlack = { name: string; listeners: readonly SlackListener[] };

/** For surfaces of a kind that Bolt finds by pattern: which of them it is. */
const idIn: Partial<Record<SlackListener['kind'], (body: HasId) => string | undefined>> = {
  button: ({ actions }) => actions?.[0]?.action_id,
  field: ({ actions }) => actions?.[0]?.block_id,
  options: ({ block_id }) => block_id,
  view: ({ view }) => view?.callback_id,
  closed: ({ view }) => view?.callback_id,
};
type HasId = {
  actions?: { action_id?: string; block_id?: string }[];
  block_id?: string;
  view?: { callback_id?: string };
};

/**
 * Registers features with Bolt: one listener a feature and kind. (A step has its own, since Bolt takes no pattern there, and so
 * have commands, shortcuts and events, of which a feature has one or two.)
 */
export function serve(app: App, features: readonly FeatureInSlack[]): void {
  const buttons = features.flatMap(({ listeners }) => listeners.filter(one => one.kind === 'button'));
  const buttonIds = anyOf(buttons);
  for (const { listeners } of features) {
    for (const kind of LISTENER_KINDS) {
      const its = listeners.filter(one => one.kind === kind);
      const nameOf = idIn[kind];
      if (its.length === 0) continue;
      if (!nameOf) for (const one of its) listen(app, one, args => one.listen(args));
      else
        listen(app, { kind, id: its.map(({ id }) => id).join('|') }, async args => {
          const id = nameOf(args.body as HasId) ?? '';
          // Slack sends no press that is a button's and a field's, too; of one that was forged, the button hears.
          if (kind === 'field' && buttonIds.test(idIn.button?.(args.body as HasId) ?? '')) return;
          await its.find(one => anyOf([one]).test(id))?.listen(args);
        });
    }
  }
}

/** Matches the ids of these and no others: each is a word, or a pattern of our own. */
const anyOf = (named: readonly { id: string }[]): RegExp =>
  new RegExp(`^(?:${named.map(({ id }) => id).join('|')})$`);

function listen(
  app: App,
  { kind, id }: Pick<SlackListener, 'kind' | 'id'>,
  hear: (args: ListenerArgs) => Promise<unknown>,
): void {
  const listener = async (args: unknown): Promise<void> => void (await hear(args as ListenerArgs));
  const ids = anyOf([{ id }]);
  switch (kind) {
    case 'command':
      app.command(id, listener);
      break;
    case 'button':
      app.action({ type: 'block_actions', action_id: ids }, listener);
      break;
    case 'field':
      app.action({ type: 'block_actions', block_id: ids }, listener);
      break;
    case 'options':
      app.options<'block_suggestion'>({ type: 'block_suggestion', block_id: ids }, listener);
      break;
    case 'view':
      app.view({ type: 'view_submission', callback_id: ids }, listener);
      break;
    case 'closed':
      app.view({ type: 'view_closed', callback_id: ids }, listener);
      break;
    case 'shortcut':
    case 'message_action':
      app.shortcut({ type: kind, callback_id: id }, listener);
      break;
    case 'function':
      app.function(id, { autoAcknowledge: false }, listener);
      break;
    case 'event':
      app.event(id, listener);
  }
}

/**
 * Puts who did something, what they read and a client with the right token on `context`, for all listeners. Bolt's own `client`
 * has no token, and says so: with one, Bolt would make a client for each workspace that asks for anything, which takes longer
 * than answering a command.
 */
export function putAround(app: App, services: Services): void {
  app.client = new TokenlessClient();
  app.use(async ({ context, next }) => {
    const { web, payload } = context as unknown as Served & Received;
    let asked: Promise<Wording> | null = null;
    const words = (): Promise<Wording> => {
      const { workspace, userId } = userOf(payload);
      asked ??= services.words.of(workspace, userId);
      return asked;
    };
    Object.defineProperties(context, {
      user: { get: () => userOf(payload) },
      client: { get: () => web() },
      words: { value: words },
    });
    await next();
  });
}

class TokenlessClient extends WebClient {
  override apiCall(method: string): never {
    throw new Error(`Bolt’s \`client\` has no token here: call ${method} with \`context.client\``);
  }
}

/**
 * Bolt with all surfaces; from then on, what the receiver accepts goes to them.
 *
 * We give Bolt's App no `token`: it would ask Slack who it is at start and, if Slack is away just then, refuse every
 * request from then on. `authorize` answers from what we have.
 */
export function startBolt(deps: {
  receiver: Receiver;
  access: Pick<Access, 'authorize'>;
  services: Services;
  features: readonly FeatureInSlack[];
  clientOptions: WebClientOptions;
  log: Log;
}): void {
  const { receiver, access, services, features, clientOptions, log } = deps;
  const app = new App({
    receiver,
    logger: slackLogger(log),
    clientOptions,
    convoStore: false,
    ignoreSelf: false,
    authorize: access.authorize,
  });
  app.error(async error => {
    throw error.original ?? error; // For the receiver, as it was thrown.
  });
  refuseUnserved(app, services);
  putAround(app, services);
  serve(app, features);
}
