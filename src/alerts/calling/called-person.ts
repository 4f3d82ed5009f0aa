import type { Problem } from '../../kit/problem.ts';
import { toKey } from '../alert.ts';
import { type Calling, callsOf, isMessaged, isTexted } from './calling.ts';

/*
 * An address is what a person is called at: a number, which gets a text, or the id of a Slack user, who gets a message. The policy treats
 * both alike: what was told there, when it may be told more, and what follows if it doesn't arrive.
 */

/**
 * A person who chose how they are called. `number`: null if they have none that can be texted, and `problem` says why. `place`: which of
 * their calls is due, `0` for the first.
 */
export type CalledPerson = {
  userId: string;
  number: string | null;
  problem: Problem | null;
  calling: Calling;
  requiresText: boolean;
  place: number;
};

/** What a person is called at now; nothing and a problem if they aren't. `further`: the later calls, by their place. */
export type Reached = {
  userId: string;
  addresses: readonly string[];
  problem: Problem | null;
  further: readonly { place: number; afterMs: number }[];
};

/** True for the id of a Slack user. */
export const isUserId = (address: string): boolean => /^[UW][A-Z0-9]+$/.test(address);

/** Where a person is called now about an incident. */
export function reachOf(person: CalledPerson, isCritical: boolean): Reached {
  const { userId, number, calling, requiresText, place } = person;
  const calls = callsOf(calling, { isCritical, requiresText });
  const isFirst = place === 0;
  const by = calls[place]?.by;
  if (by === undefined) return { userId, addresses: [], problem: isFirst ? CHOSE_QUIET : null, further: [] };
  const addresses = [
    ...(isMessaged(by) ? [userId] : []),
    ...(isTexted(by) && number !== null ? [number] : []),
  ];
  return {
    userId,
    addresses,
    // A later text that can't go is nothing new: the person was called, or the first call said so.
    problem: addresses.length === 0 && isFirst ? person.problem : null,
    further: isFirst ? calls.slice(1).map(({ afterMs }, index) => ({ place: index + 1, afterMs })) : [],
  };
}

const CHOSE_QUIET: Problem = { feature: 'alerts', kind: 'CHOSE_QUIET', data: {} };

/** A call of a person by its place, or a text in place of a message that didn't arrive. */
export type WhichCall = number | 'text';

/** The key of a recipient for one of their calls. As a recipient, it is the same. */
export function keyOfCall(recipientKey: string, which: WhichCall): string {
  return JSON.stringify({ ...JSON.parse(recipientKey), call: which });
}

/** Which call a recipient's key means: the first, unless it says otherwise. */
export function callIn(key: string): WhichCall {
  const { call }: { call?: WhichCall } = JSON.parse(key);
  return call ?? 0;
}

export const keyOfUser = (userId: string): string => toKey({ kind: 'teammate', userId, label: '' });
