import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const CALLS = 'fsync,fdatasync';

/** True if this machine has strace, which makes system calls of another process fail. */
export function hasStrace(): boolean {
  const hasStrace = spawnSync('strace', ['-V']).status === 0;
  if (!hasStrace) process.stderr.write('No strace here: tests of a disk that fails are skipped.\n');
  return hasStrace;
}

/** From now on, each sync to disk by the process fails, as on a dying disk. */
export async function failSyncs(pid: number): Promise<void> {
  const failing = ['-e', `trace=${CALLS}`, '-e', `inject=${CALLS}:error=EIO`];
  const strace = spawn('strace', ['-f', '-p', String(pid), '-o', '/dev/null', ...failing], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void strace.kill('SIGKILL'));
  // Its first line says that it is attached; without one the process was gone.
  await Promise.race([once(createInterface({ input: strace.stderr }), 'line'), once(strace, 'exit')]);
}
