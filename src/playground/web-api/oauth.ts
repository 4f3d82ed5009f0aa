import { asText, type JsonObject } from '../json.ts';
import { findWorkspace } from '../world/world.ts';
import { ApiError, type BareCall, type Methods, required } from './method.ts';

export const oauthMethods: Methods = {
  'oauth.v2.access': { token: 'none', run: access },
};

/** Exchanges a consent's code for the workspace's bot token; the app proves who it is with its client secret. */
function access(call: BareCall): JsonObject {
  const { world, consents } = call.platform;
  const id = call.basic?.name ?? required(call, 'client_id', 'invalid_client_id');
  const secret = call.basic?.password ?? required(call, 'client_secret', 'bad_client_secret');
  if (id !== world.client.id) throw new ApiError('invalid_client_id');
  if (secret !== world.client.secret) throw new ApiError('bad_client_secret');
  const code = required(call, 'code', 'invalid_code');
  const exchanged = consents.exchange(code, asText(call.args.redirect_uri) ?? '');
  if (typeof exchanged === 'string') throw new ApiError(exchanged);
  const { grant, token } = exchanged;
  const workspace = findWorkspace(world, grant.teamId);
  return {
    access_token: token.value,
    ...(world.client.tokenRotation
      ? { refresh_token: `xoxe-1-${world.ids.secret()}`, expires_in: 43_200 }
      : {}),
    token_type: 'bot',
    scope: token.scopes.join(','),
    bot_user_id: workspace.botUserId,
    app_id: workspace.appId,
    team: grant.orgWide ? null : { id: workspace.id, name: workspace.name },
    enterprise: workspace.org ?? null,
    authed_user: { id: grant.user },
    is_enterprise_install: grant.orgWide,
  };
}
