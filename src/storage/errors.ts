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
