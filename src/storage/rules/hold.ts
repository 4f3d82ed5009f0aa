import { holdingCodeOf } from '../../domain/problem.ts';
import type { Settlement } from '../ports.ts';
import type { KeyRecord } from '../tables/key.ts';
import { ready } from './key.ts';

/*
 * What happens to the texts behind one that the service refused because of its key or account (401, 402, 403). A bare status
 * without one of its codes holds nothing: a proxy could have answered.
 *
 * That text is refused, and its key is held. Nothing of a held key is claimed: `KEYS.places` lists only keys that are not
 * held. People are told why their texts wait (`waitToTell`), and whoever linked the key is told once. When an admin releases
 * the key, it is on trial: one request at a time, until the service accepts one. If it is refused again, it is held again. A
 * text that becomes too old meanwhile is refused like any other that waited too long.
 */

/**
 * A key after the end of one of its requests, claimed at `claimedAt`.
 *
 * @returns `newlyHeld`: this end holds the key, which has to be reported
 */
export function afterEnd(
  key: KeyRecord,
  settlement: Settlement,
  claimedAt: number,
): { key: KeyRecord; newlyHeld: boolean } {
  // A text that was claimed before the key was released says nothing about how things are now.
  if (key.trial !== null && claimedAt < key.trial) return { key, newlyHeld: false };
  const code = settlement.kind === 'refused' ? holdingCodeOf(settlement.problem) : null;
  // The first code counts.
  if (code !== null) return { key: { ...key, held: key.held ?? code }, newlyHeld: key.held === null };
  return { key: provesKeyAccepted(settlement) ? { ...key, trial: null } : key, newlyHeld: false };
}

/**
 * Whether the service accepted the key. A refusal for the text's own sake proves it too. An uncertain end, a bare status, or
 * a text that ended before it left says nothing about the key.
 */
function provesKeyAccepted(settlement: Settlement): boolean {
  if (settlement.kind !== 'refused') return settlement.kind === 'sent';
  return settlement.problem.kind === 'SERVICE_REFUSED' && settlement.problem.proven;
}

/** An admin releases the key: it is on trial. */
export function releaseHold(key: KeyRecord, now: number): KeyRecord {
  return ready({ ...key, held: null, trial: now }, now);
}
