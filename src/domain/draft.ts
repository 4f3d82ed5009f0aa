import { type Credits, expectedCost, type PastCost } from './credits.ts';
import { type NumberFault, parseNumber } from './number.ts';
import { countParts, type Encoding, MAX_CHARACTERS, plainQuotes } from './parts.ts';
import type { Recipient } from './recipient.ts';

/** What somebody typed into a form that makes a text: a number or a teammate, and a message. */
export type Draft = { number: string; teammate: string | null; message: string };

/** Who a draft is for, or what is wrong: no recipient, both a number and a teammate, or a number we can't text. */
export type DraftRecipient =
  | { ok: true; to: Extract<Recipient, { kind: 'number' | 'teammate' }> }
  | { ok: false; fault: 'missing' | 'two' | NumberFault };

export type DraftMessage =
  | { ok: true; message: string }
  | { ok: false; fault: 'missing' }
  | { ok: false; fault: 'too_long'; characters: number; limit: number };

export function recipientOf({ number, teammate }: Draft): DraftRecipient {
  const typed = number.trim();
  if (teammate !== null) {
    if (typed !== '') return { ok: false, fault: 'two' };
    return { ok: true, to: { kind: 'teammate', userId: teammate, label: teammate } };
  }
  if (typed === '') return { ok: false, fault: 'missing' };
  const parsed = parseNumber(typed);
  return parsed.ok
    ? { ok: true, to: { kind: 'number', number: parsed.number } }
    : { ok: false, fault: parsed.why };
}

/** The message as it would go out: as typed, without white space at the ends. */
export function messageOf(draft: Draft): DraftMessage {
  const message = draft.message.trim();
  if (message === '') return { ok: false, fault: 'missing' };
  const { characters } = countParts(message);
  if (characters > MAX_CHARACTERS) return { ok: false, fault: 'too_long', characters, limit: MAX_CHARACTERS };
  return { ok: true, message };
}

/** How a message will be sent and charged. */
export type Measure = {
  encoding: Encoding;
  characters: number;
  parts: number;
  /** An estimate; null while we don't know what a part costs. */
  cost: Credits | null;
  /** The first character that is not in the plain alphabet. */
  forcedBy: string | null;
  /** The same message with plain quotes and dashes, if that makes it plain or shorter. */
  plainer: { message: string; parts: number } | null;
};

/** Null if there is no message yet. */
export function measure(draft: Draft, past: PastCost | null): Measure | null {
  const message = draft.message.trim();
  if (message === '') return null;
  const { encoding, characters, parts, forcedBy } = countParts(message);
  const cost = past && expectedCost(past, parts);
  return {
    encoding,
    characters,
    parts,
    cost,
    forcedBy: forcedBy?.character ?? null,
    plainer: plainer(draft),
  };
}

function plainer({ message }: Draft): Measure['plainer'] {
  const plain = plainQuotes(message);
  if (plain === null) return null;
  const [before, after] = [countParts(message.trim()), countParts(plain.trim())];
  const better = after.encoding !== before.encoding || after.parts < before.parts;
  return better && after.parts <= before.parts ? { message: plain, parts: after.parts } : null;
}
