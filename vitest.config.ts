import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/*
 * `npm test`: every test that starts no other process. They are the same every time, so there is no second try. The others are
 * in vitest.real.config.ts.
 */

const MEMORY = '/dev/shm';
/** What tests keep for a moment is far less. */
const ROOM = 2 ** 30;

/**
 * Temporary files in memory, if it has the room: a third of the time was waiting for the disk. What is written there outlives
 * `kill -9` as on any disk, and tests kill processes, not the machine.
 */
function temporary(): Record<string, string> {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return {};
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM ? { TMPDIR: MEMORY } : {};
}

export const SHARED = {
  env: temporary(),
  // A hang is a failure with a name, not a lost CI run. Nothing asserts on elapsed time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  /** How long a condition is waited for: it is only ever this long if it never comes. */
  expect: { poll: { timeout: 60_000 } },
  // Modules do no work on import and hold no state, so that files share them: importing took a quarter of the time.
  isolate: false,
  setupFiles: ['test/support/property-seed.ts'],
};

export default defineConfig({
  test: {
    ...SHARED,
    maxWorkers: 2,
    // `vitest run --project unit` runs just the fastest.
    projects: ['unit', 'contracts', 'journeys', 'sim'].map(name => ({
      extends: true,
      test: { name, include: [`test/${name}/**/*.test.ts`] },
    })),
  },
});
