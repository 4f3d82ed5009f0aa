import * as http from 'node:http';
import * as https from 'node:https';
import { type Clock, onceRead } from '../../kit/clock.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { classifyReply, type RequestOutcome } from './reply.ts';

/** Limits one request as a whole, from connecting to the end of the answer's body. */
const ANSWER_MS = 20_000;
const MAX_REPLY_BYTES = 64 * 1024;
/** The server may close an older idle socket just as we write to it, which would make a text uncertain needlessly. */
const IDLE_SOCKET_MS = 1000;

export type Gateway = {
  /**
   * Asks the service to send one text: at most one request, one outcome. Never throws.
   *
   * @param mayLeave called just before the first byte leaves; false cancels the request (`not_sent`, `late`)
   */
  send(
    text: { apiKey: string; number: LocalNumber; message: string },
    mayLeave: () => boolean,
  ): Promise<RequestOutcome>;
  /**
   * Makes a request with nothing but the key, which sends nothing. Only INVALID_API_KEY and ACCOUNT_SUSPENDED say something
   * about the key.
   */
  probe(apiKey: string): Promise<RequestOutcome>;
  close(): Promise<void>;
};

/** The SMS service's client: `POST {baseUrl}/api/send-sms.php` with form fields (its documentation, section 4). */
export function createGateway(options: { baseUrl: string; clock: Clock }): Gateway {
  const { clock } = options;
  const url = new URL(`${options.baseUrl.replace(/(?<!\/)\/+$/, '')}/api/send-sms.php`);
  const { Agent, request: open } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_SOCKET_MS });
  let closed = false;

  /** Opens a request and waits for its connection. Writes no byte until the request is ended. */
  async function connect(
    headers: http.OutgoingHttpHeaders,
    signal: AbortSignal,
  ): Promise<http.ClientRequest> {
    for (;;) {
      const request = open(url, { method: 'POST', headers, agent, signal });
      try {
        await ready(request);
        return request;
      } catch (error) {
        request.destroy();
        // The server may have closed idle connections: tries the next one.
        if (!request.reusedSocket || signal.aborted) throw error;
      }
    }
  }

  async function post(fields: Record<string, string>, mayLeave: () => boolean): Promise<RequestOutcome> {
    const body = new URLSearchParams(fields).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json',
    };
    const stop = new AbortController();
    let hasLeft = false;
    const cancelTimer = clock.after(ANSWER_MS, () =>
      onceRead(() => stop.abort(new DOMException('No answer in time', 'TimeoutError'))),
    );
    try {
      if (closed) throw new Error('The gateway is closed');
      const request = await connect(headers, stop.signal);
      if (!mayLeave()) {
        request.destroy();
        return { kind: 'not_sent', why: 'late', cause: 'the claim is too old' };
      }
      hasLeft = true;
      request.end(body);
      const answer = await answerTo(request);
      const status = answer.statusCode ?? 0;
      const reply = await readBounded(answer);
      if (reply === null && status < 400)
        return { kind: 'uncertain', why: 'unreadable', cause: 'over 64 KiB' };
      return classifyReply(status, reply ?? '', answer.headers['retry-after'], clock.wall());
    } catch (cause) {
      if (!hasLeft) return { kind: 'not_sent', why: 'unreachable', cause };
      return { kind: 'uncertain', why: stop.signal.aborted ? 'timeout' : 'connection', cause };
    } finally {
      cancelTimer();
    }
  }

  return {
    send: ({ apiKey, number, message }, mayLeave) => post({ api_key: apiKey, number, message }, mayLeave),
    probe: apiKey => post({ api_key: apiKey }, () => true),
    async close() {
      closed = true;
      agent.destroy();
    },
  };
}

/**
 * Resolves when the request can be written: its connection is up, TLS included, and a reused connection isn't known to be
 * closed. Rejects if there is no connection.
 */
function ready(request: http.ClientRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('response', () => reject(new Error('An answer before the question')));
    request.once('socket', socket => {
      if (request.reusedSocket) onceRead(resolve);
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', resolve);
    });
  });
}

/** Waits for the final response. Interim ones (a status below 200) don't count. */
function answerTo(request: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => reject(new Error('The connection was closed')));
  });
}

/** The body as text; null if it is longer than `MAX_REPLY_BYTES`, which no reply of this service is. */
async function readBounded(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_REPLY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
