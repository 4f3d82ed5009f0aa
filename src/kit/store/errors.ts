/** The store can't be used: it is away, in use by another process, damaged, or made by a newer version. */
export class StorageError extends Error {
  override name = 'StorageError';
  /** Whether the operation may have happened anyway: it left, and no answer came. */
  readonly unsure: boolean;

  constructor(message: string, options: { cause?: unknown; unsure?: boolean } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.unsure = options.unsure ?? false;
  }
}

/** Something stored can't be read: a newer version wrote it, or it is damaged. The store itself is fine. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
  /** What can't be read, without any of the content. */
  readonly why: string;

  constructor(what: string, why: string) {
    super(`${what} can’t be read (${why}).`);
    this.why = why;
  }
}

/** For `catch`: a fallback if something can't be read; any other error is thrown again. */
export function ifUnreadable<T>(instead: T): (error: unknown) => T {
  return error => {
    if (error instanceof UnreadableError) return instead;
    throw error;
  };
}

/** Which form our data has. Whoever changes it adds one, and leads the data over: see docs/decisions. */
export const DATA_VERSION = 8;

/** This program can't work with the data: somebody has to look into it. */
export class DataVersionError extends StorageError {
  override name = 'DataVersionError';

  /** @param place where the data is, and how a place without data is named */
  constructor(found: string | number, place: { data: string; empty: string }) {
    const isNewer = !(Number(found) < DATA_VERSION);
    super(
      `${place.data} has version ${found} and this program knows ${DATA_VERSION}: ` +
        (isNewer
          ? 'run the newer program that made it.'
          : `run the earlier program that made it, or give this one ${place.empty}.`),
    );
  }
}
