import { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

export type HttpAsk = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
};
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string };

/** Passes a request to the app as its server would; resolves with the answer. */
export function serve(
  listener: RequestListener,
  { method, url, headers, body }: HttpAsk,
): Promise<HttpAnswer> {
  return new Promise(resolve => {
    const request = Object.assign(Readable.from(body.length === 0 ? [] : [Buffer.from(body as string)]), {
      method,
      url,
      complete: true,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      socket: { remoteAddress: '203.0.113.7', destroy: () => undefined },
    });
    const response = new Response(resolve);
    listener(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
}

/** The part of a server's response that the app's routes use. */
class Response extends EventEmitter {
  readonly #answered: (answer: HttpAnswer) => void;
  readonly #headers: Record<string, string> = {};
  readonly #pieces: string[] = [];
  statusCode = 200;
  headersSent = false;
  writableEnded = false;

  constructor(answered: (answer: HttpAnswer) => void) {
    super();
    this.#answered = answered;
  }

  setHeader(name: string, value: unknown): this {
    this.#headers[name.toLowerCase()] = String(value);
    return this;
  }

  writeHead(status: number, headers: Record<string, unknown> = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    return this;
  }

  write(piece: string | Buffer): boolean {
    this.headersSent = true;
    this.#pieces.push(String(piece));
    return true;
  }

  end(piece: string | Buffer = ''): this {
    this.write(piece);
    this.writableEnded = true;
    this.#answered({ status: this.statusCode, headers: this.#headers, body: this.#pieces.join('') });
    this.emit('finish');
    return this;
  }

  destroy(): this {
    this.emit('close');
    return this;
  }
}
