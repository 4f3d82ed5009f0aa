import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Keeps a server to `max` connections. Beyond that it closes the one that has waited longest for its client. So whoever
 * opens many and sends nothing, or sends ever so slowly, loses their own, and a request that arrives complete is answered.
 * It never closes a connection that we are answering; if that is all of them, it closes the newest.
 *
 * @param dropped is called for each connection closed because there are too many
 * @returns whether a request may be answered; ask once for each. If a request comes before its connection's previous one
 *   has been answered, it may not, and is cut off: so there are never more requests in progress than connections
 */
export function limitConnections(
  server: Server,
  max: number,
  dropped: () => void,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  /** When each last brought something; null: no request yet. */
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
    if (!open.has(socket)) return false; // It was closed a moment ago.
    if (isOurTurn(open.get(socket))) {
      socket.destroy();
      return false;
    }
    open.delete(socket);
    open.set(socket, { request, response });
    return true;
  };
}

/** Whether the whole request has arrived and we haven't answered it yet. */
function isOurTurn(exchange: Exchange | null | undefined): boolean {
  return exchange?.request.complete === true && !exchange.response.writableEnded;
}
