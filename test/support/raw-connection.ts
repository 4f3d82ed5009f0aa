import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection on which a test sends exactly what it wants, when it wants. */
export type RawConnection = {
  socket: Socket;
  /** Sends the start of a POST, and anything else given; a body may follow with `socket.write`. */
  post(path: string, headers: Record<string, string | number>, body?: string | Buffer): void;
  /** Everything that came back. */
  args(): string;
  /** The status of the last answer; null: none yet. */
  status(): number | null;
  /** Whether the other side has closed it, in any way. */
  closed(): boolean;
};

export async function connectRaw(
  appUrl: string,
  options: { allowHalfOpen?: boolean; localAddress?: string } = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(appUrl);
  const socket = connect({ host: hostname, port: Number(port), ...options });
  onTestFinished(() => void socket.destroy());
  let args = '';
  let closed = false;
  socket.on('data', chunk => {
    args += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
  });
  await once(socket, 'connect');
  return {
    socket,
    post(path, headers, body = '') {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`);
      socket.write(body);
    },
    args: () => args,
    status() {
      const status = [...args.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].at(-1)?.[1];
      return status === undefined ? null : Number(status);
    },
    closed: () => closed,
  };
}
