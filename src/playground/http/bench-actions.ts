import { z } from 'zod';
import type { Bench } from '../bench/bench.ts';
import type { Hook } from '../bench/call.ts';
import { KINDS } from '../bench/payloads.ts';
import type { JsonObject } from '../json.ts';

/** The sizes of storm to choose from. */
const STORMS = {
  burst: { label: '100 alerts at once', alerts: 100, overMs: 0 },
  minute: { label: '1,000 alerts in a minute', alerts: 1000, overMs: 60_000 },
};

/** What the page may ask the alert bench to do. */
const BenchAction = z.object({
  do: z.literal('bench'),
  what: z.enum(['fire', 'repeat', 'storm', 'resolve']),
  hook: z.object({
    url: z.url({ protocol: /^https?$/, error: 'The hook’s address has to start with http:// or https://.' }),
    token: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'The hook’s token is missing, or has spaces in it.'),
  }),
  kind: z.enum(KINDS),
  severity: z.string().min(1).max(40),
  group: z.string().trim().min(1, 'Name a group.').max(60),
  storm: z.enum(['burst', 'minute']).default('burst'),
});

/** Does what somebody pressed on the bench; returns what was wrong with it, if anything. */
export async function runBenchAction(bench: Bench, action: unknown): Promise<{ problem?: string }> {
  const read = BenchAction.safeParse(action);
  if (!read.success) return { problem: read.error.issues[0]?.message ?? 'This can’t be read.' };
  const { what, storm, do: _, ...order } = read.data;
  try {
    if (what === 'storm') bench.storm(order, STORMS[storm]);
    else await bench[what](order);
    return {};
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What the page shows about the bench. */
export function benchState(bench: Bench, hook: Hook | null): JsonObject {
  const storms = Object.entries(STORMS).map(([value, { label }]) => ({ value, label }));
  return { hook, storms, firing: bench.firing(), rounds: bench.rounds() };
}
