/** The store can't be used: it is away, in use by another process, damaged, or made by a newer version. */
export class StorageError extends Error {
  override name = 'StorageError';
}
