import type { Authorize, AuthorizeSourceData } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Problem } from '../domain/problem.ts';
import { StorageError } from '../storage/errors.ts';
import type { Installations, Installed, Origin } from '../workspaces/installations.ts';
import { payloadOf } from './kit/payload.ts';
import type { WebFor } from './kit/web-api.ts';

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
type Served = { web: () => WebClient };
/** The same if a request can't be served. */
export type Refusal = { refusal?: Problem };

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
 * Both read our store every time: another process may have stored a newer installation, or removed it. We never report
 * a failure here to Bolt, since Bolt would answer with an error that people can't read; `refuseUnserved` answers.
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
  const served = new WeakMap<object, Served>();
  /** Created for each use and never kept, since the token is in it. */
  const newClient = (workspace: string, { botToken, owner }: Installed): WebClient => {
    // With an organisation's token, a call must name the workspace.
    const where = owner === workspace ? {} : { teamId: workspace };
    return new WebClient(botToken, { ...clientOptions, ...where });
  };
  return {
    async authorize(source, body) {
      try {
        const origin = originOf(source, body ?? {});
        const found = await installations.serving(origin);
        if (found === 'none') return refused({ kind: 'NOT_INSTALLED', url: installUrl() });
        if (found === 'unreadable') return refused({ kind: 'INSTALLATION_UNREADABLE', url: installUrl() });
        const { botId, botUserId } = found;
        const its: Served = { web: () => newClient(origin.workspace ?? found.owner, found) };
        if (body) served.set(body, its);
        return { ...its, botId, botUserId };
      } catch (error) {
        if (error instanceof StorageError) return refused({ kind: 'STORE_AWAY' });
        throw error;
      }
    },
    async webFor(workspace) {
      const found = await installations.of(workspace);
      return typeof found === 'string' ? null : newClient(workspace, found);
    },
    clientOf: body => served.get(body)?.web() ?? null,
    ask: () => nobody.api.test(),
  };
}

/** Whose installation serves a payload. For events Bolt knows best: they say for whom they are sent. */
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
