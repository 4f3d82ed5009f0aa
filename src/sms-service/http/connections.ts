import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
export function limitConnections(
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
