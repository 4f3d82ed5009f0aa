import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** libfaketime, which gives a program another time of day than its machine's. With CI=true it is required. */
const [LIBFAKETIME] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

export function hasLibfaketime(): boolean {
  if (!LIBFAKETIME && process.env.CI === 'true') throw new Error('CI has no libfaketime');
  if (!LIBFAKETIME)
    process.stderr.write('No libfaketime here: tests that set a running program’s clock are skipped.\n');
  return LIBFAKETIME !== undefined;
}

/** The clock of programs with this environment: it can be set while they run. */
export type SetClock = {
  environment: Record<string, string>;
  /** Sets it forward or back, by this much more than before. */
  step(ms: number): void;
  close(): void;
};

export function createSetClock(): SetClock {
  const dir = mkdtempSync(join(tmpdir(), 'sms-clock-'));
  const file = join(dir, 'offset');
  let offset = 0;
  function write(): void {
    // In one step, because programs may read it at any time.
    writeFileSync(`${file}.new`, `${offset < 0 ? '-' : '+'}${Math.abs(offset) / 1000}\n`);
    renameSync(`${file}.new`, file);
  }
  write();
  return {
    environment: {
      // redis-server can't use its own allocator together with libfaketime; libc's works as well.
      LD_PRELOAD: `${LIBFAKETIME}:libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Tests set only the time of day.
      DONT_FAKE_MONOTONIC: '1',
    },
    step(ms) {
      offset += ms;
      write();
    },
    close: () => rmSync(dir, { recursive: true }),
  };
}
