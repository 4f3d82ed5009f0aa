import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { SocketHub } from '../wire/sockets.ts';
import type { AppToken, Token, Workspace } from '../world/types.ts';
import type { World } from '../world/world.ts';
import { authMethods, bareMethods, functionMethods } from './apps.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { ApiError } from './method.ts';
import { userGroupMethods, userMethods } from './people.ts';
import { viewMethods } from './views.ts';

const METHODS = new Map(
  Object.entries({
    ...authMethods,
    ...chatMethods,
    ...conversationMethods,
    ...functionMethods,
    ...userGroupMethods,
    ...userMethods,
    ...viewMethods,
  }),
);
const BARE_METHODS = new Map(Object.entries(bareMethods));

/** All methods of the playground; others answer `unknown_method`. */
const METHOD_NAMES: readonly string[] = [...METHODS.keys(), ...BARE_METHODS.keys()].sort();

export interface ApiRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  query: string;
}

export interface ApiAnswer {
  body: JsonObject;
  headers: Record<string, string>;
}

/** Answers a Web API call as Slack does: always HTTP 200, with `ok` in the body. */
export function answerApi(world: World, sockets: SocketHub, request: ApiRequest): ApiAnswer {
  const headers: Record<string, string> = {};
  try {
    return { body: { ok: true, ...run(world, sockets, request, headers) }, headers };
  } catch (error) {
    if (error instanceof ApiError)
      return { body: { ok: false, error: error.message, ...error.extra }, headers };
    throw error;
  }
}

function run(
  world: World,
  sockets: SocketHub,
  request: ApiRequest,
  headers: Record<string, string>,
): JsonObject {
  const { method } = request;
  // Unlike in Slack, the address without a method lists all methods.
  if (method === '') return { methods: METHOD_NAMES };
  const [bare, forBots] = [BARE_METHODS.get(method), METHODS.get(method)];
  if (!bare && !forBots) throw new ApiError('unknown_method', { req_method: method });
  const args = argumentsOf(request);
  const call = { world, sockets, args, method, basic: basicOf(request) };
  if (bare) {
    if (bare.token === 'app') demandScope(bare.scopes, appTokenOf(world, request), headers);
    return bare.run(call);
  }
  const token = botTokenOf(world, request, args);
  demandScope(forBots?.scopes, token, headers);
  const workspace = token.orgId ? workspaceInOrg(world, token, args) : world.workspaces.get(token.teamId);
  if (!workspace) throw new ApiError('invalid_auth');
  return forBots?.run({ ...call, workspace, token }) ?? {};
}

function botTokenOf({ tokens, appToken }: World, request: ApiRequest, args: JsonObject): Token {
  const value = tokenValue(request, args);
  if (value === appToken.value) throw new ApiError('not_allowed_token_type');
  const token = tokens.get(value);
  if (!token) throw new ApiError('invalid_auth');
  if (token.state !== 'active') throw new ApiError(token.state);
  return token;
}

function appTokenOf({ tokens, appToken }: World, request: ApiRequest): AppToken {
  // Slack accepts this token only in the header.
  const value = tokenValue(request, {});
  if (tokens.has(value)) throw new ApiError('not_allowed_token_type');
  if (value !== appToken.value) throw new ApiError('invalid_auth');
  return appToken;
}

/**
 * Finds the workspace for a call with an organisation's token: the one that the call names, otherwise that of its
 * channel or person, otherwise the token's own.
 */
function workspaceInOrg(world: World, token: Token, args: JsonObject): Workspace | undefined {
  const inOrg = [...world.workspaces.values()].filter(workspace => workspace.org?.id === token.orgId);
  if (args.team_id !== undefined) {
    const named = inOrg.find(workspace => workspace.id === args.team_id);
    if (!named) throw new ApiError('team_access_not_granted');
    return named;
  }
  const has = (workspace: Workspace, id: unknown) =>
    typeof id === 'string' && (workspace.channels.has(id) || workspace.people.has(id));
  return (
    inOrg.find(workspace => has(workspace, args.channel) || has(workspace, args.user)) ??
    world.workspaces.get(token.teamId)
  );
}

function demandScope(
  allowing: string[] | undefined,
  { scopes }: AppToken,
  headers: Record<string, string>,
): void {
  headers['x-oauth-scopes'] = scopes.join(',');
  if (!allowing) return;
  headers['x-accepted-oauth-scopes'] = allowing.join(',');
  if (!allowing.some(scope => scopes.includes(scope))) {
    throw new ApiError('missing_scope', { needed: allowing[0], provided: scopes.join(',') });
  }
}

function tokenValue(request: ApiRequest, args: JsonObject): string {
  const header = String(request.headers.authorization ?? '');
  const value = /^Bearer (.+)$/i.exec(header)?.[1] ?? args.token;
  if (typeof value !== 'string' || value === '') throw new ApiError('not_authed');
  return value;
}

function basicOf(request: ApiRequest): { name: string; password: string } | undefined {
  const encoded = /^Basic (.+)$/i.exec(String(request.headers.authorization ?? ''))?.[1];
  if (!encoded) return undefined;
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  return { name, password: rest.join(':') };
}

function argumentsOf(request: ApiRequest): JsonObject {
  const type = String(request.headers['content-type'] ?? '').toLowerCase();
  const args: JsonObject = Object.fromEntries(new URLSearchParams(request.query));
  if (type.startsWith('application/json')) {
    const body = parseJson(request.body);
    if (!isObject(body)) throw new ApiError('invalid_json');
    return { ...args, ...body };
  }
  return { ...args, ...Object.fromEntries(new URLSearchParams(request.body)) };
}
