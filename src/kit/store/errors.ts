/** The store can't be used: it is unreachable, in use by another process, damaged, or written by a newer version. */
export class StorageError extends Error {
  override name = 'StorageError';
  /** True if the operation may have happened: it was sent, but no answer came. */
  readonly unsure: boolean;

  constructor(message: string, options: { cause?: unknown; unsure?: boolean } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.unsure = options.unsure ?? false;
  }
}

/** A stored value can't be read: a newer version wrote it, or it is damaged. The store itself works. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
  /** The unreadable fields, without their content. */
  readonly why: string;

  constructor(subject: string, why: string) {
    super(`${subject} can’t be read (${why}).`);
    this.why = why;
  }
}

/** For `catch`: returns a fallback for an UnreadableError and rethrows any other error. */
export function ifUnreadable<T>(fallback: T): (error: unknown) => T {
  return error => {
    if (error instanceof UnreadableError) return fallback;
    throw error;
  };
}

/** The version of the stored data's format. A change of the format increases it and migrates the data: see docs/decisions. */
export const DATA_VERSION = 11;

/** The version of a Redis into which a restore hasn't ended. */
export const RESTORING = 'restoring';

/** The data has another version than this program; an operator has to choose the program or the data. */
export class DataVersionError extends StorageError {
  override name = 'DataVersionError';

  /** @param place names the data, and a place without data, for the sentence */
  constructor(version: string | number, place: { data: string; empty: string }) {
    const isNewer = !(Number(version) < DATA_VERSION);
    super(
      version === RESTORING
        ? `${place.data} is half restored: run \`npm run restore\` again.`
        : `${place.data} has version ${version} and this program knows ${DATA_VERSION}: ` +
            (isNewer
              ? 'run the newer program that made it.'
              : `run the earlier program that made it, or give this one ${place.empty}.`),
    );
  }
}
