import type { Log } from '../../../log.ts';
import type { Connection } from './connection.ts';
import { PREFIX, processKey, RECOVERED, SIGN_OF_LIFE } from './encoding.ts';
import type { Server } from './server.ts';

export type Liveness = { heartbeatMs: number; graceMs: number };

/** A process is dead after this many missed heartbeats. */
const MAX_MISSED_BEATS = 3;

/** News comes in bursts: the listener is called once for all news within this time. */
const NEWS_MS = 20;

/** Shows the other processes that this one is alive, and listens for their news. */
export async function createLiveness(deps: {
  connection: Connection;
  server: Server;
  owner: string;
  log: Log;
  liveness: Liveness;
}): Promise<{
  onNews(listener: () => void): void;
  /** Reports news to the listener: there may be work. */
  hear(): void;
  leave(): Promise<void>;
}> {
  const { connection, server, owner, log, liveness } = deps;
  const key = processKey(owner);
  const expiration = { type: 'PX', value: MAX_MISSED_BEATS * liveness.heartbeatMs } as const;
  const beat = async (): Promise<void> => {
    const epoch = server.isKnown() ? server.epoch() : null;
    await connection.ask(client => client.set(key, SIGN_OF_LIFE, { expiration }));
    await server.look();
    // Registers this process: after the server lost commits, the others wait for it to restore its own.
    if (epoch !== null) await connection.ask(client => client.hSetNX(RECOVERED, owner, epoch));
  };
  const tryBeat = (): Promise<void> =>
    beat().catch(error => log.warn({ err: error }, 'can’t tell Redis that this process is alive'));
  connection.onReady(tryBeat);
  if (connection.client().isReady) await tryBeat();
  const heart = setInterval(tryBeat, liveness.heartbeatMs);

  let listener = (): void => undefined;
  let pending: NodeJS.Timeout | null = null;
  let hasLeft = false;
  const hear = (): void => {
    pending ??= setTimeout(() => {
      pending = null;
      listener();
    }, NEWS_MS);
  };
  // A command that wasn't answered may have run and left work.
  connection.onAnswerAgain(hear);
  const subscriber = connection.subscriber();
  const onNews = (from: string): void => {
    if (from !== owner) hear();
  };
  subscriber.onReady(() => {
    hear(); // News was missed while the connection was down.
    // Needed once: after a reconnect the client subscribes by itself, and this does nothing.
    const client = subscriber.client();
    client.subscribe(`${PREFIX}news`, onNews).catch(error => {
      if (!hasLeft) log.warn({ err: error }, 'can’t subscribe to Redis');
    });
  });
  const listening = subscriber.connect();
  if (connection.client().isReady) await listening;

  return {
    onNews(run) {
      listener = run;
    },
    hear,
    async leave() {
      hasLeft = true;
      clearInterval(heart);
      if (pending) clearTimeout(pending);
      subscriber.destroy();
      // Stores the time line, where the next process continues.
      await server.look().catch(() => undefined);
      const removed = connection.ask(client => Promise.all([client.del(key), client.hDel(RECOVERED, owner)]));
      await removed.catch(() => undefined);
    },
  };
}
