import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';

const BODY_LIMIT_BYTES = 1_000_000;

/** The whole body as text; rejects if it is larger than Slack allows. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) throw new Error('body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(body);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  send(response, status, JSON.stringify(value), {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  });
}

export function flatHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

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
