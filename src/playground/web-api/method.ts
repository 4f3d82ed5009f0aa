import type { JsonObject } from '../json.ts';
import type { SocketHub } from '../wire/sockets.ts';
import type { Token, Workspace } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** A call of any method. */
export interface BareCall {
  world: World;
  sockets: SocketHub;
  args: JsonObject;
  method: string;
  /** Name and password from HTTP Basic authorization. */
  basic: { name: string; password: string } | undefined;
}

export interface Call extends BareCall {
  workspace: Workspace;
  token: Token;
}

interface Method<AnyCall> {
  /** The scopes that allow the method; one of them is enough. */
  scopes?: string[];
  run(call: AnyCall): JsonObject;
}

/** Methods for bot tokens. */
export type Methods = Record<string, Method<Call>>;
/** Methods for the app-level token, or for no token. */
export type BareMethods = Record<string, Method<BareCall> & { token: 'app' | 'none' }>;

/** An error with Slack's error code as its message. The Web API answers it with HTTP 200 and `ok: false`. */
export class ApiError extends Error {
  readonly extra: JsonObject;

  constructor(error: string, extra: JsonObject = {}) {
    super(error);
    this.name = 'ApiError';
    this.extra = extra;
  }
}

/** The error for arguments that break a rule, with the lines that Slack adds. */
export function invalidArguments(lines: string[], error = 'invalid_arguments'): ApiError {
  const messages = lines.map(line => `[ERROR] ${line}`);
  return new ApiError(error, {
    ...(error === 'invalid_blocks' ? { errors: lines } : {}),
    response_metadata: { messages },
  });
}

export function required({ args }: { args: JsonObject }, name: string, error?: string): string {
  const value = args[name];
  if (typeof value === 'string' && value !== '') return value;
  throw error ? new ApiError(error) : invalidArguments([`missing required field: ${name}`]);
}

export function flag(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}

/**
 * One page of a list, by the call's `limit` and `cursor`. Cursors are opaque, and an empty one marks the end:
 * https://docs.slack.dev/apis/web-api/pagination
 */
export function pageOf<T>(call: Call, list: string, all: T[]): { items: T[]; nextCursor: string } {
  const limit = Number(call.args.limit ?? 0);
  const from = cursorOf(call.args.cursor, list);
  const items = limit > 0 ? all.slice(from, from + limit) : all.slice(from);
  const next = from + items.length;
  return { items, nextCursor: next < all.length ? Buffer.from(`${list}:${next}`).toString('base64') : '' };
}

function cursorOf(cursor: unknown, list: string): number {
  if (cursor === undefined || cursor === '') return 0;
  const [name, at = ''] = Buffer.from(String(cursor), 'base64').toString().split(':');
  if (name !== list || !/^\d+$/.test(at)) throw new ApiError('invalid_cursor');
  return Number(at);
}
