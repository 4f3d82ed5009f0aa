import type { Log } from '../../../log.ts';
import type { Connection } from './connection.ts';
import { PREFIX, processKey, RECOVERED, SIGN_OF_LIFE } from './encoding.ts';
import type { Server } from './server.ts';

/** The intervals by which processes know of each other, in milliseconds. */
export type Liveness = { heartbeatMs: number; graceMs: number };

/** For how many heartbeats a silent process still counts as alive. */
const SILENT_BEATS = 3;

/** News come in bursts; one look is enough for everything within this time. */
const NEWS_MS = 20;

/** This process among those that share the Redis: it shows that it is alive, and hears what others did. */
export async function createLiveness(deps: {
  connection: Connection;
  server: Server;
  owner: string;
  log: Log;
  liveness: Liveness;
}): Promise<{
  onNews(listener: () => void): void;
  /** There is work here that nobody in this process was told about. */
  hear(): void;
  leave(): Promise<void>;
}> {
  const { connection, server, owner, log, liveness } = deps;
  const key = processKey(owner);
  const expiration = { type: 'PX', value: SILENT_BEATS * liveness.heartbeatMs } as const;
  const beat = async (): Promise<void> => {
    const epoch = server.isKnown() ? server.epoch() : null;
    await connection.ask(client => client.set(key, SIGN_OF_LIFE, { expiration }));
    await server.look();
    // The others wait for us, if the server forgets something.
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
  // Something that went unanswered may have been done, and then there is work that nobody was told about.
  connection.onAnswerAgain(hear);
  const subscriber = connection.another();
  const onNews = (from: string): void => {
    if (from !== owner) hear();
  };
  subscriber.onReady(() => {
    hear(); // We missed what was said meanwhile.
    // The first time; later the client subscribes again by itself, and this does nothing.
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
      // Whoever starts next continues from here.
      await server.look().catch(() => undefined);
      const gone = connection.ask(client => Promise.all([client.del(key), client.hDel(RECOVERED, owner)]));
      await gone.catch(() => undefined);
    },
  };
}
