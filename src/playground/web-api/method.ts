import type { JsonObject } from '../json.ts';
import type { Triggers } from '../world/triggers.ts';
import type { Token, Workspace } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** What a Web API method gets: whose call it is, and what was asked. */
export interface Call {
  world: World;
  triggers: Triggers;
  workspace: Workspace;
  token: Token;
  args: JsonObject;
  /** The playground's own address, without a trailing slash. */
  url: string;
  method: string;
}

export interface Method {
  /** A bot scope that is needed; one of them suffices. */
  scopes?: string[];
  run(call: Call): JsonObject;
}

export type Methods = Record<string, Method>;

/** Slack's refusal: HTTP 200 with `ok: false`. */
export class ApiError extends Error {
  readonly extra: JsonObject;

  constructor(error: string, extra: JsonObject = {}) {
    super(error);
    this.name = 'ApiError';
    this.extra = extra;
  }
}

/** The refusal for arguments that break a rule, with the lines Slack puts beside it. */
export function invalidArguments(lines: string[], error = 'invalid_arguments'): ApiError {
  const messages = lines.map(line => `[ERROR] ${line}`);
  return new ApiError(error, {
    ...(error === 'invalid_blocks' ? { errors: lines } : {}),
    response_metadata: { messages },
  });
}

/** A required text argument. */
export function required(call: Call, name: string, error?: string): string {
  const value = call.args[name];
  if (typeof value === 'string' && value !== '') return value;
  throw error ? new ApiError(error) : invalidArguments([`missing required field: ${name}`]);
}

/** A boolean argument, as JSON or as a form gives it. */
export function flag(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}
