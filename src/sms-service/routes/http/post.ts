import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** What became of a request: answered; no answer, but bytes left; or no bytes left. */
export type Posted =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'unanswered'; why: string }
  | { kind: 'not-sent'; why: string };

/** How much of an answer is read at most. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts once, on its own connection, and writes nothing before the connection is up: if it fails before that, nothing
 * has left. Doesn't follow redirects.
 *
 * @param answerMs how long all of it may take
 * @param stop aborts it
 */
export function post(
  url: string,
  { type, body, answerMs, stop }: { type: string; body: string; answerMs: number; stop: AbortSignal },
): Promise<Posted> {
  return new Promise(resolve => {
    let left = false;
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      headers: {
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(body),
        Accept: 'application/json',
      },
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), stop]),
    });
    const fail = (error: NodeJS.ErrnoException) => {
      const why =
        error.name === 'AbortError' || error.name === 'TimeoutError' ? 'No answer in time' : wordsOf(error);
      resolve({ kind: left ? 'unanswered' : 'not-sent', why });
    };
    request.on('error', fail);
    request.on('socket', socket => {
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        left = true;
        request.end(body);
      });
    });
    request.on('response', response => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('error', fail);
      response.on('data', (chunk: string) => {
        answer += chunk;
        if (answer.length > MAX_ANSWER_BYTES) request.destroy(new Error('The answer is too long'));
      });
      response.on('end', () => resolve({ kind: 'answered', status: response.statusCode ?? 0, body: answer }));
      response.on('close', () => fail(new Error('The answer broke off')));
    });
  });
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  const known: Record<string, string> = {
    ECONNREFUSED: 'The connection was refused',
    ECONNRESET: 'The connection was reset',
    ENOTFOUND: 'There is no such host',
    ETIMEDOUT: 'The connection timed out',
  };
  return known[code ?? ''] ?? message;
}
