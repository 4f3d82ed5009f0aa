import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The network address that a request came from. Behind a proxy, it is the last one in `X-Forwarded-For`: the proxy
 * itself wrote that one; those before it are whatever the caller claims.
 */
export function callerAddress(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  const address = forwarded || request.socket.remoteAddress || '';
  return address.replace(/^::ffff:(?=\d+\.)/, '').slice(0, 45);
}

/** The same for counting guesses: of IPv6 only the first 64 bits, since whoever has one address has all of those. */
export function callerNetwork(request: IncomingMessage, behindProxy: boolean): string {
  const address = callerAddress(request, behindProxy);
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('%')[0]?.split('::') ?? [];
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return groups.slice(0, 4).join(':');
}
