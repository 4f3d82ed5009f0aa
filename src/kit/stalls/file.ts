import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { handledSchema } from './handling.ts';
import type { Stalls } from './stalls.ts';

/*
 * The stalled thread has SQLite's lock, so the watchdog writes the stall to a file of its own, which the next start reads. It
 * isn't synced: a process's death loses no written file, and after a power cut the next start tries the event once more.
 */

const FILE = 'stalled.json';

const stalledSchema = z.object({
  /** Identifies this death of this process. */
  death: z.string(),
  handled: handledSchema,
});
type Stalled = z.infer<typeof stalledSchema>;

export function writeStalled(dataDir: string, stalled: Stalled): void {
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.new`, JSON.stringify(stalled), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Notes the previous process's stall, if there was one. */
export async function noteStalled(dataDir: string, stalls: Pick<Stalls, 'note'>): Promise<void> {
  const path = join(dataDir, FILE);
  const stalled = readStalled(path);
  if (stalled) await stalls.note(stalled.handled, stalled.death);
  rmSync(path, { force: true });
}

/** Null for an unreadable file, too, because it must not keep the app from starting. */
function readStalled(path: string): Stalled | null {
  try {
    return stalledSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
