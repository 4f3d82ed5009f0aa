import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { settled } from '../support/settled.ts';
import { RAW_SUCCESS, reply, SUCCESS, startRawServer } from './gateway/raw-server.ts';
import { gatewayTo } from './gateway/rig.ts';
import { selfSigned } from './gateway/self-signed.ts';

/* We say "not sent" only if no byte left, and no text leaves twice. */

const hour = 3_600_000;

describe('definitely not sent', () => {
  const notSent = { kind: 'not_sent', why: 'unreachable' };

  test('nothing listens there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    expect(await gatewayTo(`http://127.0.0.1:${port}`).send()).toMatchObject(notSent);
  });

  test('the name is unknown', async () => {
    expect(await gatewayTo('https://sms.invalid').send()).toMatchObject(notSent);
  });

  test('the connection isn’t made within 20 s; no byte leaves if it is made later', async () => {
    const server = await startRawServer(() => undefined);
    // A TLS handshake without an answer keeps the connection pending.
    const { send, clock } = gatewayTo(server.url.replace('http:', 'https:'));
    const sending = send();
    while (server.sockets.length === 0) await new Promise(resolve => setImmediate(resolve));
    await clock.advance(20_000);
    expect(await sending).toMatchObject(notSent);
    expect(server.requests).toEqual([]);
  });

  test('the server’s certificate can’t be trusted', async () => {
    const server = await startRawServer(socket => socket.write(RAW_SUCCESS), selfSigned);
    const outcome = await gatewayTo(server.url).send();
    expect(outcome).toMatchObject({ ...notSent, cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect(server.bytes()).toBe(0);
  });

  test('the server doesn’t speak TLS', async () => {
    const server = await startRawServer(socket => socket.write(RAW_SUCCESS));
    const brokenServer = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(brokenServer, 'listening');
    const { port } = brokenServer.address() as { port: number };
    expect(await gatewayTo(`https://127.0.0.1:${port}`).send()).toMatchObject(notSent);
    expect(server.requests).toEqual([]);
    brokenServer.close();
  });

  test('the claim is too old by the time bytes would leave, so none leave', async () => {
    const server = await startRawServer(socket => socket.write(RAW_SUCCESS));
    const { send } = gatewayTo(server.url);
    expect(await send({}, () => false)).toMatchObject({ kind: 'not_sent', why: 'late' });
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(await send({}, () => false)).toMatchObject({ kind: 'not_sent', why: 'late' });
    expect(server.requests).toHaveLength(1);
    expect(server.bytes()).toBe(server.requests[0]?.length);
  });

  test('the claim’s age is checked when the connection is up, not when it was requested', async () => {
    const server = await startRawServer(socket => socket.write(RAW_SUCCESS));
    const { send } = gatewayTo(server.url);
    const looks: number[] = [];
    const sending = send({}, () => looks.push(server.sockets.length) > 0);
    expect(looks).toEqual([]);
    await sending;
    expect(looks).toHaveLength(1);
  });

  test('the gateway is closed', async () => {
    const server = await startRawServer(socket => socket.write(RAW_SUCCESS));
    const { gateway, send } = gatewayTo(server.url);
    await send();
    await gateway.close();
    expect(await send()).toMatchObject(notSent);
    expect(server.requests).toHaveLength(1);
  });
});

describe('uncertain', () => {
  test('no answer within 20 s, at any point of it', async () => {
    const half = reply(200, SUCCESS).subarray(0, -10);
    for (const begun of ['', 'HTTP/1.1 200 OK\r\nContent-Le', half]) {
      const server = await startRawServer(socket => socket.write(begun));
      const { send, clock } = gatewayTo(server.url);
      const sending = send();
      await server.reached(1);
      await clock.advance(20_000);
      expect(await sending).toMatchObject({ kind: 'uncertain', why: 'timeout' });
      expect(server.requests).toHaveLength(1);
    }
  });

  test.each([
    ['closed without a word', ''],
    ['closed within the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['closed within the body', reply(200, SUCCESS).subarray(0, -10)],
    ['not HTTP', 'SMS OK\r\n\r\n'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
    [
      'a chunk that breaks off',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"success":true}',
    ],
  ])('the answer is broken: %s', async (_name, bytes) => {
    const server = await startRawServer(socket => socket.end(bytes));
    const { send } = gatewayTo(server.url);
    expect(await send()).toMatchObject({ kind: 'uncertain', why: 'connection' });
    expect(server.requests).toHaveLength(1);
  });

  test('the gateway closes while it waits', async () => {
    const server = await startRawServer(() => undefined);
    const { gateway, send } = gatewayTo(server.url);
    const sending = send();
    await server.reached(1);
    await gateway.close();
    expect(await sending).toMatchObject({ kind: 'uncertain', why: 'connection' });
  });
});

describe('an answer is read in full', () => {
  test.each([
    ['whole', RAW_SUCCESS.length],
    ['but for its head', SUCCESS.length],
    ['but for its first bytes', RAW_SUCCESS.length - 10],
  ])('that arrived within the 20 s, %s, although the app reads it later', async (_name, missingBytes) => {
    const server = await startRawServer(socket =>
      socket.write(RAW_SUCCESS.subarray(0, RAW_SUCCESS.length - missingBytes)),
    );
    const { send, clock } = gatewayTo(server.url);
    const sending = send();
    await server.reached(1);
    await settled(20);
    // The remaining bytes reach the gateway's socket after its time is over but before the event loop reads
    // it, as in a process that was frozen for a minute.
    server.sockets[0]?.write(RAW_SUCCESS.subarray(RAW_SUCCESS.length - missingBytes));
    await clock.advance(20_000);
    expect(await sending).toMatchObject({ kind: 'sent', logId: '41' });
  });

  test('in pieces, with unrequested interim responses before it', async () => {
    const early = [
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
      'HTTP/1.1 100 Continue\r\nServer: Microsoft-IIS/10.0\r\n\r\n',
    ].join('');
    const server = await startRawServer(async socket => {
      for (const byte of Buffer.concat([Buffer.from(early), reply(200, SUCCESS)])) {
        socket.write(Buffer.of(byte));
        await new Promise(resolve => setImmediate(resolve));
      }
    });
    const outcome = await gatewayTo(server.url).send();
    expect(outcome).toEqual({ kind: 'sent', logId: '41', cost: '0.35', balance: '99.65' });
  });

  test('up to 64 KiB, and not a byte more', async () => {
    for (const [size, kind] of [
      [64 * 1024, 'sent'],
      [64 * 1024 + 1, 'uncertain'],
    ] as const) {
      const server = await startRawServer(socket => socket.write(reply(200, SUCCESS.padEnd(size))));
      expect(await gatewayTo(server.url).send()).toMatchObject({ kind });
    }
  });

  test('a redirect isn’t followed: what was posted isn’t posted elsewhere', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const elsewhere = await startRawServer(socket => socket.write(RAW_SUCCESS));
      const server = await startRawServer(socket =>
        socket.write(reply(status, '', { Location: elsewhere.url })),
      );
      expect(await gatewayTo(server.url).send()).toMatchObject({ kind: 'uncertain', why: 'redirect' });
      expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    }
  });
});

describe('connections', () => {
  test('are reused while they are warm, for one text at a time', async () => {
    const server = await startRawServer(socket => socket.write(RAW_SUCCESS));
    const { send } = gatewayTo(server.url);
    await send();
    await new Promise(resolve => setImmediate(resolve)); // The connection is put back within the turn.
    await send();
    expect(server.sockets).toHaveLength(1);
    await Promise.all([send(), send(), send()]);
    expect(server.requests).toHaveLength(5);
    expect(server.sockets.length).toBeGreaterThan(1);
  });

  test('that are idle are closed by the app, even if the server would keep them for an hour', async () => {
    const server = await startRawServer(socket =>
      socket.write(reply(200, SUCCESS, { Connection: 'keep-alive', 'Keep-Alive': `timeout=${hour / 1000}` })),
    );
    const { send } = gatewayTo(server.url);
    await send();
    await once(server.sockets[0] as never, 'close');
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(server.sockets).toHaveLength(2);
  });

  test('that the server closed carry no further request', async () => {
    const server = await startRawServer(socket => socket.end(RAW_SUCCESS));
    const { send } = gatewayTo(server.url);
    for (let time = 0; time < 5; time++) {
      expect(await send()).toMatchObject({ kind: 'sent' });
      const socket = server.sockets[time];
      if (socket && !socket.destroyed) await once(socket, 'close');
    }
    expect(server.requests).toHaveLength(5);
  });

  test('on which the server said more than it was asked aren’t used again', async () => {
    const server = await startRawServer(socket => socket.write(RAW_SUCCESS));
    const { send } = gatewayTo(server.url);
    for (let time = 0; time < 5; time++) {
      expect(await send()).toMatchObject({ kind: 'sent', logId: '41' });
      if (time % 2 === 1) await settled(5);
      server.sockets[time]?.write(reply(200, SUCCESS.replace('41', '40')));
      if (time % 3 === 1) await settled(5);
    }
    expect(server.requests).toHaveLength(5);
  });

  test('that timed out aren’t reused, because a late answer would be taken for the next text’s', async () => {
    const server = await startRawServer((socket, count) => void (count > 1 && socket.write(RAW_SUCCESS)));
    const { send, clock } = gatewayTo(server.url);
    const first = send();
    await server.reached(1);
    await clock.advance(20_000);
    await first;
    const second = send({ message: 'second' });
    server.sockets[0]?.write(reply(200, SUCCESS.replace('41', '40')));
    expect(await second).toMatchObject({ kind: 'sent', logId: '41' });
    expect(server.sockets).toHaveLength(2);
  });
});

test('a request is the form that the documentation describes', async () => {
  const server = await startRawServer(socket => socket.write(RAW_SUCCESS));
  await gatewayTo(`${server.url}/sub//`).send({ apiKey: 'a&b=c+d%', message: 'é €' });
  const [head = '', body] = (server.requests[0] ?? '').split('\r\n\r\n');
  expect(head).toMatch(/^POST \/sub\/api\/send-sms\.php HTTP\/1\.1\r\n/);
  expect(head).toMatch(/content-type: application\/x-www-form-urlencoded/i);
  expect(body).toBe('api_key=a%26b%3Dc%2Bd%25&number=01712345678&message=%C3%A9+%E2%82%AC');
});
