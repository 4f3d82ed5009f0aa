import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES, MAX_DISCARDED_BYTES } from '../decisions.ts';

/**
 * Reads a request's body to its end. `too-large`: over `max` bytes (the rest is read and discarded, up to a point);
 * `aborted`: the caller left before the end.
 */
export async function readBody(
  request: IncomingMessage,
  max = MAX_BODY_BYTES,
): Promise<Buffer | 'too-large' | 'aborted'> {
  let chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= max) chunks.push(chunk);
      else chunks = [];
      if (size > MAX_DISCARDED_BYTES) break;
    }
  } catch {
    return 'aborted';
  }
  return size > max ? 'too-large' : Buffer.concat(chunks);
}
