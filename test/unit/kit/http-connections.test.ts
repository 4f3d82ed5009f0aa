import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpServer } from '../../../src/kit/http/server.ts';
import { connectRaw, type RawConnection } from '../../support/raw-connection.ts';

const MAX = 3;

/** A server with room for few connections; the test answers requests to /slow. */
async function serve() {
  const slow: ServerResponse[] = [];
  const dropped = vi.fn();
  const quick: RequestListener = (_request, response) => void response.end('quick');
  const server = createHttpServer(
    { '/quick': quick, '/slow': (_request, response) => void slow.push(response) },
    { maxConnections: MAX, dropped, failed: () => undefined },
  );
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  onTestFinished(() => server.close(0));
  return {
    slow,
    dropped,
    connect: () => connectRaw(url),
    /** Opens connections one after the other, each with its own beginning. */
    async connectAll(begin: ((connection: RawConnection) => void)[]): Promise<RawConnection[]> {
      const all: RawConnection[] = [];
      for (const start of begin) {
        const connection = await connectRaw(url);
        start(connection);
        all.push(connection);
      }
      return all;
    },
    answersTo: async (connection: RawConnection) => {
      connection.socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
      await expect.poll(connection.received).toContain('quick');
    },
  };
}

const silent = () => undefined;
const slowly = (connection: RawConnection) => connection.post('/quick', { 'content-length': 100 }, 'x');
const waitingForUs = (connection: RawConnection) => connection.post('/slow', { 'content-length': 1 }, 'x');

test('with too many connections, closes the one that has waited longest for its client', async () => {
  const { connect, connectAll, answersTo, dropped } = await serve();
  const [first, second, third] = await connectAll([
    silent,
    slowly,
    connection => void connection.socket.write('GET /quick'),
  ]);
  const fourth = await connect();
  await expect.poll(() => first?.closed()).toBe(true);
  await answersTo(fourth);
  const fifth = await connect();
  await expect.poll(() => second?.closed() || third?.closed()).toBe(true);
  await answersTo(fifth);
  await answersTo(fourth);
  expect(dropped).toHaveBeenCalledTimes(2);
});

test('never closes a connection that is being answered; if all are, closes the newest', async () => {
  const { slow, connect, connectAll } = await serve();
  const busy = await connectAll([waitingForUs, waitingForUs, waitingForUs]);
  await expect.poll(() => slow.length).toBe(MAX);
  const newest = await connect();
  await expect.poll(newest.closed).toBe(true);
  for (const response of slow) response.end('slow');
  for (const connection of busy) await expect.poll(connection.received).toContain('slow');
  expect(busy.map(connection => connection.closed())).toEqual([false, false, false]);
});

test('a request sent before the last answer ends the connection, and is ignored', async () => {
  const { slow, connect } = await serve();
  const hasty = await connect();
  const request = 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n';
  hasty.socket.write(request.repeat(100));
  await expect.poll(hasty.closed).toBe(true);
  expect(slow).toHaveLength(1);
});

test('Node ends a request whose headers take over 15 seconds, or that takes over 30', async () => {
  let settings: Partial<Server> = {};
  const look = (message: unknown) => {
    settings = (message as { server: Server }).server;
  };
  subscribe('http.server.request.start', look);
  onTestFinished(() => void unsubscribe('http.server.request.start', look));
  const { connect } = await serve();
  const connection = await connect();
  connection.post('/quick', { 'content-length': 0 });
  await expect.poll(connection.status).toBe(200);
  expect(settings).toMatchObject({ headersTimeout: 15_000, requestTimeout: 30_000 });
});
