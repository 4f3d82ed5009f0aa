import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';

/** What every request carries: what was posted, as text. */
export type Env = { Bindings: HttpBindings; Variables: { body: string } };

/** The largest body, larger than any that Slack takes. */
const MOST_BYTES = 1_000_000;
/** Of a larger one, so much is read all the same: whoever is still sending doesn't hear the answer. */
const MOST_READ_BYTES = 8_000_000;

/** Reads what was posted, however it arrives: hono's own limit fails at bodies that come in chunks. */
export const readBody = createMiddleware<Env>(async (c, next) => {
  let chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of c.env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MOST_BYTES) chunks.push(chunk);
      else chunks = [];
      if (size > MOST_READ_BYTES) break;
    }
  } catch {
    return c.text('The request broke off', 400);
  }
  if (size > MOST_BYTES) return c.text('Payload Too Large', 413, { connection: 'close' });
  c.set('body', Buffer.concat(chunks).toString());
  return next();
});
