import type { Log } from '../../log.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';
import type { Server } from './server.ts';

/** Times by which processes know of each other, in milliseconds. */
export type Presence = { heartbeatMs: number; graceMs: number; reapEveryMs: number };

/** So many heartbeats long, one who is silent is still there. */
export const SILENT_BEATS = 3;

/** News come in bursts; one look is enough for those of so long. */
const NEWS_MS = 20;

/** This process among those that share the Redis: it shows that it lives, and hears of what others did. */
export async function createPresence(parts: {
  connection: Connection;
  server: Server;
  owner: string;
  log: Log;
  presence: Presence;
  /** Of the data that this process works with. */
  version: number;
}): Promise<{ onNews(listener: () => void): void; leave(): Promise<void> }> {
  const { connection, server, owner, log, presence, version } = parts;
  const key = `${PREFIX}owner:${owner}`;
  const expiration = { type: 'PX', value: SILENT_BEATS * presence.heartbeatMs } as const;
  const beat = async (): Promise<void> => {
    await connection.ask(client => client.set(key, String(version), { expiration }));
    await server.look();
  };
  const tryBeat = (): Promise<void> =>
    beat().catch(error => log.warn({ err: error }, 'no sign of life could be left in Redis'));
  connection.onReady(tryBeat);
  const heart = setInterval(tryBeat, presence.heartbeatMs);
  if (connection.client().isReady) await tryBeat();

  let listener = (): void => undefined;
  let pending: NodeJS.Timeout | null = null;
  let hasLeft = false;
  const hear = (): void => {
    pending ??= setTimeout(() => {
      pending = null;
      listener();
    }, NEWS_MS);
  };
  // What was left unanswered may have been done, and then there is something to do that nobody was told of.
  connection.onAnswerAgain(hear);
  const subscriber = connection.another();
  const onNews = (from: string): void => {
    if (from !== owner) hear();
  };
  subscriber.onReady(() => {
    hear(); // What was said meanwhile was not heard.
    // The first time; later the client renews it by itself, and this does nothing.
    const client = subscriber.client();
    client.subscribe(`${PREFIX}news`, onNews).catch(error => {
      if (!hasLeft) log.warn({ err: error }, 'Redis does not tell news');
    });
  });
  const listening = subscriber.connect();
  if (connection.client().isReady) await listening;

  return {
    onNews(run) {
      listener = run;
    },
    async leave() {
      hasLeft = true;
      clearInterval(heart);
      if (pending) clearTimeout(pending);
      subscriber.destroy();
      // Who starts next goes on from here.
      await server.look().catch(() => undefined);
      await connection.ask(client => client.del(key)).catch(() => undefined);
    },
  };
}
