import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { Triggers } from '../world/triggers.ts';
import type { World } from '../world/world.ts';
import { authMethods } from './auth.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { ApiError, type Methods } from './method.ts';
import { userMethods } from './users.ts';
import { viewMethods } from './views.ts';

/** Every method the playground has; any other one answers `unknown_method`. */
const METHODS: Methods = {
  ...authMethods,
  ...userMethods,
  ...conversationMethods,
  ...chatMethods,
  ...viewMethods,
};

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
export function answerApi(world: World, triggers: Triggers, url: string, request: ApiRequest): ApiAnswer {
  const headers: Record<string, string> = {};
  try {
    const method = METHODS[request.method];
    if (!method) throw new ApiError('unknown_method', { req_method: request.method });
    const args = argumentsOf(request);
    if (request.method === 'api.test' && !args.token) return { body: { ok: true, args }, headers };
    const token = tokenOf(world, request, args);
    headers['x-oauth-scopes'] = token.scopes.join(',');
    if (method.scopes) {
      headers['x-accepted-oauth-scopes'] = method.scopes.join(',');
      if (!method.scopes.some(scope => token.scopes.includes(scope))) {
        throw new ApiError('missing_scope', { needed: method.scopes[0], provided: token.scopes.join(',') });
      }
    }
    const workspace = world.workspaces.get(token.teamId);
    if (!workspace) throw new ApiError('invalid_auth');
    const body = method.run({ world, triggers, workspace, token, args, url, method: request.method });
    return { body: { ok: true, ...body }, headers };
  } catch (error) {
    if (error instanceof ApiError)
      return { body: { ok: false, error: error.message, ...error.extra }, headers };
    throw error;
  }
}

function tokenOf(world: World, request: ApiRequest, args: JsonObject) {
  const header = String(request.headers.authorization ?? '');
  const value = /^Bearer (.+)$/i.exec(header)?.[1] ?? args.token;
  if (typeof value !== 'string' || value === '') throw new ApiError('not_authed');
  const token = world.tokens.get(value);
  if (!token) throw new ApiError('invalid_auth');
  if (token.state !== 'active') throw new ApiError(token.state);
  return token;
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
