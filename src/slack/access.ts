import type { Authorize, AuthorizeSourceData, Context } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Problem } from '../domain/problem.ts';
import { StorageError } from '../storage/errors.ts';
import type { Installations, Installed, Origin } from '../workspaces/installations.ts';
import { payloadOf } from './payload.ts';

/** The Web API client of a workspace; null when the app is not installed there. */
export type WebFor = (workspace: string) => Promise<WebClient | null>;

/** Whose tokens the app uses: one workspace's from the environment, or those of each installation. */
export type Access = {
  authorize: Authorize<boolean>;
  webFor: WebFor;
  /** The client of a payload that is being handled, by its body; null: there is none, or the store did not say yet. */
  clientOf: (body: object) => WebClient | null;
  /** Asks Slack whether it is there, and knows the token if there is but one. */
  ask: () => Promise<unknown>;
};

/**
 * What Bolt's `context` carries of ours: the workspace's client, made when it is first used. No token is in it, or Bolt
 * would make a client of its own for each workspace that asks for anything, which takes longer than a command.
 */
type Served = { web: () => WebClient };
/** The same when a request can't be served. */
export type Refusal = { refusal?: Problem };

/** The Web API client for whoever a payload came from. */
export function webOf(context: Context): WebClient {
  return (context as unknown as Served).web();
}

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
  const served = new WeakMap<object, Served>();
  /** Made for each use, and kept nowhere, since the token is in it. */
  const newClient = (workspace: string, { botToken, owner }: Installed): WebClient => {
    // An organisation's token has to say in which workspace it looks.
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

/** Whose installation a payload is to be served by. Of events Bolt knows it best: they say for whom they are sent. */
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
