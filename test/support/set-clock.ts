import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** libfaketime, which gives a program another time of day than its machine has. With CI=true it is demanded. */
const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

export function hasLibfaketime(): boolean {
  if (!LIBRARY && process.env.CI === 'true') throw new Error('CI has no libfaketime');
  if (!LIBRARY)
    process.stderr.write('No libfaketime here: tests that set a running program’s clock are skipped.\n');
  return LIBRARY !== undefined;
}

/** The clock of programs that are started with this environment: it can be set while they run. */
export type SetClock = {
  environment: Record<string, string>;
  /** Sets it forward, or back: so much more than it was set before. */
  step(ms: number): void;
  close(): void;
};

export function createSetClock(): SetClock {
  const dir = mkdtempSync(join(tmpdir(), 'sms-clock-'));
  const file = join(dir, 'offset');
  let offset = 0;
  function write(): void {
    // In one step: it is read whenever a program looks at its clock.
    writeFileSync(`${file}.new`, `${offset < 0 ? '-' : '+'}${Math.abs(offset) / 1000}\n`);
    renameSync(`${file}.new`, file);
  }
  write();
  return {
    environment: {
      // Its own allocator redis-server can't use beside libfaketime; that of libc does as well.
      LD_PRELOAD: `${LIBRARY}:libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Time that really passes is not what anybody sets.
      DONT_FAKE_MONOTONIC: '1',
    },
    step(ms) {
      offset += ms;
      write();
    },
    close: () => rmSync(dir, { recursive: true }),
  };
}
