import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { Token, Workspace } from '../world/types.ts';
import type { World } from '../world/world.ts';
import { appMethods, authMethods, functionMethods, oauthMethods } from './apps.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { ApiError, type BareMethod, type BotMethod, type Methods, type Platform } from './method.ts';
import { userGroupMethods, userMethods } from './people.ts';
import { viewMethods } from './views.ts';

/** Every method the playground has; any other answers `unknown_method`. */
const METHODS: Methods = {
  ...appMethods,
  ...authMethods,
  ...chatMethods,
  ...conversationMethods,
  ...functionMethods,
  ...oauthMethods,
  ...userGroupMethods,
  ...userMethods,
  ...viewMethods,
};

/** The declared list of methods, in alphabetical order. */
const METHOD_NAMES: readonly string[] = Object.keys(METHODS).sort();

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

/** Answers one Web API call as Slack does: always HTTP 200, with `ok` in the body. */
export function answerApi(platform: Platform, request: ApiRequest): ApiAnswer {
  const headers: Record<string, string> = {};
  try {
    // Not in Slack: the bare address lists the methods.
    if (request.method === '') return { body: { ok: true, methods: METHOD_NAMES }, headers };
    const method = Object.hasOwn(METHODS, request.method) ? METHODS[request.method] : undefined;
    if (!method) throw new ApiError('unknown_method', { req_method: request.method });
    const args = argumentsOf(request);
    const body = isBare(method)
      ? runBare(platform, method, request, args, headers)
      : runAsBot(platform, method, request, args, headers);
    return { body: { ok: true, ...body }, headers };
  } catch (error) {
    if (error instanceof ApiError)
      return { body: { ok: false, error: error.message, ...error.extra }, headers };
    throw error;
  }
}

function isBare(method: BotMethod | BareMethod): method is BareMethod {
  return method.token === 'app' || method.token === 'none';
}

function runAsBot(
  platform: Platform,
  method: BotMethod,
  request: ApiRequest,
  args: JsonObject,
  headers: Record<string, string>,
): JsonObject {
  const { world, triggers, url } = platform;
  const value = tokenValue(request, args);
  if (value === world.appToken.value) throw new ApiError('not_allowed_token_type');
  const token = world.tokens.get(value);
  if (!token) throw new ApiError('invalid_auth');
  if (token.state !== 'active') throw new ApiError(token.state);
  demandScope(method, token, headers);
  const workspace = token.orgId ? workspaceInOrg(world, token, args) : world.workspaces.get(token.teamId);
  if (!workspace) throw new ApiError('invalid_auth');
  return method.run({ world, triggers, workspace, token, args, url: url(), method: request.method });
}

/**
 * An organisation's token works in the workspace that the call names, or otherwise in that of the channel or person.
 */
function workspaceInOrg(world: World, token: Token, args: JsonObject): Workspace | undefined {
  const inOrg = [...world.workspaces.values()].filter(one => one.org?.id === token.orgId);
  if (args.team_id !== undefined) {
    const named = inOrg.find(one => one.id === args.team_id);
    if (!named) throw new ApiError('team_access_not_granted');
    return named;
  }
  const has = (one: Workspace, id: unknown) =>
    typeof id === 'string' && (one.channels.has(id) || one.people.has(id));
  return (
    inOrg.find(one => has(one, args.channel) || has(one, args.user)) ?? world.workspaces.get(token.teamId)
  );
}

function runBare(
  platform: Platform,
  method: BareMethod,
  request: ApiRequest,
  args: JsonObject,
  headers: Record<string, string>,
): JsonObject {
  if (method.token === 'app') {
    const { appToken, tokens } = platform.world;
    // Slack accepts this token only in the header.
    const value = tokenValue(request, {});
    if (tokens.has(value)) throw new ApiError('not_allowed_token_type');
    if (value !== appToken.value) throw new ApiError('invalid_auth');
    demandScope(method, appToken, headers);
  }
  const basic = basicOf(request);
  return method.run({ platform, args, method: request.method, ...(basic ? { basic } : {}) });
}

function demandScope(
  method: BotMethod | BareMethod,
  token: Pick<Token, 'scopes'>,
  headers: Record<string, string>,
): void {
  headers['x-oauth-scopes'] = token.scopes.join(',');
  if (!method.scopes) return;
  headers['x-accepted-oauth-scopes'] = method.scopes.join(',');
  if (!method.scopes.some(scope => token.scopes.includes(scope))) {
    throw new ApiError('missing_scope', { needed: method.scopes[0], provided: token.scopes.join(',') });
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
