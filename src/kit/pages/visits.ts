import type { IncomingMessage } from 'node:http';
import { networkOf } from '../http/address.ts';
import { createRateLimit } from '../http/rate-limit.ts';

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
