import type { Log } from '../../../log.ts';
import { StorageError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** A replica that hasn't confirmed a write within this time counts as missing it. */
const COPY_MS = 500;
/** The pause before asking again, after too few replicas had a write. */
const AGAIN_MS = 2000;

/** Makes sure that enough replicas have each write (`REDIS_REPLICAS`), so that a promoted replica has it. */
export type Copies = {
  /** @throws StorageError while too few replicas are up to date, before anything is written */
  demand(): void;
  /**
   * Waits until enough replicas have all earlier writes of the same connection. Must be called in the turn of the event loop in
   * which the write was answered: on a later connection, the server would confirm without knowing that write.
   *
   * @throws StorageError with `unsure` if too few replicas have it in time
   */
  made(): Promise<void>;
};

export function createCopies(
  connection: Connection,
  { replicas, log }: { replicas: number; log: Log },
): Copies {
  let isShort = false;

  let asking: Promise<boolean> | null = null;

  const ask = (): Promise<boolean> =>
    connection
      .ask(client => client.wait(replicas, COPY_MS))
      .then(
        confirmed => confirmed >= replicas,
        () => false,
      );

  /** Asks once for all writes that were answered in this turn of the event loop. */
  function askOnce(): Promise<boolean> {
    asking ??= new Promise<void>(resolve => process.nextTick(resolve)).then(() => {
      asking = null;
      return ask();
    });
    return asking;
  }

  function askAgain(): void {
    const again = async (): Promise<void> => {
      if (!(await ask())) return askAgain();
      isShort = false;
      log.info('enough Redis replicas are up to date again');
    };
    setTimeout(() => void again(), AGAIN_MS).unref();
  }

  return {
    demand() {
      if (isShort) throw new StorageError(`${TOO_FEW}: nothing was written.`);
    },
    async made() {
      if (replicas === 0 || (await askOnce())) return;
      if (!isShort) {
        isShort = true;
        log.warn(`${TOO_FEW}: nothing is written until they are`);
        askAgain();
      }
      throw new StorageError(`${TOO_FEW}.`, { unsure: true });
    },
  };
}

const TOO_FEW = 'Too few Redis replicas are up to date (REDIS_REPLICAS)';
