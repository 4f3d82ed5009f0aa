import { statSync } from 'node:fs';

/**
 * Checks whether open files are still the ones in their folder. What is written to a deleted or replaced file is gone with
 * the process, and nobody finds it at the next start.
 *
 * @param paths files that exist now
 * @returns the first that no longer exists, or has been replaced; null: all are as they were
 */
export function watchFiles(paths: readonly string[]): () => string | null {
  const known = paths.map(path => ({ path, identity: identityOf(path) }));
  return () => known.find(({ path, identity }) => identityOf(path) !== identity)?.path ?? null;
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
