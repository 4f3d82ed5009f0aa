import { expect, onTestFinished, test, vi } from 'vitest';
import { readyz } from '../../../src/kit/http/health.ts';
import { createHttpServer } from '../../../src/kit/http/server.ts';

test('however many requests ask at once whether the app is ready, each check runs once', async () => {
  const answer = Promise.withResolvers<void>();
  const store = vi.fn(() => answer.promise);
  const slack = vi.fn(async () => Promise.reject(new Error('Slack does not answer')));
  const route = readyz({ store, slack });
  const spy = vi.fn(route);
  const server = createHttpServer(
    { '/readyz': spy },
    { maxConnections: 10, dropped: () => undefined, failed: () => undefined },
  );
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}/readyz`;
  onTestFinished(() => server.close(0));
  const answers = Array.from({ length: 5 }, () => fetch(url));
  await expect.poll(() => spy.mock.calls.length).toBe(5);
  answer.resolve();
  for (const response of await Promise.all(answers)) {
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ store: 'ok', slack: 'Slack does not answer' });
  }
  expect(store).toHaveBeenCalledTimes(1);
  await fetch(url);
  expect(store).toHaveBeenCalledTimes(2);
});
