import { expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../../src/sms-service/server/server.ts';
import { connectRaw } from '../support/raw-connection.ts';

/* In a file of its own, because it counts the sockets of its process. */

it('a client that sends nothing in time gets an answer and is cut off, even if it never ends its side', async () => {
  const sockets = () => process.getActiveResourcesInfo().filter(kind => kind === 'TCPSocketWrap').length;
  const before = sockets();
  const server = await startHttpServer(() => undefined, {
    host: '127.0.0.1',
    port: 0,
    behindProxy: false,
    timeouts: { requestTimeout: 30, headersTimeout: 20, connectionsCheckingInterval: 10 },
  });
  onTestFinished(() => server.close());
  const caller = await connectRaw(server.url, { allowHalfOpen: true });
  await expect.poll(caller.status).toBe(408);
  // Only the test's own socket is left.
  await expect.poll(() => sockets() - before).toBe(1);
  expect(caller.closed()).toBe(false);
});
