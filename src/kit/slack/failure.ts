import type { Problem } from '../problem.ts';
import { StorageError } from '../store/errors.ts';

/**
 * The problem to report for an unexpected failure: "nothing was sent or changed" only if that is certain.
 *
 * @param unsure whether something may have been done anyway
 */
export function problemOf(error: unknown, unsure: boolean): Problem {
  if (!(error instanceof StorageError)) return { kind: 'UNEXPECTED' };
  return { kind: unsure ? 'STORE_UNSURE' : 'STORE_AWAY' };
}
