import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createBodyReader, NO_BODY } from '../../../src/kit/http/body.ts';
import { createHttpServer } from '../../../src/kit/http/server.ts';
import { connectRaw } from '../../support/raw-connection.ts';

/** A request whose body the test sends piece by piece. */
const requestWith = (headers: Record<string, string> = {}) => Object.assign(new PassThrough(), { headers });
const MINUTE = { ms: 60_000 };
const quiet = () => new Promise(resolve => setImmediate(resolve));

test('reads exactly the bytes that were sent, in any number of pieces, with or without a declared length', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (sent, isDeclared) => {
      const body = Buffer.concat(sent);
      const request = requestWith(isDeclared ? { 'content-length': String(body.length) } : {});
      const read = createBodyReader(100_000, () => undefined)(request, { limit: 2000, ...MINUTE });
      for (const piece of sent) request.write(piece);
      request.end();
      expect(Buffer.compare((await read) as Buffer, body)).toBe(0);
    }),
  );
});

test('a body may have as many bytes as the limit, and not one more', async () => {
  const refused: string[] = [];
  const readBody = createBodyReader(10_000, why => refused.push(why));
  for (const [bytes, answer] of [
    [100, Buffer.alloc(100, 'x')],
    [101, 'too_large'],
  ] as const) {
    const request = requestWith();
    const read = readBody(request, { limit: 100, ...MINUTE });
    request.end(Buffer.alloc(bytes, 'x'));
    expect(await read).toEqual(answer);
  }
  expect(refused).toEqual(['too_large']);
});

test('refuses a body that is incomplete when time is up, and drops the remainder', async () => {
  const readBody = createBodyReader(1000, () => undefined);
  const request = requestWith();
  const read = readBody(request, { limit: 100, ms: 1 });
  request.write('x');
  expect(await read).toBe('too_slow');
  expect(request.listenerCount('data')).toBe(0);
  expect(request.readableFlowing).toBe(true);
});

test('when bodies together would hold too much, refuses the largest, or the oldest of equals; then there is room again', async () => {
  const readBody = createBodyReader(100_000, () => undefined);
  const answers = new Map<string, string>();
  const begin = (name: string, bytes: number) => {
    const request = requestWith();
    void readBody(request, { limit: 100_000, ...MINUTE }).then(answer => answers.set(name, String(answer)));
    request.write(name.repeat(bytes));
    return request;
  };
  const small = begin('s', 1000);
  const first = begin('a', 40_000);
  const second = begin('b', 40_000);
  await quiet();
  expect(answers.size).toBe(0);
  begin('c', 40_000);
  await quiet();
  expect([...answers]).toEqual([['a', 'too_busy']]);
  begin('d', 90_000);
  await quiet();
  expect([...answers].slice(1)).toEqual([['d', 'too_busy']]);
  for (const request of [small, first, second]) request.end('!');
  await quiet();
  expect([...answers].slice(2)).toEqual([
    ['s', `${'s'.repeat(1000)}!`],
    ['b', `${'b'.repeat(40_000)}!`],
  ]);
  begin('e', 50_000);
  await quiet();
  expect(answers.has('e')).toBe(false);
});

test('counts the memory that many tiny pieces take', async () => {
  const readBody = createBodyReader(100_000, () => undefined);
  const request = requestWith();
  const read = readBody(request, { limit: 100_000, ...MINUTE });
  for (let sent = 0; sent < 1000; sent += 1) {
    request.write('x');
    await quiet();
  }
  expect(await read).toBe('too_busy');
});

test('answers when a body does not come in time, and ends the connection', async () => {
  const readBody = createBodyReader(1000, () => undefined);
  const server = createHttpServer(
    {
      '/': async (request, response) => {
        const body = await readBody(request, { limit: 1000, ms: 1 });
        if (typeof body === 'string') response.writeHead(NO_BODY[body].status, NO_BODY[body].headers);
        response.end();
      },
    },
    { maxConnections: 10, dropped: () => undefined, failed: () => undefined },
  );
  const slow = await connectRaw(`http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`);
  onTestFinished(() => server.close(0));
  slow.post('/', { 'content-length': 100 }, 'x');
  await expect.poll(slow.closed).toBe(true);
  expect(slow.args()).toMatch(/^HTTP\/1.1 408 [\s\S]*connection: close/i);
});
