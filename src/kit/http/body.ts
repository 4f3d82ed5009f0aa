import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { request } from 'undici';

/** Why there is no body. `too_busy`: other bodies are being read, and this one held the most memory. */
export type NoBody = 'too_large' | 'too_slow' | 'too_busy';

/** How to answer a request without a body. */
export const NO_BODY: Record<NoBody, { status: number; headers: Record<string, string> }> = {
  too_large: { status: 413, headers: {} },
  // Nothing else is arriving that would keep the sender from reading this.
  too_slow: { status: 408, headers: { connection: 'close' } },
  too_busy: { status: 503, headers: { 'retry-after': '5' } },
};

/** Reads a request's body: up to `limit` bytes, for `ms` at most. */
export type ReadBody = (
  request: Readable & Pick<IncomingMessage, 'headers'>,
  bounds: { limit: number; ms: number },
) => Promise<Buffer | NoBody>;

type UnreadBody = { bytes: number; end: (answer: Buffer | NoBody) => void };

/** What a piece of a body takes beside its bytes: many tiny pieces would hold far more memory than their content. */
const PIECE_BYTES = 300;

/**
 * Reads bodies that together hold no more than `totalBytes`. Beyond that it refuses the one that holds the most, and the
 * oldest if several do. What Slack and alerting programs send is small, so it gets through even while others fill all the
 * space and send nothing more.
 *
 * @param refused is called for each body that was not read
 */
export function createBodyReader(totalBytes: number, refused: (why: NoBody) => void): ReadBody {
  const inFlight = new Set<UnreadBody>();
  let heldBytes = 0;

  return (request, { limit, ms }) =>
    new Promise(resolve => {
      let pieces: Buffer[] = [];
      let size = 0;
      const body: UnreadBody = { bytes: 0, end };
      const timer = setTimeout(end, ms, 'too_slow');
      inFlight.add(body);

      function end(answer: Buffer | NoBody): void {
        if (!inFlight.delete(body)) return;
        clearTimeout(timer);
        heldBytes -= body.bytes;
        pieces = [];
        // Let the rest come in, and drop it.
        request.off('data', take).resume();
        if (typeof answer === 'string') refused(answer);
        resolve(answer);
      }

      function take(piece: Buffer): void {
        size += piece.length;
        if (size > limit) return void end('too_large');
        pieces.push(piece);
        body.bytes += piece.length + PIECE_BYTES;
        heldBytes += piece.length + PIECE_BYTES;
        while (heldBytes > totalBytes) largestOf(inFlight).end('too_busy');
      }

      if (Number(request.headers['content-length']) > limit) return end('too_large');
      request.on('data', take);
      request.on('end', () => end(Buffer.concat(pieces)));
      // The sender is gone.
      request.on('error', () => end('too_slow'));
      request.on('close', () => end('too_slow'));
    });
}

function largestOf(bodies: ReadonlySet<UnreadBody>): UnreadBody {
  return [...bodies].reduce((largest, body) => (body.bytes > largest.bytes ? body : largest));
}

const ANSWER_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Opens an address, without following where it leads. True: it was answered with success. */
export async function visit(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
    await body.dump({ limit: MAX_BYTES });
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}
