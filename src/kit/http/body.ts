import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { request } from 'undici';

/** The reason why a body wasn't read. `too_busy`: bodies together held too much memory, and this one the most. */
export type NoBody = 'too_large' | 'too_slow' | 'too_busy';

/** The response to a request whose body wasn't read. */
export const NO_BODY: Record<NoBody, { status: number; headers: Record<string, string> }> = {
  too_large: { status: 413, headers: {} },
  // Can be closed at once: nothing more is arriving that would keep the sender from reading the response.
  too_slow: { status: 408, headers: { connection: 'close' } },
  too_busy: { status: 503, headers: { 'retry-after': '5' } },
};

/** Reads a request's body of at most `limit` bytes within `ms`. */
export type ReadBody = (
  request: Readable & Pick<IncomingMessage, 'headers'>,
  bounds: { limit: number; ms: number },
) => Promise<Buffer | NoBody>;

type UnreadBody = { bytes: number; end: (answer: Buffer | NoBody) => void };

/** The memory of a piece besides its bytes: many tiny pieces hold far more than their content. */
const PIECE_BYTES = 300;

/**
 * Reads bodies that together hold no more than `totalBytes`. Beyond that, it refuses the largest, and of several the
 * oldest. Requests from Slack and from alerting programs are small, so they get through even while an attacker fills the space
 * and sends nothing more.
 *
 * @param refused called for each body that wasn't read
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
        // Drops the rest as it arrives.
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
      // The sender closed the connection.
      request.on('error', () => end('too_slow'));
      request.on('close', () => end('too_slow'));
    });
}

function largestOf(bodies: ReadonlySet<UnreadBody>): UnreadBody {
  return [...bodies].reduce((largest, body) => (body.bytes > largest.bytes ? body : largest));
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Opens an address without following redirects. True if the response is a success. */
export async function visit(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
    await body.dump({ limit: MAX_BYTES });
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}
