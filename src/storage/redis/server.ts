import type { Log } from '../../log.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';

/** After a Redis came back as another one, claims of the old one may be lost: nothing is claimed for this long. */
const SETTLE_FIRST_MS = 30_000;
/** While it is not known who answers, nothing is claimed; so much later it is looked at again. */
const UNKNOWN_MS = 1000;
/** A reply that took longer tells the time too badly. */
const GOOD_ROUND_TRIP_MS = 200;

/** What is known of the server at the other end. */
export type Server = {
  /** Its time, in epoch milliseconds: the one clock of all who share it. */
  now(): number;
  /** Nothing may be claimed before this time (of the server's). */
  quietUntil(): number;
  /** How much longer that is; 0: it is over. */
  quietMs(): number;
  /** Since when this server is the one that answers: what it was told before, it may have forgotten. */
  since(): number;
  /** Looks at the clock again, and at who the server is while that is not known. */
  synchronise(): Promise<void>;
};

/**
 * Watches who the server is and what time it has. What was found is left in Redis, so that processes which start
 * after it came back wait as well.
 */
export async function watchServer(connection: Connection, log: Log): Promise<Server> {
  let offset = 0;
  let runId: string | null = null;
  let isKnown = false;
  let quietUntil = 0;
  let since = 0;
  const now = (): number => Math.round(Date.now() + offset);

  async function readTime(): Promise<void> {
    const asked = Date.now();
    const [seconds, microseconds] = await connection.ask(client => client.sendCommand<string[]>(['TIME']));
    const answered = Date.now();
    if (answered - asked > GOOD_ROUND_TRIP_MS) return;
    offset = Number(seconds) * 1000 + Number(microseconds) / 1000 - (asked + answered) / 2;
  }

  async function identify(): Promise<void> {
    const info = await connection.ask(client => client.info('server'));
    const id = /^run_id:(\w+)/m.exec(info)?.[1] ?? '';
    await readTime();
    const key = `${PREFIX}server`;
    const [left, until] = await connection.ask(client => client.hmGet(key, ['run_id', 'quiet_until']));
    const before = left ?? runId;
    if (before === id) quietUntil = Math.max(quietUntil, Number(until ?? 0));
    else {
      if (before !== null) {
        quietUntil = now() + SETTLE_FIRST_MS;
        log.warn('Redis was restarted or replaced: nothing is claimed for 30 s');
      }
      await connection.ask(client => client.hSet(key, { run_id: id, quiet_until: quietUntil }));
    }
    if (runId !== null && runId !== id) since = now();
    runId = id;
    isKnown = true;
  }

  const quietTime = (): number => (isKnown ? quietUntil : now() + UNKNOWN_MS);

  await identify();
  await warnIfNothingIsKept(connection, log);
  connection.client.on('ready', () => {
    isKnown = false;
    identify().catch(error => log.warn({ err: error }, 'Redis could not be asked who it is'));
  });
  return {
    now,
    quietUntil: quietTime,
    quietMs: () => Math.max(0, quietTime() - now()),
    since: () => (isKnown ? since : Number.POSITIVE_INFINITY),
    synchronise: () => (isKnown ? readTime() : identify()),
  };
}

async function warnIfNothingIsKept(connection: Connection, log: Log): Promise<void> {
  try {
    const settings = await connection.ask(client => client.configGet(['appendonly', 'save']));
    if (settings.appendonly === 'no') {
      log.warn(
        { save: settings.save },
        'Redis keeps no append-only file: what was accepted may be lost, or sent twice, when it restarts. Set appendonly yes',
      );
    }
  } catch {
    log.warn('Redis does not tell whether it keeps what it is given: make sure that appendonly is on');
  }
}
