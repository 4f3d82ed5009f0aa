import type { Log } from '../../../log.ts';
import { StorageError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** Replicas that haven't confirmed within this time count as not having it. */
const COPY_MS = 500;
/** How long after too few replicas had something we ask again. */
const AGAIN_MS = 2000;

/** Whether replicas have what is written (`REDIS_REPLICAS`), so that none that is promoted lacks it. */
export type Copies = {
  /** @throws StorageError while too few replicas are up to date: nothing is written then */
  demand(): void;
  /**
   * Waits until replicas have everything that was written before on the same connection. Must be called in the same turn of
   * the event loop in which that write was answered: on another connection, the server would count for writes it doesn't know.
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

  /** Asks for everything that this connection wrote before. */
  const ask = (): Promise<boolean> =>
    connection
      .ask(client => client.wait(replicas, COPY_MS))
      .then(
        many => many >= replicas,
        () => false,
      );

  /** One question for everything that was answered in this turn of the event loop. */
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
