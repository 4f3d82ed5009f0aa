import type { Authorize } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Problem } from '../domain/problem.ts';
import { StorageError } from '../storage/errors.ts';
import type { Installations } from '../workspaces/installations.ts';
import type { WebFor } from './services.ts';

/** So many clients are kept; one takes some 25 KB. */
const MAX_CLIENTS = 500;

/** Whose tokens the app uses: one workspace's from the environment, or those of each installation. */
export type Access = {
  authorize: Authorize<boolean>;
  webFor: WebFor;
  /** Asks Slack whether it is there, and knows the token if there is but one. */
  ask: () => Promise<unknown>;
};

/** What Bolt's `context` carries when a request can't be served. */
export type Refusal = { refusal?: Problem };

export function accessByToken(botToken: string, clientOptions: WebClientOptions): Access {
  const web = new WebClient(botToken, clientOptions);
  return { authorize: async () => ({ botToken }), webFor: async () => web, ask: () => web.auth.test() };
}

/**
 * Both read our store, each time: another process may have taken a newer installation, or removed it. Bolt is never
 * told of a failure here, since it would answer with an error that people can't read: `refuseUnserved` does.
 *
 * @param installUrl where a person can install the app
 */
export function accessByInstallation(
  installations: Installations,
  clientOptions: WebClientOptions,
  installUrl: () => string,
): Access {
  const refused = (refusal: Problem): Refusal => ({ refusal });
  const nobody = new WebClient(undefined, clientOptions);
  return {
    async authorize({ teamId, enterpriseId, isEnterpriseInstall }) {
      try {
        const origin = {
          workspace: teamId ?? null,
          org: enterpriseId ?? null,
          orgWide: isEnterpriseInstall,
        };
        const found = await installations.serving(origin);
        if (found === 'none') return refused({ kind: 'NOT_INSTALLED', url: installUrl() });
        if (found === 'unreadable') return refused({ kind: 'INSTALLATION_UNREADABLE', url: installUrl() });
        const { botToken, botId, botUserId } = found;
        return { botToken, botId, botUserId };
      } catch (error) {
        if (error instanceof StorageError) return refused({ kind: 'STORE_AWAY' });
        throw error;
      }
    },
    webFor: clientsOf(installations, clientOptions),
    ask: () => nobody.api.test(),
  };
}

/** Clients by workspace, made anew when the token changed; those not used for the longest time make room. */
function clientsOf(installations: Installations, clientOptions: WebClientOptions): WebFor {
  const clients = new Map<string, { token: string; web: WebClient }>();
  return async workspace => {
    const found = await installations.of(workspace);
    if (typeof found === 'string') return null;
    const known = clients.get(workspace);
    clients.delete(workspace);
    const client =
      known?.token === found.botToken
        ? known
        : {
            token: found.botToken,
            // An organisation's token has to say in which workspace it looks.
            web: new WebClient(found.botToken, {
              ...clientOptions,
              ...(found.owner === workspace ? {} : { teamId: workspace }),
            }),
          };
    clients.set(workspace, client);
    const [oldest] = clients.keys();
    if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return client.web;
  };
}
