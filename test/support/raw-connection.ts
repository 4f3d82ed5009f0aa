import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection on which a test controls every byte and its timing. */
export type RawConnection = {
  socket: Socket;
  /** Sends the head of a POST and the body, if given; more may follow with `socket.write`. */
  post(path: string, headers: Record<string, string | number>, body?: string | Buffer): void;
  /** Everything received. */
  args(): string;
  /** The status of the last answer; null before the first. */
  status(): number | null;
  /** True once the other side has closed it. */
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
