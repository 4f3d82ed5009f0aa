import { StorageError } from './errors.ts';

/** Which form our data has. Whoever changes it adds one, and leads the data over: see docs/decisions. */
export const DATA_VERSION = 6;

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
