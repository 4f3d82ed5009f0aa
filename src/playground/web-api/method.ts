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
  /** Name and password from HTTP Basic authorization, if given. */
  basic: { name: string; password: string } | undefined;
}

/** A call with a bot token. */
export interface Call extends BareCall {
  workspace: Workspace;
  token: Token;
}

interface Method<AnyCall> {
  /** The scopes that allow it; any one of them is enough. */
  scopes?: string[];
  run(call: AnyCall): JsonObject;
}

/** Methods for bot tokens. */
export type Methods = Record<string, Method<Call>>;
/** Methods for the app-level token, or for no token at all. */
export type BareMethods = Record<string, Method<BareCall> & { token: 'app' | 'none' }>;

/** Slack's refusal: HTTP 200 with `ok: false`. */
export class ApiError extends Error {
  readonly extra: JsonObject;

  constructor(error: string, extra: JsonObject = {}) {
    super(error);
    this.name = 'ApiError';
    this.extra = extra;
  }
}

/** Refuses arguments that break a rule, with the lines that Slack adds. */
export function invalidArguments(lines: string[], error = 'invalid_arguments'): ApiError {
  const messages = lines.map(line => `[ERROR] ${line}`);
  return new ApiError(error, {
    ...(error === 'invalid_blocks' ? { errors: lines } : {}),
    response_metadata: { messages },
  });
}

/** A required text argument. */
export function required({ args }: { args: JsonObject }, name: string, error?: string): string {
  const value = args[name];
  if (typeof value === 'string' && value !== '') return value;
  throw error ? new ApiError(error) : invalidArguments([`missing required field: ${name}`]);
}

/** A boolean argument, as JSON or as a form field. */
export function flag(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}

/**
 * One page of a list, by the call's `limit` and `cursor`. A cursor is opaque, and an empty one means the end:
 * https://docs.slack.dev/apis/web-api/pagination
 */
export function pageOf<T>(call: Call, what: string, all: T[]): { items: T[]; nextCursor: string } {
  const limit = Number(call.args.limit ?? 0);
  const from = cursorOf(call.args.cursor, what);
  const items = limit > 0 ? all.slice(from, from + limit) : all.slice(from);
  const next = from + items.length;
  return { items, nextCursor: next < all.length ? Buffer.from(`${what}:${next}`).toString('base64') : '' };
}

function cursorOf(cursor: unknown, what: string): number {
  if (cursor === undefined || cursor === '') return 0;
  const [name, at = ''] = Buffer.from(String(cursor), 'base64').toString().split(':');
  if (name !== what || !/^\d+$/.test(at)) throw new ApiError('invalid_cursor');
  return Number(at);
}
