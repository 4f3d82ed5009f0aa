import { App, type Receiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import type { Access } from './access.ts';
import { slackLogger } from './logger.ts';
import { type FeatureInSlack, putAround, serve } from './serve.ts';
import type { Services } from './services.ts';
import { refuseUnserved } from './unserved.ts';

/**
 * Bolt with all surfaces; from then on, what the receiver accepts goes to them.
 *
 * We give Bolt's App no `token`: it would ask Slack who it is at start and, if Slack is away just then, refuse every
 * request from then on. `authorize` answers from what we have.
 */
export function startBolt(parts: {
  receiver: Receiver;
  access: Pick<Access, 'authorize'>;
  services: Services;
  features: readonly FeatureInSlack[];
  clientOptions: WebClientOptions;
  log: Log;
}): void {
  const { receiver, access, services, features, clientOptions, log } = parts;
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
