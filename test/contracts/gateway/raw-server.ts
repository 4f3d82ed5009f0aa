import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A server that sends exactly the bytes that a test wants, and counts requests. */
export type RawServer = {
  url: string;
  /** Complete requests that arrived, as sent. */
  requests: string[];
  /** Every connection, oldest first. */
  sockets: Socket[];
  /** Bytes of requests that arrived, complete or not. */
  bytes(): number;
  /** Resolves when this many complete requests have arrived. */
  reached(count: number): Promise<void>;
};

/** @param answer called with each complete request; may write, end, destroy, or do nothing */
export async function startRawServer(
  answer: (socket: Socket, count: number) => void,
  tls?: TlsOptions,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  let bytes = 0;
  let waiting: { count: number; resolve: () => void }[] = [];

  const connected = (socket: Socket): void => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    let pending = '';
    socket.on('data', data => {
      bytes += data.length;
      pending += data.toString('latin1');
      const end = pending.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
      if (end < 0 || pending.length < end + 4 + length) return;
      requests.push(pending.slice(0, end + 4 + length));
      pending = pending.slice(end + 4 + length);
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
      waiting = waiting.filter(({ count }) => requests.length < count);
      answer(socket, requests.length);
    });
  };
  const server: Server = tls ? createTlsServer(tls, connected) : createServer(connected);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    sockets,
    bytes: () => bytes,
    reached: count =>
      requests.length >= count ? Promise.resolve() : new Promise(resolve => waiting.push({ count, resolve })),
  };
}

/** A complete HTTP reply as bytes. */
export function reply(status: number, body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'Content-Length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`), bytes]);
}

export const SUCCESS = '{"success":true,"message":"SMS sent","log_id":41,"cost":0.35,"balance":99.65}';

export const RAW_SUCCESS: Buffer = reply(200, SUCCESS);
