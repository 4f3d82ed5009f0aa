import type { AuthorizeSourceData } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Problem } from '../../kit/problem.ts';
import type { Access, Refusal, Served } from '../../kit/slack/bolt.ts';
import { payloadOf } from '../../kit/slack/payloads.ts';
import { StorageError } from '../../kit/store/errors.ts';
import type { Installations, Installed, Origin } from '../installations.ts';

export function accessByToken(botToken: string, clientOptions: WebClientOptions): Access {
  const web = new WebClient(botToken, clientOptions);
  const served: Served = { web: () => web };
  return {
    authorize: async () => ({ ...served }),
    webFor: async () => web,
    clientOf: () => web,
    ask: () => web.auth.test(),
  };
}

/**
 * Reads the installation at each request, because another process may have replaced or removed it. Never reports a failure to Bolt,
 * which would answer with an error that people can't read; `refuseUnserved` answers instead.
 *
 * @param installUrl the page that installs the app
 */
export function accessByInstallation(
  installations: Installations,
  clientOptions: WebClientOptions,
  installUrl: () => string,
): Access {
  const refused = (refusal: Problem): Refusal => ({ refusal });
  const withoutToken = new WebClient(undefined, clientOptions);
  const served = new WeakMap<object, Served>();
  /** Creates a client for each use instead of caching it, because it contains the token. */
  const newClient = (workspace: string, { botToken, owner }: Installed): WebClient => {
    // With an organisation's token, a call must name the workspace.
    const where = owner === workspace ? {} : { teamId: workspace };
    return new WebClient(botToken, { ...clientOptions, ...where });
  };
  return {
    async authorize(source, body) {
      try {
        const origin = originOf(source, body ?? {});
        const installation = await installations.serving(origin);
        if (installation === 'none') return refused({ kind: 'NOT_INSTALLED', url: installUrl() });
        if (installation === 'unreadable')
          return refused({ kind: 'INSTALLATION_UNREADABLE', url: installUrl() });
        const { owner, botId, botUserId } = installation;
        const access: Served = { web: () => newClient(origin.workspace ?? owner, installation) };
        if (body) served.set(body, access);
        return { ...access, botId, botUserId };
      } catch (error) {
        if (error instanceof StorageError) return refused({ kind: 'STORE_AWAY' });
        throw error;
      }
    },
    async webFor(workspace) {
      const installation = await installations.of(workspace);
      return typeof installation === 'string' ? null : newClient(workspace, installation);
    },
    clientOf: body => served.get(body)?.web() ?? null,
    ask: () => withoutToken.api.test(),
  };
}

/** The origin of a payload. For events Bolt's answer counts, because an event names the installation that it is sent for. */
function originOf(
  { teamId, enterpriseId, isEnterpriseInstall }: AuthorizeSourceData<boolean>,
  body: object,
): Origin {
  const { isEvent, workspace, isFromElsewhere } = payloadOf(body);
  return {
    workspace: (isEvent ? teamId : workspace || teamId) ?? null,
    org: isFromElsewhere ? null : (enterpriseId ?? null),
    orgWide: isEnterpriseInstall && !isFromElsewhere,
  };
}
