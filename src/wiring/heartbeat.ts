import { request } from 'undici';
import type { Clock } from '../kit/clock.ts';
import { MINUTE_MS } from '../kit/day.ts';
import type { BackgroundWorker } from '../kit/feature.ts';
import { type Check, verdictOf } from '../kit/http/health.ts';
import type { Metrics } from '../kit/http/metrics.ts';
import { createWorker } from '../kit/worker.ts';
import type { Log } from '../log.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
const OUTCOMES = ['called', 'failed', 'not_well'] as const;

/**
 * Calls an address once a minute while all checks pass, so that a watch outside notices when they don't, or when this process is
 * gone. It isn't called at once after a start: a process that keeps dying isn't well. Each of several processes calls.
 */
export function createHeartbeat(deps: {
  /** Whoever knows it can pretend that all is well, so it appears in no line of the log. */
  url: string;
  checks: Readonly<Record<string, Check>>;
  metrics: Pick<Metrics, 'counter'>;
  clock: Clock;
  log: Log;
}): BackgroundWorker {
  const { url, checks, metrics, clock, log } = deps;
  const counted = metrics.counter<{ outcome: (typeof OUTCOMES)[number] }>(
    'sms_heartbeats_total',
    'Calls of HEARTBEAT_URL by what became of them; not_well: not called, because something isn’t well',
    OUTCOMES.map(outcome => ({ outcome })),
  );
  const stopping = new AbortController();
  /** What the last line of the log said; null if all was well. */
  let lastTrouble: string | null = null;
  let nextAt: number | null = null;

  function note(trouble: string | null, line: string): void {
    if (trouble === lastTrouble) return;
    lastTrouble = trouble;
    if (trouble === null) log.info('all is well again: HEARTBEAT_URL is called');
    else log.warn({ why: trouble }, line);
  }

  async function beat(): Promise<void> {
    const troubles = await troublesAmong(checks);
    if (stopping.signal.aborted) return;
    if (troubles !== null) {
      counted({ outcome: 'not_well' });
      note(troubles, 'not well: HEARTBEAT_URL isn’t called');
      return;
    }
    const failure = await call(url, stopping.signal);
    if (stopping.signal.aborted) return;
    counted({ outcome: failure === null ? 'called' : 'failed' });
    note(failure, 'all is well, but HEARTBEAT_URL can’t be called');
  }

  const worker = createWorker({
    name: 'heartbeat',
    clock,
    log,
    async pass() {
      nextAt ??= clock.now() + MINUTE_MS;
      if (clock.now() < nextAt) return nextAt;
      nextAt = clock.now() + MINUTE_MS;
      await beat();
      return nextAt;
    },
  });
  return {
    wake: worker.wake,
    stop() {
      stopping.abort();
      return worker.stop();
    },
  };
}

/** Which checks fail, and why; null if none does. */
async function troublesAmong(checks: Readonly<Record<string, Check>>): Promise<string | null> {
  const verdicts = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, verdict: await verdictOf(check) })),
  );
  const failures = verdicts.filter(({ verdict }) => verdict !== 'ok');
  return failures.length === 0 ? null : failures.map(({ name, verdict }) => `${name}: ${verdict}`).join('; ');
}

/** Null if the address answered with success; otherwise why not, without the address. */
async function call(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { statusCode, body } = await request(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await body.dump({ limit: MAX_BYTES });
    return statusCode >= 200 && statusCode < 300 ? null : `HTTP ${statusCode}`;
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string };
    return code ?? name ?? 'failed';
  }
}
