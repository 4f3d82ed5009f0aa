import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

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
