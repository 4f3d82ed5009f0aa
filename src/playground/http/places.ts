import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Place } from '../options.ts';
import { send } from './respond.ts';

/** Precedes a place's id. */
export const PLACE_PATH = '/page/go/';

/**
 * Sends a browser to a place, with a cookie that identifies the visitor there. The ports of a host share its cookies,
 * so the place must be on the host that the browser used to come here.
 */
export async function servePlace(
  places: Place[],
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
): Promise<void> {
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  const place = places.find(({ id }) => pathname === PLACE_PATH + id);
  if (!place || request.method !== 'GET') return send(response, 404, 'not found', plain);
  try {
    const { url, cookie } = await place.enter();
    const there = new URL(url);
    const here = URL.parse(`http://${request.headers.host}`);
    if (here) there.hostname = here.hostname;
    send(response, 303, '', { location: there.href, 'set-cookie': cookie, 'cache-control': 'no-store' });
  } catch (error) {
    send(response, 503, error instanceof Error ? error.message : String(error), plain);
  }
}
