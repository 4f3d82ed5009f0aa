import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import { errorReply, type Reply } from '../accept/operation.ts';
import type { ErrorCode } from '../decisions.ts';
import { InputError } from '../input-error.ts';

/** How long a request may take to arrive, and how long its headers; a connection that brings nothing is closed then, too. */
const PATIENCE = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };
/** A sending program needs a few dozen. Behind a proxy all come from its address, and it keeps its own limits. */
const CONNECTIONS = { all: 1_000, perAddress: 250 };
/** How long closing waits for requests that are still arriving or being answered. */
const CLOSING_GRACE_MS = 2_000;

/** Starts the server. Throws a InputError if the address isn't available. */
export async function startHttpServer(
  handle: RequestListener,
  options: { host: string; port: number; behindProxy: boolean; patience?: typeof PATIENCE },
) {
  const { host, port, behindProxy, patience = PATIENCE } = options;
  const server = createServer(patience, (request, response) => {
    noteRequest(request, response);
    unanswered.add(response.once('close', () => unanswered.delete(response)));
    handle(request, response);
  });
  const unanswered = new Set<ServerResponse>();
  const { all, perAddress } = CONNECTIONS;
  const noteRequest = limitConnections(server, { all, perAddress: behindProxy ? all : perAddress });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') socket.write(rawReply(errorReply(badRequest(error))));
    // Whatever the client does now: whoever only ends a connection waits for the other side to end it, too.
    socket.destroySoon();
  });
  const url = await listen(server, { host, port }, '--port');
  return {
    url,
    /** Accepts no more requests, and finishes the rest within two seconds. */
    close(): Promise<void> {
      for (const response of unanswered) if (!response.headersSent) response.setHeader('Connection', 'close');
      return new Promise(resolve => {
        const impatience = setTimeout(() => server.closeAllConnections(), CLOSING_GRACE_MS);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
      });
    },
  };
}

/** Requests that Node can't parse never reach a handler, so the answer is written straight to the socket. */
export function rawReply({ status, headers, body }: Reply): string {
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} Error\r\n${lines.join('')}\r\n${body}`;
}

function badRequest(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST';
}

/** Listens, and returns the server's address. Throws a InputError that names the option for another port. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  option: string,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(error, host, port, option)));
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
}

/** Says why the address isn't available, and which option chooses another port. */
function cannotListen(error: NodeJS.ErrnoException, host: string, port: number, option: string): InputError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `the port is already in use: choose another with ${option}`,
    EACCES: `this user may not use the port: choose one above 1023 with ${option}`,
    EADDRNOTAVAIL: 'the address is not one of this machine: choose another with --host',
    ENOTFOUND: 'there is no such host: choose another with --host',
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new InputError(`Cannot listen on ${host} port ${port}: ${reason}.`, { cause: error });
}

/** What a connection has brought so far. */
type Connection = { from: string; request: IncomingMessage | null; response: ServerResponse | null };

/** How many connections may wait for their clients: in all, and of one address. */
export interface ConnectionLimits {
  all: number;
  perAddress: number;
}

/**
 * Closes connections that wait for their client where there are too many: first of those that never brought a request, then
 * of those between two, the one that has waited longest. So whoever opens many and sends nothing loses their own. A
 * connection whose request has arrived is answered, however many there are.
 *
 * @returns to be told of each request
 */
function limitConnections(
  server: Server,
  { all, perAddress }: ConnectionLimits,
): (request: IncomingMessage, response: ServerResponse) => void {
  /** The one that brought something last is last. */
  const open = new Map<Socket, Connection>();

  /** Closes one more than may be, if there is one. */
  function close(among: [Socket, Connection][], most: number): void {
    if (among.length <= most) return;
    const [socket] = among.find(([, { request }]) => !request) ?? among.find(isWaiting) ?? [];
    if (!socket) return;
    open.delete(socket);
    socket.destroy();
  }

  server.on('connection', (socket: Socket) => {
    const from = socket.remoteAddress ?? '';
    open.set(socket, { from, request: null, response: null });
    socket.once('close', () => open.delete(socket));
    close(
      [...open].filter(([, connection]) => connection.from === from),
      perAddress,
    );
    close([...open], all);
  });

  return (request, response) => {
    const known = open.get(request.socket);
    if (!known) return;
    open.delete(request.socket);
    open.set(request.socket, { ...known, request, response });
  };
}

/** Whether it is the client's turn: no request has arrived whole that we haven't answered. */
function isWaiting([, { request, response }]: [Socket, Connection]): boolean {
  return request?.complete !== true || response?.writableEnded === true;
}

/**
 * The network address that a request came from. Behind a proxy, it is the last one in `X-Forwarded-For`: the proxy
 * itself wrote that one; those before it are whatever the caller claims.
 */
export function callerAddress(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  const address = forwarded || request.socket.remoteAddress || '';
  return address.replace(/^::ffff:(?=\d+\.)/, '').slice(0, 45);
}

/** The same for counting guesses: of IPv6 only the first 64 bits, since whoever has one address has all of those. */
export function callerNetwork(request: IncomingMessage, behindProxy: boolean): string {
  const address = callerAddress(request, behindProxy);
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('%')[0]?.split('::') ?? [];
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return groups.slice(0, 4).join(':');
}
