import { z } from 'zod';
import type { Bench } from '../bench/bench.ts';
import type { Hook } from '../bench/call.ts';
import { EVERY_SECONDS } from '../bench/job.ts';
import { KINDS } from '../bench/payloads.ts';
import type { JsonObject } from '../json.ts';

/** The sizes of storm to choose from. */
const STORMS = {
  burst: { label: '100 alerts at once', alerts: 100, overMs: 0 },
  minute: { label: '1,000 alerts in a minute', alerts: 1000, overMs: 60_000 },
};

const hook = z.object({
  url: z.url({ protocol: /^https?$/, error: 'The hook’s address has to start with http:// or https://.' }),
  token: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'The hook’s token is missing, or has spaces in it.'),
});

/** What the page may ask the alert bench to do. */
const BenchAction = z.discriminatedUnion('what', [
  z.object({
    what: z.enum(['fire', 'repeat', 'storm', 'resolve']),
    hook,
    kind: z.enum(KINDS),
    severity: z.string().min(1).max(40),
    group: z.string().trim().min(1, 'Name a group.').max(60),
    storm: z.enum(['burst', 'minute']).default('burst'),
  }),
  z.object({ what: z.literal('start-job'), hook }),
  z.object({ what: z.literal('stop-job') }),
]);

/** Does what somebody pressed on the bench; returns what was wrong with it, if anything. */
export async function runBenchAction(bench: Bench, action: unknown): Promise<{ problem?: string }> {
  const read = BenchAction.safeParse(action);
  if (!read.success) return { problem: read.error.issues[0]?.message ?? 'This can’t be read.' };
  const asked = read.data;
  try {
    if (asked.what === 'start-job') bench.job.start(asked.hook);
    else if (asked.what === 'stop-job') bench.job.stop();
    else if (asked.what === 'storm') bench.storm(asked, STORMS[asked.storm]);
    else await bench[asked.what](asked);
    return {};
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * What the page shows about the bench.
 *
 * @param heartbeat the hook that its job calls; null: it has no job
 */
export function benchState(bench: Bench, hook: Hook | null, heartbeat: Hook | null): JsonObject {
  const storms = Object.entries(STORMS).map(([value, { label }]) => ({ value, label }));
  const job = heartbeat && { hook: heartbeat, seconds: EVERY_SECONDS, runs: bench.job.runs() };
  return { hook, storms, job, firing: bench.firing(), rounds: bench.rounds() };
}
