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
