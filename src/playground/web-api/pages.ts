import { ApiError, type Call } from './method.ts';

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
