import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const KIB = 1024;

const mount = (...args: string[]): boolean => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
const unmount = (path: string): void => void spawnSync('umount', ['-l', path], { stdio: 'ignore' });

/** True if this user may mount a memory disk, as root may. */
export function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'sms-disk-'));
  const can = mount('-t', 'tmpfs', '-o', 'size=64k', 'none', path);
  if (can) unmount(path);
  rmSync(path, { recursive: true });
  if (!can)
    process.stderr.write('No disk can be mounted here: tests of a full or read-only one are skipped.\n');
  return can;
}

export type SmallDisk = {
  /** The folder it is mounted at. */
  path: string;
  /** Fills the disk. */
  fill(): void;
  /** Undoes `fill`. */
  makeRoom(): void;
  readOnly(): void;
};

/** A disk of a few MiB, removed after the test. */
export function smallDisk(mebibytes = 4): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'sms-disk-'));
  const ballast = join(path, 'ballast');
  if (!mount('-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'none', path))
    throw new Error('It could not be mounted');
  onTestFinished(() => {
    unmount(path);
    rmSync(path, { recursive: true });
  });
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(4 * KIB));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    makeRoom() {
      const file = openSync(ballast, 'a');
      ftruncateSync(file, 0);
      closeSync(file);
    },
    readOnly() {
      if (!mount('-o', 'remount,ro', path)) throw new Error('It is in use');
    },
  };
}
