import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/kit/store/redis/connection.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';

/** Listens on a free port, and returns it. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined); // The client is gone.
    onConnection(socket);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

describe.skipIf(!hasRedisServer())('a master that froze', () => {
  test('and accepts connections without an answer is left as soon as the sentinels name another', async () => {
    const redis = await startRedisServer();
    onTestFinished(redis.close);
    let connections = 0;
    const frozen = await listen(() => {
      connections += 1;
    });
    let master = String(frozen);
    const sentinel = await listen(socket =>
      socket.on('data', bytes => {
        for (const command of String(bytes).split(/^\*/m).slice(1)) {
          const isAsked = command.includes('get-master-addr-by-name');
          socket.write(isAsked ? `*2\r\n$9\r\n127.0.0.1\r\n$${master.length}\r\n${master}\r\n` : '+OK\r\n');
        }
      }),
    );
    const url = `redis+sentinel://127.0.0.1:${sentinel}/mymaster`;
    const connection = await connect(url, pino({ level: 'silent' }));
    onTestFinished(connection.destroy);
    expect(connections).toBe(1);
    expect(connection.client().isReady).toBe(false);
    master = new URL(redis.url).port;
    const ping = () => connection.ask(client => client.ping()).catch(() => null);
    await expect.poll(ping, { timeout: 20_000 }).toBe('PONG');
  });
});
