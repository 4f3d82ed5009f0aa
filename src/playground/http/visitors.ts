import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a browser came here by a name of this machine or by an address. Other names may be another site's that its owner
 * has pointed here (DNS rebinding), for its pages to read and act as if they were ours.
 *
 * @param own the host of the address that was given out
 */
export function isByOwnName({ headers }: IncomingMessage, own: string): boolean {
  const name = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || name === own;
}

/** Whether what is posted comes from this page and not from another site that is open in the same browser. */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site = 'same-origin' } = headers;
  return site === 'same-origin' && (origin === undefined || URL.parse(origin)?.host === host);
}
