import { z } from 'zod';
import type { FastClock } from '../fast-clock.ts';
import { createBench, createJob, EVERY_SECONDS } from './bench.ts';
import { KINDS } from './payloads.ts';
import { createRounds, type Hook } from './rounds.ts';

/** The sizes of storm to choose from. */
const STORMS = {
  burst: { label: '100 alerts at once', alerts: 100, overMs: 0 },
  minute: { label: '1,000 alerts in a minute', alerts: 1000, overMs: 60_000 },
};

const hook = z.object({
  url: z.url({ protocol: /^https?$/, error: 'The hook’s address has to start with http:// or https://.' }),
  token: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'The hook’s token is missing, or has spaces in it.'),
});

/** What its component may ask for. */
const Asked = z.discriminatedUnion('what', [
  z.object({
    what: z.enum(['fire', 'repeat', 'storm', 'resolve']),
    hook,
    kind: z.enum(KINDS),
    severity: z.string().min(1).max(40),
    group: z.string().trim().min(1, 'Name a group.').max(60),
    storm: z.enum(['burst', 'minute']).default('burst'),
  }),
  z.object({ what: z.literal('start-job') }),
  z.object({ what: z.literal('stop-job') }),
]);

/**
 * The alert bench: plays an alerting program, and a job that calls a heartbeat hook until somebody stops it.
 *
 * @param hooks asked anew for each call: their port changes with the app's
 * @param changed is called whenever there is something new to show
 */
export function benchPanel(
  hooks: { alerts: () => Hook; heartbeat: () => Hook },
  clock: FastClock,
  changed: () => void,
) {
  const rounds = createRounds(clock.wall, changed);
  const bench = createBench(clock, rounds);
  const job = createJob(clock, rounds, hooks.heartbeat);
  const storms = Object.entries(STORMS).map(([value, { label }]): [string, string] => [value, label]);
  const state = () => ({
    /** The hook that it calls, unless somebody enters another. */
    hook: hooks.alerts(),
    storms,
    job: { seconds: EVERY_SECONDS, runs: job.runs() },
    firing: bench.firing(),
    rounds: rounds.all(),
  });
  return {
    id: 'bench',
    label: 'Alert bench',
    where: 'dialog' as const,
    of: 'Alerts',
    files: new URL('./', import.meta.url),
    state,
    act(asked: unknown) {
      const read = Asked.safeParse(asked);
      if (!read.success) throw new Error(read.error.issues[0]?.message);
      if (read.data.what === 'start-job') return job.start();
      if (read.data.what === 'stop-job') return job.stop();
      if (read.data.what === 'storm') return bench.storm(read.data, STORMS[read.data.storm]);
      return bench[read.data.what](read.data);
    },
    close() {
      bench.close();
      job.stop();
    },
  };
}

/** What its component is given. */
export type BenchState = ReturnType<ReturnType<typeof benchPanel>['state']>;
