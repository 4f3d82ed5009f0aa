import type { Problem } from '../domain/problem.ts';
import { StorageError } from '../storage/errors.ts';

/**
 * What may be said of a failure that nobody expected: "nothing was sent or changed" only when that is sure.
 *
 * @param unsure whether something may have been done all the same
 */
export function problemOf(error: unknown, unsure: boolean): Problem {
  if (!(error instanceof StorageError)) return { kind: 'UNEXPECTED' };
  return { kind: unsure ? 'STORE_UNSURE' : 'STORE_AWAY' };
}
