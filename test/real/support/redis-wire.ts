import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { redisIsFrozen } from '../../support/redis-commands.ts';

/**
 * A connection to a Redis that can hold back answers, so that requests are carried out without a
 * confirmation; or hold back requests.
 */
export type RedisWire = {
  url: string;
  /** From the first request containing these words, no answer comes through. */
  loseAnswersFrom(words: string): void;
  /** The request containing these words, and every later one, doesn't reach Redis for now. */
  holdFrom(words: string): void;
  /** True once such a request has come. */
  isLosing(): boolean;
  /** Lets everything through again, including held-back requests and answers. */
  mend(): void;
};

export async function createRedisWire(redisUrl: string): Promise<RedisWire> {
  const { hostname, port, pathname } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let words: string | null = null;
  let isLosing = false;
  let holds = false;
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined); // The other side is told by the end of this one.
    }
    near.on('data', bytes => {
      if (words !== null && bytes.includes(words)) {
        isLosing = true;
        redisIsFrozen(true);
      }
      const pass = (): void => void far.write(bytes);
      if (isLosing && holds) waiting.push(pass);
      else pass();
    });
    far.on('data', answer => {
      const pass = (): void => void near.write(answer);
      if (isLosing && !holds) waiting.push(pass);
      else pass();
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    redisIsFrozen(false);
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    loseAnswersFrom(request) {
      words = request;
      holds = false;
    },
    holdFrom(request) {
      words = request;
      holds = true;
    },
    isLosing: () => isLosing,
    mend() {
      words = null;
      isLosing = false;
      redisIsFrozen(false);
      for (const pass of waiting.splice(0)) pass();
    },
  };
}
