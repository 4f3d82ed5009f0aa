import { asText, isObject, type JsonObject, parseJson } from '../json.ts';
import { exchangeCode } from '../world/install.ts';
import type { FunctionRun } from '../world/types.ts';
import { findPerson } from '../world/world.ts';
import { ApiError, type BareCall, type BareMethods, type Call, type Methods, required } from './method.ts';

export const authMethods: Methods = {
  'auth.test': {
    run: ({ world, workspace, token }) => ({
      url: `${world.address}/`,
      team: workspace.name,
      user: findPerson(workspace, workspace.botUserId).name,
      team_id: workspace.id,
      user_id: workspace.botUserId,
      bot_id: workspace.botId,
      ...(workspace.org ? { enterprise_id: workspace.org.id } : {}),
      is_enterprise_install: token.orgId !== undefined,
    }),
  },
  'team.info': {
    scopes: ['team:read'],
    run: ({ workspace }) => ({
      team: {
        id: workspace.id,
        name: workspace.name,
        domain: workspace.domain,
        email_domain: '',
        icon: { image_default: true },
        url: `https://${workspace.domain}.slack.com/`,
      },
    }),
  },
};

export const bareMethods: BareMethods = {
  'api.test': { token: 'none', run: ({ args }) => ({ args }) },
  'apps.connections.open': {
    token: 'app',
    scopes: ['connections:write'],
    run({ sockets }) {
      if (!sockets.enabled) throw new ApiError('forbidden_team', { detail: 'Socket Mode is switched off' });
      return { url: sockets.issueUrl() };
    },
  },
  'oauth.v2.access': { token: 'none', run: access },
};

/** Exchanges a consent's code for the workspace's bot token. The app identifies itself by its client secret. */
function access(call: BareCall): JsonObject {
  const { world } = call;
  const id = call.basic?.name ?? required(call, 'client_id', 'invalid_client_id');
  const secret = call.basic?.password ?? required(call, 'client_secret', 'bad_client_secret');
  if (id !== world.client.id) throw new ApiError('invalid_client_id');
  if (secret !== world.client.secret) throw new ApiError('bad_client_secret');
  const code = required(call, 'code', 'invalid_code');
  const exchange = exchangeCode(world, code, asText(call.args.redirect_uri) ?? '');
  if (typeof exchange === 'string') throw new ApiError(exchange);
  const { grant, token } = exchange;
  const { workspace } = grant;
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

export const functionMethods: Methods = {
  'functions.completeSuccess': {
    run(call) {
      const run = runningRun(call);
      const raw = call.args.outputs;
      const outputs = typeof raw === 'string' ? parseJson(raw) : raw;
      if (!isObject(outputs)) throw new ApiError('parameter_validation_failed');
      const missing = missingOutputs(call, run, outputs);
      if (missing.length > 0) {
        const messages = missing.map(name => `[ERROR] missing required output: ${name}`);
        throw new ApiError('parameter_validation_failed', { response_metadata: { messages } });
      }
      end(call, run, { state: 'succeeded', outputs });
      return {};
    },
  },
  'functions.completeError': {
    run(call) {
      const run = runningRun(call);
      end(call, run, { state: 'failed', error: required(call, 'error') });
      return {};
    },
  },
};

function runningRun(call: Call): FunctionRun {
  const run = call.world.runs.get(required(call, 'function_execution_id'));
  if (!run || run.teamId !== call.workspace.id) throw new ApiError('function_execution_not_found');
  if (call.token.runId !== undefined && call.token.runId !== run.id) throw new ApiError('access_denied');
  if (run.state !== 'running') throw new ApiError('execution_not_in_running_state');
  return run;
}

/** Ends a run, and revokes its token. */
function end(call: Call, run: FunctionRun, result: Pick<FunctionRun, 'state' | 'outputs' | 'error'>): void {
  Object.assign(run, result);
  const token = call.world.tokens.get(run.token);
  if (token) token.state = 'token_revoked';
  call.world.changed();
}

function missingOutputs(call: Call, run: FunctionRun, outputs: JsonObject): string[] {
  const { required = [] } = call.world.manifest.functions[run.callbackId]?.output_parameters ?? {};
  return required.filter(name => outputs[name] === undefined || outputs[name] === null);
}
