import type { IncomingMessage } from 'node:http';

/** Reads a request's body: `too_large` beyond `limit` bytes, `too_slow` when it is not there after `ms`. */
export function readBody(
  request: IncomingMessage,
  limit: number,
  ms: number,
): Promise<Buffer | 'too_large' | 'too_slow'> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(end, ms, 'too_slow');
    function end(answer: Buffer | 'too_large' | 'too_slow'): void {
      clearTimeout(timer);
      resolve(answer);
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // What is still on its way is let through and dropped, so that whoever sends it can read the answer.
      if (size > limit) end('too_large');
      else chunks.push(chunk);
    });
    request.on('end', () => end(Buffer.concat(chunks)));
    // Whoever sent it is gone.
    request.on('error', () => end('too_slow'));
    request.on('close', () => end('too_slow'));
  });
}
