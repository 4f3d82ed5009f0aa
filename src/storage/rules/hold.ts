import { holdingCodeOf } from '../../domain/problem.ts';
import type { Settlement } from '../ports.ts';
import type { KeyRecord } from '../tables/key.ts';
import { ready } from './key.ts';

/*
 * What happens to the texts behind one that the service refused because of its key or account (401, 402, 403).
 *
 * That text is refused, and its key is held. Nothing of a held key is claimed: `KEYS.places` lists only keys that are not
 * held. People read why their texts wait (`waitToTell`), and who linked the key is told once. An admin lets the key go; it
 * is on trial then: one request at a time, until the service takes one. Refused again, it is held again. A text whose time
 * is up meanwhile is refused like any other that waited too long.
 */

/**
 * A key after one of its requests, claimed at `claimedAt`, ended.
 *
 * @returns `newlyHeld`: it is held by this end, which is to be told
 */
export function afterEnd(
  key: KeyRecord,
  settlement: Settlement,
  claimedAt: number,
): { key: KeyRecord; newlyHeld: boolean } {
  const code = settlement.kind === 'refused' ? holdingCodeOf(settlement.problem) : null;
  // The first code counts.
  if (code !== null) return { key: { ...key, held: key.held ?? code }, newlyHeld: key.held === null };
  // What was claimed before it was let go says nothing of how things stand now.
  const isTaken = key.trial !== null && key.trial <= claimedAt && showsThatTaken(settlement);
  return { key: isTaken ? { ...key, trial: null } : key, newlyHeld: false };
}

/**
 * Whether the service took the key. A refusal for the text's own sake shows it too; an uncertain end, a bare status, or a
 * text that ended before it left says nothing of the key.
 */
function showsThatTaken(settlement: Settlement): boolean {
  if (settlement.kind !== 'refused') return settlement.kind === 'sent';
  return settlement.problem.kind === 'SERVICE_REFUSED' && settlement.problem.proven;
}

/** Somebody lets it go, on trial. */
export function letGo(key: KeyRecord, now: number): KeyRecord {
  return ready({ ...key, held: null, trial: now }, now);
}
