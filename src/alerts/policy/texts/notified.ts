import type { Notified } from '../incidents/state.ts';

/*
 * Who was told what of an incident. Each number stands in one entry, however often it was texted; incidents about which the same
 * people were told share these lists.
 */

/** `firingUpTo` null: the text tells only of what ended; `endedUpTo` null: only of what fires. */
export type ToldByText = { firingUpTo: number | null; endedUpTo: number | null; at: number; text: number };

/** Notes that these numbers get a text. */
export function withText(
  entries: readonly Notified[],
  numbers: ReadonlySet<string>,
  { firingUpTo, endedUpTo, at, text }: ToldByText,
): readonly Notified[] {
  const after: Notified[] = [];
  const unknown = new Set(numbers);
  for (const entry of entries) {
    const moved = entry.numbers.filter(number => numbers.has(number));
    for (const number of moved) unknown.delete(number);
    if (moved.length === 0) after.push(entry);
    else if (moved.length < entry.numbers.length)
      after.push({ ...entry, numbers: entry.numbers.filter(number => !numbers.has(number)) });
    if (moved.length > 0) {
      after.push({
        numbers: moved,
        firingUpTo: firingUpTo ?? entry.firingUpTo,
        endedUpTo: endedUpTo ?? entry.endedUpTo,
        before: [entry.firingUpTo, entry.endedUpTo],
        at,
        text,
      });
    }
  }
  // Somebody who never heard that it fires needn't hear that it ended.
  if (unknown.size > 0 && firingUpTo !== null) {
    after.push({ numbers: [...unknown], firingUpTo, endedUpTo: endedUpTo ?? 0, before: [0, 0], at, text });
  }
  return after;
}

/** Notes that a text didn't reach a number. `wasLast`: it was the last one to it about this incident. */
export function withoutText(
  entries: readonly Notified[],
  number: string,
  text: number,
): { notified: readonly Notified[]; wasLast: boolean } {
  const entry = entries.find(({ text: last, numbers }) => last === text && numbers.includes(number));
  if (!entry) return { notified: entries, wasLast: false };
  const [firingUpTo, endedUpTo] = entry.before;
  const others = { ...entry, numbers: entry.numbers.filter(known => known !== number) };
  return {
    notified: [
      ...entries.filter(known => known !== entry),
      ...(others.numbers.length > 0 ? [others] : []),
      ...(firingUpTo > 0 ? [{ ...entry, numbers: [number], firingUpTo, endedUpTo, text: 0 }] : []),
    ],
    wasLast: true,
  };
}

/** The last change of which any number was told that it fires. */
export const firingUpTo = (entries: readonly Notified[]): number =>
  entries.reduce((last, entry) => Math.max(last, entry.firingUpTo), 0);

/** When the last text about the incident went; 0 if none has. */
export const lastTextAt = (entries: readonly Notified[]): number =>
  entries.reduce((last, { at }) => Math.max(last, at), 0);
