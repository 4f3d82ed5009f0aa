import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SHARED } from './vitest.config.ts';

/*
 * `npm run test:real`: the tests that start Redis, our programs, Chromium, sentinels, Alertmanager or carriers, or set clocks.
 *
 * What has to do with other processes can fail once for a reason outside, so there is a second try. It is a thermometer, not a
 * mend: the last lines name each test that needed it, and so does second-tries.log.
 */

/** Some that what the engine does could break, run again on Redis; otherwise journeys are about SQLite. */
const ON_REDIS = [
  'alerts/a-month-on-call',
  'alerts/alert-links',
  'broadcasts/broadcast-approval',
  'contacts/erasure',
  'contacts/do-not-text',
  'features/damaged-rows',
  'rotas/swaps',
  'schedules/schedules',
  'texts/redelivery',
].map(journey => `test/journeys/${journey}.test.ts`);
for (const path of ON_REDIS)
  if (!existsSync(path)) throw new Error(`${path} is to run on Redis, and isn't there`);

const projects = [
  // Two at a time keep two processors busy: they mostly wait for other processes.
  {
    at: 0,
    name: 'browser',
    include: ['test/real/browser/**/*.test.ts'],
    globalSetup: 'test/real/support/chromium-for-all.ts',
  },
  { at: 0, name: 'redis', include: ['test/real/redis/**/*.test.ts'] },
  {
    at: 0,
    name: 'journeys on Redis',
    include: ON_REDIS,
    globalSetup: 'test/real/support/redis-for-all.ts',
  },
  { at: 0, name: 'programs', include: ['test/real/programs/**/*.test.ts'] },
  // Takes minutes: `npm run weeks`, which `npm run test:real` leaves out.
  { at: 1, name: 'weeks', include: ['test/real/weeks/**/*.test.ts'] },
  // Whoever is killed or fails over has the machine to itself.
  { at: 1, name: 'kills', include: ['test/real/kills/**/*.test.ts'] },
];

export default defineConfig({
  test: {
    ...SHARED,
    retry: 1,
    reporters: ['default', './test/real/support/second-tries.ts'],
    projects: projects.map(({ at, name, ...files }) => ({
      extends: true,
      test: { name, maxWorkers: at === 0 ? 2 : 1, sequence: { groupOrder: at }, ...files },
    })),
  },
});
