import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { handledSchema } from './handling.ts';
import type { Stalls } from './stalls.ts';

/*
 * SQLite's file belongs to the thread that stands still, so where it stood waits in a file of its own for the next start. It
 * is not synced: a process's death loses nothing that it wrote, and after a power cut the next start tries once more.
 */

const FILE = 'stalled.json';

const stalledSchema = z.object({
  /** Names this end of this process. */
  death: z.string(),
  handled: handledSchema,
});
type Stalled = z.infer<typeof stalledSchema>;

export function writeStalled(dataDir: string, stalled: Stalled): void {
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.new`, JSON.stringify(stalled), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Notes where the process before this one stood still, if it did. */
export async function noteStalled(dataDir: string, stalls: Pick<Stalls, 'note'>): Promise<void> {
  const path = join(dataDir, FILE);
  const stalled = readStalled(path);
  if (stalled) await stalls.note(stalled.handled, stalled.death);
  rmSync(path, { force: true });
}

/** One that can't be read counts as none: nothing may keep the app from starting. */
function readStalled(path: string): Stalled | null {
  try {
    return stalledSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
