import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Keeps a server to `max` connections. Of more, the one that has waited longest for its client is closed: whoever opens
 * many and sends nothing, or ever so slowly, closes their own, and a request that comes whole is answered. What we are
 * answering is never closed; if that is all of them, the newest connection is.
 *
 * @param dropped is told of each connection that is closed because there are too many
 * @returns whether a request may be answered; to be asked once for each. One that comes before its connection's last
 *   one has its answer may not, and is cut off: then no more requests are under way than there are connections
 */
export function limitConnections(
  server: Server,
  max: number,
  dropped: () => void,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  /** By when they last brought something; null: no request yet. */
  const open = new Map<Socket, Exchange | null>();

  server.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    if (open.size <= max) return;
    const [waiting] = [...open].find(([, exchange]) => !isOurTurn(exchange)) ?? [socket];
    open.delete(waiting);
    waiting.destroy();
    dropped();
  });

  return (request, response) => {
    const { socket } = request;
    if (!open.has(socket)) return false; // Closed a moment ago.
    if (isOurTurn(open.get(socket))) {
      socket.destroy();
      return false;
    }
    open.delete(socket);
    open.set(socket, { request, response });
    return true;
  };
}

/** Whether the request is all there, and the answer is not. */
function isOurTurn(exchange: Exchange | null | undefined): boolean {
  return exchange?.request.complete === true && !exchange.response.writableEnded;
}
