import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded into a program before it starts: at each SIGUSR2 it writes, in milliseconds, the longest that the event loop was kept
 * since the last one.
 */

const turns = monitorEventLoopDelay({ resolution: 1 });
turns.enable();
process.on('SIGUSR2', () => {
  writeFileSync(String(process.env.BENCH_TURNS), String(turns.max / 1e6));
  turns.reset();
});
