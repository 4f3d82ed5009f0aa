import { App, type ReceiverEvent } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../log.ts';
import type { Access } from './access.ts';
import { createGuard } from './guard.ts';
import { EVENT } from './ids.ts';
import { slackLogger } from './logger.ts';
import type { IsSlacks } from './response-urls.ts';
import type { Services } from './services.ts';
import { registerCommands, registerOthers } from './surfaces.ts';
import type { UnderWay } from './under-way.ts';
import { refuseUnserved } from './unserved.ts';

/** Slack has to deliver these again until they were handled: tokens and keys are deleted by them. */
const ACKED_WHEN_DONE = new Set<unknown>([EVENT.appUninstalled, EVENT.tokensRevoked]);

export type BoltParts = {
  access: Pick<Access, 'authorize' | 'clientOf'>;
  services: Services;
  underWay: UnderWay;
  isSlacks: IsSlacks;
  clientOptions: WebClientOptions;
  log: Log;
};

/**
 * Hands over a payload of Slack's, whichever way it came. `refused`: Slack does not send such a one, and nobody was asked
 * about it. Rejects, after it was logged, when Slack is to hear that it failed.
 */
export type TakeEvent = (event: ReceiverEvent) => Promise<'taken' | 'refused'>;

/**
 * Bolt with all surfaces. It asks each of its listeners in turn whether a payload is for it, so commands, which most
 * payloads are, have a Bolt of their own and do not wait for forty that they are not for.
 */
export function createBolt(parts: BoltParts): TakeEvent {
  const { access, services, underWay, isSlacks, log } = parts;
  const [commands, others] = [boltWith(registerCommands, parts), boltWith(registerOthers, parts)];
  const guard = createGuard({ services, clientOf: access.clientOf, underWay });
  return async event => {
    const { response_url: responseUrl } = event.body;
    if (responseUrl && !isSlacks(responseUrl)) {
      const host = typeof responseUrl === 'string' ? URL.parse(responseUrl)?.host : undefined;
      log.warn(
        { host },
        'a payload that wants its answer elsewhere than at Slack (or SLACK_API_URL) was refused',
      );
      return 'refused';
    }
    const bolt = 'command' in event.body ? commands : others;
    await guard(event, guarded => processWithLateAck(guarded, bolt));
    return 'taken';
  };
}

/**
 * No `token` is given to Bolt's App: it would ask Slack who it is at start and, if Slack is away just then, refuse
 * every request from then on. `authorize` answers from what we have.
 */
function boltWith(register: (app: App, services: Services) => void, parts: BoltParts): App {
  const { access, services, clientOptions, log } = parts;
  const app = new App({
    receiver: { init: () => undefined, start: async () => undefined, stop: async () => undefined },
    logger: slackLogger(log),
    clientOptions,
    convoStore: false,
    ignoreSelf: false,
    authorize: access.authorize,
  });
  app.error(async error => {
    throw error.original ?? error; // For whoever handed the payload over, as it was thrown.
  });
  refuseUnserved(app, services);
  register(app, services);
  return app;
}

/** Bolt acks every event before anybody has looked at it; some are acked here, when all went well. */
async function processWithLateAck(event: ReceiverEvent, bolt: App): Promise<void> {
  const { event: inner } = event.body as { event?: { type?: unknown } };
  if (!ACKED_WHEN_DONE.has(inner?.type)) return bolt.processEvent(event);
  await bolt.processEvent({ ...event, ack: async () => undefined });
  await event.ack();
}
