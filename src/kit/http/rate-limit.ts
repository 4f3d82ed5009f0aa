import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { Log } from '../../log.ts';
import { createLru } from '../lru.ts';

/** How many names we track; the one not seen for longest is dropped and starts again with a full bucket. */
const MAX_NAMES = 10_000;

/**
 * A token bucket for each name: `burst` at once, then `perSecond`. Returns 0 if there is room, otherwise the milliseconds
 * until there is.
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

/** Writes a line or leaves it out; the next line that is written says how many were left out. */
export type SparingLog = (level: 'warn' | 'error', about: object, what: string) => void;

/** A log for lines that anybody can cause as often as they like, so that it doesn't fill a disk. */
export function createSparingLog(log: Log, now: () => number): SparingLog {
  const waitFor = createRateLimit({ ...LINES, now });
  let leftOut = 0;
  return (level, about, what) => {
    if (waitFor('any') > 0) {
      leftOut += 1;
      return;
    }
    log[level](leftOut > 0 ? { ...about, leftOut } : about, what);
    leftOut = 0;
  };
}

/** Does `work` on that many of somebody's bytes, or answers `too_busy` if they already hold too many. */
type Holding = <T>(whose: string, bytes: number, work: () => Promise<T>) => Promise<T | 'too_busy'>;

/** Large items are refused early, so that many small ones still fit. */
const LEAVES_ROOM_FOR = 8;

/** Limits the bytes that each holder has read and that wait or are in progress; a single larger item is still allowed. */
export function createHolding(mostBytes: number): Holding {
  const held = new Map<string, number>();
  return async (whose, bytes, work) => {
    const before = held.get(whose) ?? 0;
    if (before > 0 && before + bytes * LEAVES_ROOM_FOR > mostBytes) return 'too_busy';
    held.set(whose, before + bytes);
    try {
      return await work();
    } finally {
      const left = (held.get(whose) ?? 0) - bytes;
      if (left > 0) held.set(whose, left);
      else held.delete(whose);
    }
  };
}

/**
 * The network that a request came from, for counting: an IPv4 address, or the first 64 bits of an IPv6 one, since whoever has
 * one address has all of those.
 *
 * @param proxies how many of ours stand in front: each writes the address that it saw at the end of `X-Forwarded-For`, and
 *   what stands further to the left is whatever the caller claims
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

/** Visits of all kinds from one network, which may be that of a proxy with everybody behind it: what a store answers easily. */
const ALL = { burst: 2000, perSecond: 1000 };
/** Visits from one network that found nothing: more than somebody with an old link needs. */
const IN_VAIN = { burst: 30, perSecond: 1 };
/** Visits of one link. */
const OF_ONE = { burst: 30, perSecond: 1 };

/** How often links in texts may be visited. Each returns 0, or the milliseconds to wait. */
export type Visits = {
  /** Before anything is looked up. */
  any(request: IncomingMessage): number;
  /** Nothing was found. Whoever tries addresses uses up only this, so that people with links aren't kept from them. */
  inVain(request: IncomingMessage): number;
  /** The link was found. */
  found(token: string): number;
};

/** @param proxies see `networkOf` */
export function createVisits({ now, proxies }: { now: () => number; proxies: number }): Visits {
  const limit = (rate: typeof ALL) => createRateLimit({ ...rate, now });
  const any = limit(ALL);
  const inVain = limit(IN_VAIN);
  const from = (request: IncomingMessage) => networkOf(request, proxies);
  return {
    any: request => any(from(request)),
    inVain: request => inVain(from(request)),
    found: limit(OF_ONE),
  };
}
