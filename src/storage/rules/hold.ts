import { type HoldingCode, holdingCodeOf } from '../../domain/problem.ts';
import type { Settlement } from '../ports.ts';
import type { KeyRecord } from '../tables/key.ts';
import { ready } from './key.ts';

/*
 * What happens when the service refuses a text because of its key or account (401, 402, 403 with the code that its
 * documentation gives). A bare status without one of its codes holds nothing: a proxy could have answered.
 *
 * Nothing was sent for certain, so that text waits again, behind those that wait already, and its key is held. Nothing of a
 * held key is claimed: `KEYS.places` lists only keys that are not held. People are told why their texts wait (`waitToTell`),
 * and whoever linked the key is told once. When an admin or a manager releases the key, it is on trial: one request at a time
 * (`onTrialFirst` says for which text), until the service accepts one. If it is refused again, it is held again. Deadlines run on: a text that
 * becomes too old meanwhile is refused like any other that waited too long.
 */

/** The code for which this end of a request holds the key, and with which nothing was sent for certain; null: it has none. */
export const holdingCodeIn = (settlement: Settlement): HoldingCode | null =>
  settlement.kind === 'refused' ? holdingCodeOf(settlement.problem) : null;

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
  const code = holdingCodeIn(settlement);
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

/** An admin or a manager releases the key: it is on trial. */
export function releaseHold(key: KeyRecord, now: number): KeyRecord {
  return ready({ ...key, held: null, trial: now }, now);
}

/**
 * Those of one priority that wait for a key on trial, in the order in which they go: of those that may go now the shortest,
 * so that a long text that can't be paid keeps nobody waiting; of the same length, whichever came first.
 */
export function onTrialFirst<T extends { parts: number; notBefore: number }>(
  waiting: readonly T[],
  now: number,
): T[] {
  const isDue = ({ notBefore }: T): boolean => notBefore <= now;
  const due = waiting.filter(isDue).toSorted((one, other) => one.parts - other.parts);
  return [...due, ...waiting.filter(text => !isDue(text))];
}
