import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * Each folder of test/ is a project of its own, so `vitest --project unit` runs just the fast ones.
 *
 * Chaos and browsers mostly wait, for real minutes and for other processes: many of their files run at once, and keep two
 * processors as busy as fewer of the others, which come after them.
 */
const PROJECTS = [
  { at: 0, maxWorkers: 5, folders: ['browser', 'chaos'] },
  { at: 1, maxWorkers: 3, folders: ['contracts', 'journeys', 'unit'] },
];

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

export default defineConfig({
  test: {
    env: temporary(),
    // A hang is a failure with a name, not a lost CI run. Nothing asserts on elapsed time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // How long a condition is waited for; a second is too little where other tests keep both processors busy.
    expect: { poll: { timeout: 20_000 } },
    // Modules do no work on import and hold no state, so that files share them: importing took a quarter of the time.
    isolate: false,
    projects: PROJECTS.flatMap(({ at, maxWorkers, folders }) =>
      folders.map(name => ({
        extends: true,
        test: {
          name,
          maxWorkers,
          sequence: { groupOrder: at },
          include: [`test/${name}/**/*.test.ts`],
          ...(name === 'browser' ? { globalSetup: 'test/support/chromium-for-all.ts' } : {}),
        },
      })),
    ),
  },
});
