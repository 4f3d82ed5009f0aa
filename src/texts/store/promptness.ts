import { dayOf } from '../../kit/day.ts';
import type { Tx } from '../../kit/store/store.ts';
import type { Intent } from '../intent.ts';
import type { Priority, Text } from '../text.ts';
import { type KeyRecord, mayGoAtOnce, withSlot } from './key.ts';
import { isPending, type TextRecord } from './model.ts';
import { USAGE, usageId } from './usage.ts';

/*
 * The promise, counted: a text that has room leaves for the SMS service within a second of being asked for.
 *
 * It has room if nothing held it when it was planned: its key was neither held nor on trial, nothing of the key waited, and
 * the key's minute had room for it, and for those of the same request before it. Bulk never has. Asked for: when its intent
 * was accepted, so a text that waited for facts from Slack is late if they were. Left: just before the first byte of its
 * first request, whatever became of that. Each text counts once: when it left; or when it ended without that, if its second
 * was over by then (it was too old, or its process died). One that was cancelled or refused by us earlier doesn't count.
 *
 * Counted in the record of the day's use, which the step that ends a claim writes anyway.
 */

/** How soon a text with room has to leave, from when it was asked for. */
export const PROMPT_MS = 1000;

/** How many texts with room there were, and how many of them left in time. */
export type Promptness = { withRoom: number; prompt: number };

/** Notes of new texts of one plan whether they have room. `key`: before they are added to its queue. */
export function withAskedAt(
  texts: readonly TextRecord[],
  key: KeyRecord,
  { acceptedAt }: Pick<Intent, 'acceptedAt'>,
  now: number,
): TextRecord[] {
  const haveRoom = countWithRoom(key, texts, now);
  return texts.map((text, nth) => (nth < haveRoom ? { ...text, askedWithRoomAt: acceptedAt } : text));
}

/** How many of these texts, from the first on, have room. */
function countWithRoom(
  key: KeyRecord,
  texts: readonly { id: string; priority: Priority; notBefore: number }[],
  now: number,
): number {
  let before = key;
  for (const [nth, text] of texts.entries()) {
    if (text.notBefore > now || !mayGoAtOnce(before, text.priority, now)) return nth;
    before = withSlot(before, text, now);
  }
  return texts.length;
}

/** What the change of a text adds to its day's count; null if nothing. */
export function promptnessChange(before: TextRecord, after: TextRecord): Promptness | null {
  const { askedWithRoomAt } = before;
  // A late answer changes nothing: the text has been counted.
  if (askedWithRoomAt === undefined || before.leftAt !== undefined || !isPending(before)) return null;
  if (after.leftAt !== undefined) {
    return { withRoom: 1, prompt: Number(after.leftAt - askedWithRoomAt <= PROMPT_MS) };
  }
  const isLate = !isPending(after) && (after.settledAt ?? 0) - askedWithRoomAt > PROMPT_MS;
  return isLate ? { withRoom: 1, prompt: 0 } : null;
}

/**
 * How long a text with room waited until its first request, in milliseconds; null if it had no room, or this wasn't its first.
 *
 * @param leftAt when the request's first byte left
 */
export function firstWaitOf(
  { askedWithRoomAt, leftAt: leftBefore }: Pick<Text, 'askedWithRoomAt' | 'leftAt'>,
  leftAt: number,
): number | null {
  return askedWithRoomAt === undefined || leftBefore !== undefined ? null : leftAt - askedWithRoomAt;
}

/** Adds to the count of the day on which a text was planned. A day that was deleted or can't be read stays as it is. */
export function addPromptness(
  tx: Tx,
  { workspace, madeAt }: Pick<TextRecord, 'workspace' | 'madeAt'>,
  { withRoom, prompt }: Promptness,
): void {
  for (const usage of tx.readable(USAGE, [usageId(workspace, dayOf(madeAt))]))
    tx.put(USAGE, { ...usage, withRoom: usage.withRoom + withRoom, prompt: usage.prompt + prompt });
}
