import type { Clock } from '../kit/clock.ts';
import type { ProbeResult } from '../workspace/linked-keys.ts';
import type { Gateway } from './gateway/client.ts';
import type { Claims } from './store/claim.ts';

/** What the service definitely knows about a key. The question takes a slot, because the service counts it. */
export function createProbe(parts: {
  claims: Pick<Claims, 'takeSlot' | 'freeSlot'>;
  gateway: Pick<Gateway, 'probe'>;
  clock: Clock;
}): (apiKey: string, fingerprint: string) => Promise<ProbeResult> {
  const { claims, gateway, clock } = parts;
  return async (apiKey, fingerprint) => {
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
  };
}
