import type { Log } from '../../../log.ts';
import type { TimeSource } from '../../clock.ts';
import { DataVersionError, StorageError } from '../errors.ts';
import { faultOf } from './client.ts';
import { type Connection, loadScript } from './connection.ts';
import { checkKeeping, demandVersion, UnfitServerError } from './durability-check.ts';
import { SERVER } from './encoding.ts';
import { type SharedTime, shareTime } from './shared-clock.ts';

/** After a Redis came back as another server, claims of the old one may be lost: nothing is claimed for this long. */
const SETTLE_FIRST_MS = 30_000;
/** While we don't know which server answers, nothing is claimed; look again after this long. */
const UNKNOWN_MS = 1000;
/** What we know about the server at the other end. */
export type Server = SharedTime & {
  /** Whether we know which server answers, and that it accepts writes. */
  isKnown(): boolean;
  /** Why we can't use it yet, as a sentence. */
  whyNot(): string;
  /** Nothing may be claimed before this time. */
  claimsPausedUntil(): number;
  /** How much longer that is; 0: it is over. */
  claimsPausedMs(): number;
  /** Identifies the server; one that may have lost its memory counts as another. */
  epoch(): string;
  /** Calls `listener` when another server is known, or the same one that may have lost its memory. */
  onAnother(listener: () => void): void;
};

/**
 * Watches which server it is and what time it has. The findings are stored in Redis, so that processes which start after it
 * came back wait as well.
 *
 * @param given.isEphemeral it is known to keep nothing on disk
 * @throws StorageError if it is there and refuses for a reason that somebody has to fix, such as a missing password
 */
export async function watchServer(
  connection: Connection,
  log: Log,
  given: { time: TimeSource; isEphemeral: boolean },
): Promise<Server> {
  const { ask } = connection;
  const time = shareTime(connection, SERVER, given.time);
  const { now } = time;
  const notice = loadScript(connection, 'notice');
  let knownServer: string | null = null;
  let isKnown = false;
  /** The last attempt to identify it, which ends without an error. */
  let attempt: Promise<void> = Promise.resolve();
  let claimsPausedUntil = 0;
  let epoch = 0;
  /** Whether the data has our version; we don't write to any other. */
  let fits = true;
  let whyNot = 'Redis can’t be used yet.';
  let another = (): void => undefined;

  async function identify(): Promise<void> {
    await demandVersion(connection);
    fits = true;
    await time.look();
    // Not earlier: while it loads its file, it says that it has none.
    const info = await ask(client => client.info());
    const id = serverId(info);
    await checkKeeping(connection, log, info, given.isEphemeral).catch(error => {
      // If it took another's place, continue with it: stopping wouldn't keep the data any better.
      if (knownServer === null || !(error instanceof UnfitServerError)) throw error;
      log.error({ err: error }, 'Redis doesn’t save to disk');
    });
    const noticed = await notice(SERVER, [id, String(epoch), String(now() + SETTLE_FIRST_MS)]);
    const [epochNow, until] = noticed as [number, string];
    if (Number(until) > Math.max(now(), claimsPausedUntil)) {
      log.warn('Redis was restarted or replaced: sending pauses for 30 s');
    }
    claimsPausedUntil = Math.max(claimsPausedUntil, Number(until));
    const isAnother = knownServer !== null && epochNow !== epoch;
    epoch = epochNow;
    knownServer = id;
    isKnown = true;
    if (isAnother) another();
  }

  /** Asks who it is until it says: while it loads its file it answers, but refuses. */
  async function identifyInTime(): Promise<void> {
    while (connection.client().isReady && !isKnown) {
      attempt = identify().catch(error => {
        if (error instanceof UnfitServerError) whyNot = error.message;
        if (error instanceof DataVersionError) {
          fits = false;
          whyNot = error.message;
        }
        log.warn({ err: error }, 'Redis can’t be used yet');
      });
      await attempt;
      if (!isKnown) await new Promise(resolve => setTimeout(resolve, UNKNOWN_MS).unref());
    }
  }

  await identify().catch(error => {
    if (error instanceof DataVersionError || error instanceof UnfitServerError) throw error;
    const fault = faultOf((error as StorageError).cause);
    if (fault) throw new StorageError(fault, { cause: error });
    log.warn({ err: error }, 'Redis can’t be used yet; the app starts anyway and waits for it');
  });
  connection.onReady(() => {
    isKnown = false;
    void identifyInTime();
  });
  void identifyInTime();
  const pausedUntil = (): number =>
    isKnown ? claimsPausedUntil : Math.max(claimsPausedUntil, now() + UNKNOWN_MS);
  return {
    ...time,
    hasTime: () => fits && time.hasTime(),
    isKnown: () => isKnown,
    whyNot: () => whyNot,
    claimsPausedUntil: pausedUntil,
    claimsPausedMs: () => Math.max(0, pausedUntil() - now()),
    epoch: () => String(epoch),
    onAnother(listener) {
      another = listener;
    },
    async look() {
      if (!isKnown) return attempt;
      const [there, info] = await ask(client => Promise.all([client.hGet(SERVER, 'epoch'), client.info()]));
      if (Number(there ?? 0) === epoch && serverId(info) === knownServer) return time.look();
      isKnown = false;
      void identifyInTime();
      return attempt;
    },
  };
}

/**
 * Which server it is, and from whom it took over: one that was a replica for a moment has the memory of another, though it
 * never restarted. (After a promotion, `master_replid2` names the replication that it followed; zeros: none.)
 *
 * @param info the answer to INFO; see https://redis.io/docs/latest/commands/info/
 */
function serverId(info: string): string {
  const fieldOf = (name: string): string => new RegExp(`^${name}:(\\w+)`, 'm').exec(info)?.[1] ?? '';
  const followed = fieldOf('master_replid2').replace(/^0+$/, '');
  return [fieldOf('run_id'), followed].filter(Boolean).join(' ');
}
