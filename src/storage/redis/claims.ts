import { z } from 'zod';
import type { Outbox } from '../ports.ts';
import { toText } from '../rows.ts';
import { toRow } from './hashes.ts';
import type { Scripts } from './scripts.ts';

type Claims = Pick<Outbox, 'claim' | 'takeSlot' | 'freeSlot' | 'settle' | 'release' | 'reap'>;

/** A key that waits for replies is looked at again this much later even if none wakes it. */
const LOOK_AGAIN_MS = 30_000;
/** A claim of a process that shows no life is given up for uncertain when it is this old. */
const REAP_GRACE_MS = 30_000;

export function createClaims(scripts: Scripts, newId: () => string): Claims {
  return {
    async claim(now) {
      const id = newId();
      const row = await scripts.run('claim', { id, now, lookAgainMs: LOOK_AGAIN_MS });
      return row === null ? null : { id, text: toText(toRow(row)), claimedAt: now };
    },
    takeSlot: async (fingerprint, now) =>
      z
        .string()
        .nullable()
        .parse(await scripts.run('take-slot', { id: newId(), fingerprint, now })),
    async freeSlot(id, now) {
      await scripts.run('free-slot', { id, now });
    },
    async settle(claim, settlement, now) {
      const { fingerprint, id: text } = claim.text;
      const about = { claim: claim.id, text, fingerprint, now, kind: settlement.kind };
      if (settlement.kind === 'sent') {
        const { logId, cost, balance } = settlement;
        await scripts.run('settle', { ...about, log_id: logId, cost, balance });
      } else if (settlement.kind === 'refused') {
        const { problem, hold } = settlement;
        await scripts.run('settle', { ...about, problem: JSON.stringify(problem), hold });
      } else await scripts.run('settle', { ...about, uncertain: settlement.why });
    },
    async release(claim, { notBefore, why, counted, backOff }, now) {
      const { fingerprint, id: text } = claim.text;
      await scripts.run('release', {
        claim: claim.id,
        text,
        fingerprint,
        now,
        notBefore,
        counted,
        why,
        // When a service that is away comes back, nobody knows; that we try again then is no news.
        tellUntil: why === 'UNREACHABLE' ? null : notBefore,
        blockedUntil: backOff?.until,
        slowUntil: backOff?.slowUntil,
      });
    },
    reap: async now => z.int().parse(await scripts.run('reap', { now, graceMs: REAP_GRACE_MS })),
  };
}
