import type { Clock } from '../kit/clock.ts';
import type { Log } from '../log.ts';
import type { ProbeResult, TextsByKey } from '../workspace/linked-keys.ts';
import type { Gateway } from './gateway/client.ts';
import { logRefused } from './sending/send-text.ts';
import type { Claims } from './store/claim.ts';
import type { Queue } from './store/queue.ts';

/** Handles waiting texts when their key is linked, unlinked or released. */
export function createTextsByKey(deps: {
  queue: Queue;
  claims: Pick<Claims, 'takeSlot' | 'freeSlot'>;
  gateway: Pick<Gateway, 'probe'>;
  clock: Clock;
  log: Log;
  wake: () => void;
}): TextsByKey {
  const { queue, claims, gateway, clock, log, wake } = deps;

  /**
   * Asks the service about a key; `none` unless its answer is certain. The request takes a slot, because the service counts
   * it.
   */
  async function askAbout(apiKey: string, fingerprint: string): Promise<ProbeResult> {
    const slot = await claims.takeSlot(fingerprint, clock.now());
    if (slot === null) return { kind: 'none' };
    const outcome = await gateway.probe(apiKey);
    await claims.freeSlot(slot, clock.now());
    if (outcome.kind === 'not_sent') return { kind: 'unreachable', cause: outcome.cause };
    if (outcome.kind !== 'refused' || !outcome.proven) return { kind: 'none' };
    const { code } = outcome;
    return code === 'INVALID_API_KEY' || code === 'ACCOUNT_SUSPENDED'
      ? { kind: 'news', code }
      : { kind: 'none' };
  }

  return {
    askAbout,
    releaseHold: queue.releaseHold,
    moveWaiting: queue.moveWaiting,
    async refuseWaiting(workspace, problem, now) {
      const refused = await queue.refuseWaiting(workspace, problem, now);
      logRefused(log, refused, problem);
      return refused.length;
    },
    wake,
  };
}
