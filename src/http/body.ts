import type { IncomingMessage } from 'node:http';

/** Reads a request's body: `too_large` beyond `limit` bytes, `too_slow` when it is not there after `ms`. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  ms: number,
): Promise<Buffer | 'too_large' | 'too_slow'> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too_large';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'too_slow'>(resolve => {
    timer = setTimeout(resolve, ms, 'too_slow');
  });
  return Promise.race([collect(request, limit), late]).finally(() => clearTimeout(timer));
}

async function collect(request: IncomingMessage, limit: number): Promise<Buffer | 'too_large' | 'too_slow'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Leaving the loop early must not cut the connection: there is an answer to give.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) return 'too_large';
      chunks.push(chunk);
    }
  } catch {
    return 'too_slow'; // Whoever sent it is gone.
  }
  return Buffer.concat(chunks);
}
