import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { after } from '../clock.ts';
import type { SlackSide } from './slack-side.ts';

/** Handles a request to become a WebSocket, with any fault that is switched on for `websocket`. */
export async function upgrade(
  side: SlackSide,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => undefined); // The caller has left.
  const fault = side.faults.strike('websocket');
  switch (fault?.kind) {
    case undefined:
      return side.sockets.upgrade(request, socket, head);
    case 'slow':
      await new Promise<void>(resolve => after(side.clock, fault.delayMs, resolve));
      return side.sockets.upgrade(request, socket, head);
    case 'hang':
      await side.faults.gone(fault);
      socket.destroy();
      return;
    case 'reset':
      socket.destroy();
      return;
    case 'rate-limited':
      return refuse(socket, 429);
    case 'status':
      return refuse(socket, fault.status);
    case 'refusal':
      return refuse(socket, 403);
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
