import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../domain/clock.ts';
import type { LocalNumber } from '../domain/number.ts';
import type { Outcome } from './outcome.ts';
import { classifyReply } from './reply.ts';

/** All the time the service gets for one request: connecting, answering, the whole body. */
const ANSWER_MS = 20_000;
const MAX_REPLY_BYTES = 64 * 1024;
/** An idle socket older than this may be closed by the server just as we write to it: that would be uncertain for nothing. */
const IDLE_SOCKET_MS = 1000;

export type Gateway = {
  /**
   * Asks the service to send one text: at most one request, one outcome. Never throws.
   *
   * @param mayLeave looked at just before the first byte leaves; false calls the request off (`not_sent`, `late`)
   */
  send(
    text: { apiKey: string; number: LocalNumber; message: string },
    mayLeave: () => boolean,
  ): Promise<Outcome>;
  /** Asks with a key and nothing else. Only INVALID_API_KEY and ACCOUNT_SUSPENDED are news; nothing is sent. */
  probe(apiKey: string): Promise<Outcome>;
  close(): Promise<void>;
};

/** Thrown inside undici to call a request off before its first byte; seen only as a cause. */
class CalledOff extends Error {
  override name = 'CalledOff';
}

/** The SMS service's client: `POST {baseUrl}/api/send-sms.php` with form fields (its documentation, section 4). */
export function createGateway(options: { baseUrl: string; clock: Clock }): Gateway {
  const { clock } = options;
  const url = `${options.baseUrl.replace(/\/+$/, '')}/api/send-sms.php`;
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: IDLE_SOCKET_MS,
    keepAliveMaxTimeout: IDLE_SOCKET_MS,
    connect: { timeout: ANSWER_MS },
  });

  async function post(fields: Record<string, string>, mayLeave: () => boolean): Promise<Outcome> {
    const stop = new AbortController();
    const wire = watchFirstByte(() => !stop.signal.aborted && mayLeave());
    const timeout = clock.after(ANSWER_MS, () =>
      stop.abort(new DOMException('No answer in time', 'TimeoutError')),
    );
    try {
      const answer = request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(fields).toString(),
        dispatcher: agent.compose(wire.interceptor),
        signal: stop.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      // undici looks at the signal only once it has a connection: a pending one must not hold us up.
      const { statusCode, headers, body } = await Promise.race([answer, aborted(stop.signal)]);
      const reply = await readBounded(body);
      if (reply === null && statusCode < 400)
        return { kind: 'uncertain', why: 'unreadable', cause: 'over 64 KiB' };
      return classifyReply(statusCode, reply ?? '', first(headers['retry-after']), clock.now());
    } catch (cause) {
      if (!wire.left())
        return { kind: 'not_sent', why: cause instanceof CalledOff ? 'late' : 'unreachable', cause };
      return { kind: 'uncertain', why: stop.signal.aborted ? 'timeout' : 'connection', cause };
    } finally {
      timeout();
    }
  }

  return {
    send: ({ apiKey, number, message }, mayLeave) => post({ api_key: apiKey, number, message }, mayLeave),
    probe: apiKey => post({ api_key: apiKey }, () => true),
    close: () => agent.destroy(),
  };
}

/** Rejects with the signal's reason. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

/** Tells whether the request's first byte left, and asks `mayLeave` in the moment before. */
function watchFirstByte(mayLeave: () => boolean) {
  let left = false;
  const interceptor: Dispatcher.DispatcherComposeInterceptor = dispatch => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        // undici calls this when a connected socket is about to be written to, and writes nothing after an abort.
        if (mayLeave()) left = true;
        else controller.abort(new CalledOff('The claim is too old'));
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
  return { interceptor, left: () => left };
}

/** The body as text; null when it is longer than a reply of this service ever is. */
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

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
