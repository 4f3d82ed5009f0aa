import type { Clock } from '../kit/clock.ts';
import { type Credits, expectedCost, type Price } from '../kit/credits.ts';
import type { NumberFault } from '../kit/number.ts';
import type { LinkedKey, LinkedKeys } from '../workspace/linked-keys.ts';
import { countParts, type Encoding } from './parts.ts';
import { forcesUnicode, plainLetters, withoutHidden } from './plain-letters.ts';
import type { Recipient } from './recipient.ts';
import type { History } from './store/history.ts';

/** The content of the compose form. */
export type Draft = { to: Recipient | null; message: string };

/** A draft's recipient, or its fault: it is missing, or a number that can't be texted. */
export type DraftRecipient =
  | { ok: true; to: Recipient }
  | { ok: false; fault: 'missing' }
  | { ok: false; fault: NumberFault; typed: string };

export function recipientOf({ to }: Draft): DraftRecipient {
  if (to === null) return { ok: false, fault: 'missing' };
  if (to.kind !== 'unreadable') return { ok: true, to };
  const fault = to.problem.kind === 'NUMBER_INVALID' ? to.problem.why : 'not_a_number';
  return { ok: false, fault, typed: to.typed };
}

/** A message's parts, encoding and cost. */
export type Measure = {
  encoding: Encoding;
  characters: number;
  parts: number;
  /** An estimate; null while no price is known. */
  cost: Credits | null;
  forcedBy: string | null;
  /** The message with plain quotes and dashes, if that makes it GSM-7. `looksSame`: only invisible characters change. */
  plainer: { message: string; parts: number; cost: Credits | null; looksSame: boolean } | null;
};

/** Measures a draft's message; null if it is still empty. */
export function measure(draft: Pick<Draft, 'message'>, past: Price | null): Measure | null {
  const message = draft.message.trim();
  if (message === '') return null;
  const { encoding, characters, parts } = countParts(message);
  const cost = past && expectedCost(past, parts);
  return {
    encoding,
    characters,
    parts,
    cost,
    forcedBy: encoding === 'GSM-7' ? null : forcesUnicode(message),
    plainer: plainer(draft, past),
  };
}

export type LastBalance = { amount: Credits; ageMs: number };

/** The balance after a key's last text, and its age; null without a key, or before the first text. */
export async function balanceOf(
  { history, clock }: { history: Pick<History, 'balance'>; clock: Pick<Clock, 'now'> },
  key: Pick<LinkedKey, 'fingerprint'> | null,
): Promise<LastBalance | null> {
  const last = key && (await history.balance(key.fingerprint));
  return last && { amount: last.balance, ageMs: clock.now() - last.at };
}

/** `balanceOf` the workspace's key. */
export async function lastBalance(
  deps: {
    history: Pick<History, 'balance'>;
    keys: Pick<LinkedKeys, 'linked'>;
    clock: Pick<Clock, 'now'>;
  },
  workspace: string,
): Promise<LastBalance | null> {
  return balanceOf(deps, await deps.keys.linked(workspace));
}

function plainer({ message }: Pick<Draft, 'message'>, past: Price | null): Measure['plainer'] {
  const plain = plainLetters(message);
  if (plain === message) return null;
  const { parts } = countParts(plain.trim());
  const looksSame = plain === withoutHidden(message);
  return { message: plain, parts, cost: past && expectedCost(past, parts), looksSame };
}
