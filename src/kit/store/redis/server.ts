import type { Log } from '../../../log.ts';
import type { TimeSource } from '../../clock.ts';
import { DataVersionError, StorageError } from '../errors.ts';
import { faultOf } from './client.ts';
import { type Connection, loadScript } from './connection.ts';
import { checkKeeping, demandVersion, UnfitServerError } from './durability-check.ts';
import { SERVER } from './encoding.ts';
import { type SharedTime, shareTime } from './shared-clock.ts';

/** Claims pause for this long after a restart or failover, because earlier claims may be lost. */
const SETTLE_FIRST_MS = 30_000;
/** While the server is unidentified, claims pause; it is asked again after this time. */
const UNKNOWN_MS = 1000;

/** The Redis server that we are connected to. */
export type Server = SharedTime & {
  /** True once the server is identified and accepts writes. */
  isKnown(): boolean;
  /** The reason why it can't be used yet, as a sentence. */
  whyNot(): string;
  /** When claims resume, on the time line. */
  claimsPausedUntil(): number;
  /** The time until claims resume; 0 if they aren't paused. */
  claimsPausedMs(): number;
  /** Identifies the server and its data: a server that may have lost data has a new epoch. */
  epoch(): string;
  /** Calls `listener` when the epoch has changed. */
  onNewEpoch(listener: () => void): void;
};

/**
 * Identifies the server after each connect and follows its clock. The epoch and the pause of claims are stored in Redis, so that
 * processes that start after a restart pause, too.
 *
 * @param isEphemeral accepts a server that keeps nothing on disk
 * @throws StorageError for a problem that an operator has to fix, such as a missing password
 */
export async function watchServer(
  connection: Connection,
  log: Log,
  { time: machine, isEphemeral }: { time: TimeSource; isEphemeral: boolean },
): Promise<Server> {
  const { ask } = connection;
  const time = shareTime(connection, SERVER, machine);
  const { now } = time;
  const notice = loadScript(connection, 'notice');
  let knownServer: string | null = null;
  let isKnown = false;
  /** The last attempt to identify the server; never rejects. */
  let attempt: Promise<void> = Promise.resolve();
  let claimsPausedUntil = 0;
  let epoch = 0;
  /** False if the data has another version: we must not write to it. */
  let fits = true;
  let whyNot = 'Redis can’t be used yet.';
  let epochChanged = (): void => undefined;

  async function identify(): Promise<void> {
    await demandVersion(connection);
    fits = true;
    await time.look();
    // After the commands above, which a server refuses while it loads its file: until then, INFO reports that it has none.
    const info = await ask(client => client.info());
    const id = serverId(info);
    await checkKeeping(connection, log, info, isEphemeral).catch(error => {
      // After a failover, continue with such a server: stopping wouldn't save any data.
      if (knownServer === null || !(error instanceof UnfitServerError)) throw error;
      log.error({ err: error }, 'Redis doesn’t save to disk');
    });
    const noticed = await notice(SERVER, [id, String(epoch), String(now() + SETTLE_FIRST_MS)]);
    const [epochNow, until] = noticed as [number, string];
    if (Number(until) > Math.max(now(), claimsPausedUntil)) {
      log.warn('Redis was restarted or replaced: sending pauses for 30 s');
    }
    claimsPausedUntil = Math.max(claimsPausedUntil, Number(until));
    const hasChanged = knownServer !== null && epochNow !== epoch;
    epoch = epochNow;
    knownServer = id;
    isKnown = true;
    if (hasChanged) epochChanged();
  }

  /** Tries until the server is identified: while it loads its file, it refuses. */
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
    log.warn({ err: error }, 'Redis can’t be used yet; it is waited for');
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
    onNewEpoch(listener) {
      epochChanged = listener;
    },
    async look() {
      if (!isKnown) return attempt;
      const [current, info] = await ask(client => Promise.all([client.hGet(SERVER, 'epoch'), client.info()]));
      if (Number(current ?? 0) === epoch && serverId(info) === knownServer) return time.look();
      isKnown = false;
      void identifyInTime();
      return attempt;
    },
  };
}

/**
 * The server's id, with the replication that it followed before a promotion (`master_replid2`; zeros: none): a server that was a
 * replica for a moment has another server's data, although it never restarted.
 *
 * @param info the answer to INFO; see https://redis.io/docs/latest/commands/info/
 */
function serverId(info: string): string {
  const fieldOf = (name: string): string => new RegExp(`^${name}:(\\w+)`, 'm').exec(info)?.[1] ?? '';
  const followed = fieldOf('master_replid2').replace(/^0+$/, '');
  return [fieldOf('run_id'), followed].filter(Boolean).join(' ');
}
