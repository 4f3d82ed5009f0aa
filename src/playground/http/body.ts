import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';

/** Hono's types for every request. `body`: the text that `readBody` has read. */
export type Env = { Bindings: HttpBindings; Variables: { body: string } };

/** The largest body; Slack's own limits are smaller. */
const MAX_BODY_BYTES = 1_000_000;
/** A larger body is read up to this size, because a caller that is still sending doesn't read the answer. */
const MAX_READ_BYTES = 8_000_000;

/** Reads the body into `body`. Replaces Hono's own limit, which fails for chunked bodies. */
export const readBody = createMiddleware<Env>(async (c, next) => {
  let chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of c.env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks = [];
      if (size > MAX_READ_BYTES) break;
    }
  } catch {
    return c.text('The request broke off', 400);
  }
  if (size > MAX_BODY_BYTES) return c.text('Payload Too Large', 413, { connection: 'close' });
  c.set('body', Buffer.concat(chunks).toString());
  return next();
});
