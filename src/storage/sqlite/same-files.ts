import { statSync } from 'node:fs';

/**
 * Whether files that are held open are still the ones in their folder. What is written to one that was deleted or replaced
 * is gone with the process, and nobody finds it at the next start.
 *
 * @param paths files that are there now
 * @returns the first that is there no longer, or is another one; null: all are as they were
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
