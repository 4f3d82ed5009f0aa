import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { Log } from '../../log.ts';
import { createLru } from '../lru.ts';

/** Beyond this many names, the one that was unused longest is dropped, and starts again with a full bucket. */
const MAX_NAMES = 10_000;

/**
 * A token bucket for each name: `burst` at once, then `perSecond`. The returned function takes a token and returns 0, or returns
 * the milliseconds to wait if the bucket is empty.
 */
export function createRateLimit(options: { burst: number; perSecond: number; now: () => number }) {
  const { burst, perSecond, now } = options;
  const buckets = createLru<{ tokens: number; at: number }>(MAX_NAMES);
  return (name: string): number => {
    const at = now();
    const bucket = buckets.get(name) ?? { tokens: burst, at };
    const refilled = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);
    const tokens = refilled >= 1 ? refilled - 1 : refilled;
    buckets.set(name, { tokens, at });
    return refilled >= 1 ? 0 : Math.ceil(((1 - refilled) / perSecond) * 1000);
  };
}

const LINES = { burst: 20, perSecond: 1 };

/** Writes a line or skips it; the next line that it writes has the number of skipped lines. */
export type SparingLog = (level: 'warn' | 'error', fields: object, message: string) => void;

/** A log for lines that strangers can cause at will, so that such lines don't fill the disk. */
export function createSparingLog(log: Log, now: () => number): SparingLog {
  const waitFor = createRateLimit({ ...LINES, now });
  let leftOut = 0;
  return (level, fields, message) => {
    if (waitFor('any') > 0) {
      leftOut += 1;
      return;
    }
    log[level](leftOut > 0 ? { ...fields, leftOut } : fields, message);
    leftOut = 0;
  };
}

/** Runs `work` on a holder's bytes; `too_busy` if the holder has too many already. */
type Holding = <T>(holder: string, bytes: number, work: () => Promise<T>) => Promise<T | 'too_busy'>;

/** An item is refused unless this many of its size fit. So large ones leave room for small ones. */
const ROOM_FACTOR = 8;

/** Limits the bytes that each holder has waiting or in progress. A holder's only item may be larger. */
export function createHolding(maxBytes: number): Holding {
  const held = new Map<string, number>();
  return async (holder, bytes, work) => {
    const before = held.get(holder) ?? 0;
    if (before > 0 && before + bytes * ROOM_FACTOR > maxBytes) return 'too_busy';
    held.set(holder, before + bytes);
    try {
      return await work();
    } finally {
      const remaining = (held.get(holder) ?? 0) - bytes;
      if (remaining > 0) held.set(holder, remaining);
      else held.delete(holder);
    }
  };
}

/**
 * A request's network, for counting: an IPv4 address, or the first 64 bits of an IPv6 one, because one client has all
 * addresses that begin with these bits.
 *
 * @param proxies the number of our own proxies: each appends the address that it saw to `X-Forwarded-For`; anything further
 *   to the left is the client's claim
 */
export function networkOf(request: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number): string {
  const { headers, socket } = request;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const claimed = proxies > 0 ? (forwarded.at(-proxies) ?? '').trim() : '';
  const address = (isIP(claimed) ? claimed : (socket.remoteAddress ?? '')).replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(address) ? first64Bits(address) : address;
}

function first64Bits(address: string): string {
  const [before = '', after] = address.split('%')[0]?.split('::') ?? [];
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':');
}

/** All visits from one network, which may be a proxy of many people. The store answers this many easily. */
const ALL = { burst: 2000, perSecond: 1000 };
/** Visits from one network for which no link was found: more than a person with an old link needs. */
const NOT_FOUND = { burst: 30, perSecond: 1 };
/** Visits of one link. */
const PER_LINK = { burst: 30, perSecond: 1 };

/** Rate limits for links in texts. Each returns 0, or the milliseconds to wait. */
export type Visits = {
  /** Counted before the link is looked up. */
  any(request: IncomingMessage): number;
  /** Counted if no link was found. A guesser reaches this limit long before `any`, so people with links aren't affected. */
  inVain(request: IncomingMessage): number;
  /** Counted once the link is found. */
  found(token: string): number;
};

/** @param proxies see `networkOf` */
export function createVisits({ now, proxies }: { now: () => number; proxies: number }): Visits {
  const limit = (rate: typeof ALL) => createRateLimit({ ...rate, now });
  const any = limit(ALL);
  const inVain = limit(NOT_FOUND);
  const from = (request: IncomingMessage) => networkOf(request, proxies);
  return {
    any: request => any(from(request)),
    inVain: request => inVain(from(request)),
    found: limit(PER_LINK),
  };
}
