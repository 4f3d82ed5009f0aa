import { createConnection, createServer, type Socket } from 'node:net';

/* Just enough HTTP/1.1 for both ends of a measurement, to use little processor time. */

const HEAD_END = '\r\n\r\n';

/** Splits a stream into whole messages; `latin1`, because everything sent here is ASCII. */
function messages(onMessage: (head: string, body: string) => void): (data: Buffer) => void {
  let pending = '';
  return data => {
    pending += data.toString('latin1');
    for (;;) {
      const end = pending.indexOf(HEAD_END);
      if (end < 0) return;
      const head = pending.slice(0, end);
      const start = end + HEAD_END.length;
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      // A message without a length is chunked, and short enough to come in one piece.
      const stop = length === undefined ? pending.indexOf('0\r\n\r\n', start) + 5 : start + Number(length);
      if (stop < start || pending.length < stop) return;
      const body = pending.slice(start, stop);
      pending = pending.slice(stop);
      onMessage(head, body);
    }
  };
}

export type End = { url: string; close(): Promise<void> };

/** A server that answers every request, of which `answer` gets the head, with the JSON that it returns. */
export async function serve(answer: (head: string) => string): Promise<End> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket.setNoDelay());
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on(
      'data',
      messages(requestHead => {
        const json = answer(requestHead);
        const head = `HTTP/1.1 200 -\r\ncontent-type: application/json\r\ncontent-length: ${json.length}`;
        socket.write(`${head}${HEAD_END}${json}`);
      }),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export type Line = {
  /** Sends a whole request and resolves with its answer; one at a time. */
  ask(request: string): Promise<{ head: string; body: string }>;
  close(): void;
};

/** A persistent connection to `url`. */
export async function connect(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
  let answered: (answer: { head: string; body: string }) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  socket.on(
    'data',
    messages((head, body) => answered({ head, body })),
  );
  socket.on('error', error => failed(error));
  socket.on('close', () => failed(new Error('The connection was closed')));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    ask: request =>
      new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
