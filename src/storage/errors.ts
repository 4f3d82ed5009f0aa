/** The store can't be used: it is away, in use by another process, damaged, or made by a newer version. */
export class StorageError extends Error {
  override name = 'StorageError';
  /** Whether what was asked for may have happened all the same: it left, and no answer came. */
  readonly unsure: boolean;

  constructor(message: string, options: { cause?: unknown; unsure?: boolean } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.unsure = options.unsure ?? false;
  }
}

/** It is written, and too few replicas have it: a failover might forget it. */
export class TooFewCopiesError extends StorageError {
  override name = 'TooFewCopiesError';

  constructor() {
    super(
      'Too few replicas of Redis have what was written (REDIS_REPLICAS): nothing is sent until they do.',
      {
        unsure: true,
      },
    );
  }
}

/** Something that is stored can't be read: a newer version wrote it, or it is damaged. The store itself is well. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
  /** What of it, without a word of what stands there. */
  readonly why: string;

  constructor(what: string, why: string) {
    super(`${what} can’t be read (${why}).`);
    this.why = why;
  }
}

/** For `catch`: what to go on with where something can't be read; any other error stays one. */
export function ifUnreadable<T>(instead: T): (error: unknown) => T {
  return error => {
    if (error instanceof UnreadableError) return instead;
    throw error;
  };
}
