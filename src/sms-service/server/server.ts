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

/** Time limits for a whole request and for its headers. They also close a connection that sends nothing. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };
/**
 * Maximum numbers of open connections. A sending program needs a few dozen. Behind a proxy every connection has the
 * proxy's address, and the proxy has its own limits.
 */
const MAX_CONNECTIONS = { all: 1_000, perAddress: 250 };
/** Time limit of requests in progress while closing. */
const CLOSING_GRACE_MS = 2_000;

/** Starts the server. Throws an InputError if the address isn't available. */
export async function startHttpServer(
  handle: RequestListener,
  options: { host: string; port: number; behindProxy: boolean; timeouts?: typeof TIMEOUTS },
) {
  const { host, port, behindProxy, timeouts = TIMEOUTS } = options;
  const server = createServer(timeouts, (request, response) => {
    noteRequest(request, response);
    unanswered.add(response.once('close', () => unanswered.delete(response)));
    handle(request, response);
  });
  const unanswered = new Set<ServerResponse>();
  const { all, perAddress } = MAX_CONNECTIONS;
  const noteRequest = limitConnections(server, { all, perAddress: behindProxy ? all : perAddress });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') socket.write(rawReply(errorReply(badRequest(error))));
    // A client that only half-closes would keep the connection open.
    socket.destroySoon();
  });
  const url = await listen(server, { host, port }, '--port');
  return {
    url,
    /** Accepts no more requests, and finishes those in progress within two seconds. */
    close(): Promise<void> {
      for (const response of unanswered) if (!response.headersSent) response.setHeader('Connection', 'close');
      return new Promise(resolve => {
        const graceTimer = setTimeout(() => server.closeAllConnections(), CLOSING_GRACE_MS);
        server.close(() => {
          clearTimeout(graceTimer);
          resolve();
        });
      });
    },
  };
}

/** An HTTP response as text, because Node passes unparsable requests only as a socket. */
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

/** Listens, and returns the server's address. Throws an InputError that names the option for another port. */
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

/** `request` and `response`: the connection's latest. */
type Connection = { from: string; request: IncomingMessage | null; response: ServerResponse | null };

/** Maximum numbers of open connections: in all, and from one address. */
export interface ConnectionLimits {
  all: number;
  perAddress: number;
}

/**
 * Closes the connection that has waited longest for its client once there are too many: first one that never sent a
 * request, then one between two requests. So a client that opens many and sends nothing loses its own. Connections
 * whose request has arrived are never closed.
 *
 * @returns a function to call with each request
 */
function limitConnections(
  server: Server,
  { all, perAddress }: ConnectionLimits,
): (request: IncomingMessage, response: ServerResponse) => void {
  /** Ordered by the last request: the latest is last. */
  const open = new Map<Socket, Connection>();

  /** Closes one connection if there are more than `max`. */
  function close(among: [Socket, Connection][], max: number): void {
    if (among.length <= max) return;
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
    const connection = open.get(request.socket);
    if (!connection) return;
    open.delete(request.socket);
    open.set(request.socket, { ...connection, request, response });
  };
}

/** True while the client has to act: no complete request is unanswered. */
function isWaiting([, { request, response }]: [Socket, Connection]): boolean {
  return request?.complete !== true || response?.writableEnded === true;
}

/**
 * The network address of a request. Behind a proxy, the last one in `X-Forwarded-For`: only that one was written by
 * the proxy, the others are the caller's claims.
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

/**
 * Groups addresses for counting sign-in attempts: of IPv6 only the first 64 bits, because they all belong to one
 * subscriber.
 */
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
