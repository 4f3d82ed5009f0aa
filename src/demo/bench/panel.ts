import { z } from 'zod';
import type { FastClock } from '../fast-clock.ts';
import { createBench, createJob, EVERY_SECONDS } from './bench.ts';
import { KINDS } from './payloads.ts';
import { createRounds, type Hook } from './rounds.ts';

/** The storms that the user can choose. */
const STORMS = {
  burst: { label: '100 alerts at once', alerts: 100, overMs: 0 },
  minute: { label: '1,000 alerts in a minute', alerts: 1000, overMs: 60_000 },
};

const hook = z.object({
  url: z.url({ protocol: /^https?$/, error: 'The hook’s address has to start with http:// or https://.' }),
  token: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'The hook’s token is missing, or has spaces in it.'),
});

/** Requests of the bench's component on the page. */
const requestSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.enum(['fire', 'repeat', 'storm', 'resolve']),
    hook,
    kind: z.enum(KINDS),
    severity: z.string().min(1).max(40),
    group: z.string().trim().min(1, 'Name a group.').max(60),
    storm: z.enum(['burst', 'minute']).default('burst'),
  }),
  z.object({ action: z.literal('start-job') }),
  z.object({ action: z.literal('stop-job') }),
]);

/**
 * The alert bench: plays an alerting program, and a job that calls a heartbeat hook until it is stopped.
 *
 * @param hooks called for each request, because the port changes with the app's
 * @param changed called when there is something new to show
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
    /** The hook to call, unless the user enters another. */
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
    act(request: unknown) {
      const parsed = requestSchema.safeParse(request);
      if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
      if (parsed.data.action === 'start-job') return job.start();
      if (parsed.data.action === 'stop-job') return job.stop();
      if (parsed.data.action === 'storm') return bench.storm(parsed.data, STORMS[parsed.data.storm]);
      return bench[parsed.data.action](parsed.data);
    },
    close() {
      bench.close();
      job.stop();
    },
  };
}

/** The state of the bench's component. */
export type BenchState = ReturnType<ReturnType<typeof benchPanel>['state']>;
