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

/** The app's tokens: one workspace's, from the environment, or each installation's. */
export type Access = {
  authorize: Authorize<boolean>;
  webFor: WebFor;
  /** The client for a payload that is being handled, by its body; null if there is none, or the store hasn't answered yet. */
  clientOf: (body: object) => WebClient | null;
  /** Checks that Slack answers, and knows the token if there is only one. */
  ask: () => Promise<unknown>;
};

/**
 * Put into Bolt's `context` by `authorize`: the workspace's client, created on first use. Bolt gets no token, because it would
 * then create its own client for each workspace, which takes longer than handling a command.
 */
export type Served = { web: () => WebClient };
/** Put into `context` by `authorize` if a request can't be served. */
export type Refusal = { refusal?: Problem };
/** Put into `context` by the receiver. */
type Received = { payload: SlackPayload };

/** Functions that Bolt provides for some kinds of payload. */
type Responders = {
  ack?: Ack;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/**
 * Answers requests from a workspace without an installation, or with one that can't be opened: tells people why and what
 * to do, as far as that works without a token. Slack gets its ack; otherwise it would retry without success.
 */
function refuseUnserved(app: App, services: Services): void {
  app.use(async args => {
    const { refusal, payload } = args.context as unknown as Refusal & Received;
    if (!refusal) return args.next();
    const { workspace, userId, isStep } = payload;
    const { ack = async () => undefined, fail } = args as Responders;
    const text = wordProblem(services.words.cached(workspace, userId), refusal);
    if (!payload.isEvent) return ackWithText(services, null, payload, ack, text);
    // Without an ack, Slack delivers the event again.
    if (refusal.kind === 'STORE_AWAY') throw new Error(text);
    await ack();
    // Ends a workflow's step with the token that came with it.
    if (isStep) await fail?.({ error: text });
  });
}

/** A feature's listeners; those of one kind share a Bolt listener. */
export type FeatureInSlack = { name: string; listeners: readonly SlackListener[] };

/** For the kinds that Bolt matches by pattern: the id that a payload is for. */
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
 * Registers features with Bolt, one Bolt listener for each feature and kind. Steps, for which Bolt takes no pattern, and
 * commands, shortcuts and events, of which a feature has one or two, are registered one by one.
 */
export function serve(app: App, features: readonly FeatureInSlack[]): void {
  const buttons = features.flatMap(({ listeners }) => listeners.filter(({ kind }) => kind === 'button'));
  const buttonIds = anyOf(buttons);
  for (const { listeners } of features) {
    for (const kind of LISTENER_KINDS) {
      const ofKind = listeners.filter(listener => listener.kind === kind);
      const nameOf = idIn[kind];
      if (ofKind.length === 0) continue;
      if (!nameOf) for (const listener of ofKind) listen(app, listener, args => listener.listen(args));
      else
        listen(app, { kind, id: ofKind.map(({ id }) => id).join('|') }, async args => {
          const id = nameOf(args.body as HasId) ?? '';
          // Slack never sends a payload that matches both a button and a field. A forged one reaches only the button's listener.
          if (kind === 'field' && buttonIds.test(idIn.button?.(args.body as HasId) ?? '')) return;
          await ofKind.find(listener => anyOf([listener]).test(id))?.listen(args);
        });
    }
  }
}

/** Matches exactly these ids. Each is a word, or a pattern of our own. */
const anyOf = (listeners: readonly { id: string }[]): RegExp =>
  new RegExp(`^(?:${listeners.map(({ id }) => id).join('|')})$`);

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
 * Puts the user, their wording and a client with the right token on `context`, for all listeners. Bolt's own `client` has
 * no token (see `Served`) and throws.
 */
export function putAround(app: App, services: Services): void {
  app.client = new TokenlessClient();
  app.use(async ({ context, next }) => {
    const { web, payload } = context as unknown as Served & Received;
    let wording: Promise<Wording> | null = null;
    const words = (): Promise<Wording> => {
      const { workspace, userId } = userOf(payload);
      wording ??= services.words.of(workspace, userId);
      return wording;
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
 * Starts Bolt with all listeners; the receiver's payloads reach them from then on.
 *
 * Bolt's App gets no `token`: it would ask Slack who it is at start and, if Slack is unavailable just then, refuse every
 * request from then on. `authorize` answers from our store.
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
    throw error.original ?? error; // The receiver expects the original error.
  });
  refuseUnserved(app, services);
  putAround(app, services);
  serve(app, features);
}
