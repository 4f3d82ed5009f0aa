import type { Notified } from '../incidents/state.ts';

/*
 * Records what each address was told about an incident. Each number is in one entry, however often it was texted. Incidents about which the
 * same people were told share a list.
 */

/**
 * A text, and up to which changes it tells. `firingUpTo`: null if it is only about ends; `endedUpTo`: null if it is only about firing
 * alerts.
 */
type TextTold = { firingUpTo: number | null; endedUpTo: number | null; at: number; text: number };

/** The entries after these numbers got a text. */
export function withText(
  entries: readonly Notified[],
  numbers: ReadonlySet<string>,
  { firingUpTo, endedUpTo, at, text }: TextTold,
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
  // A number that never heard of a firing alert doesn't hear of its end.
  if (unknown.size > 0 && firingUpTo !== null) {
    after.push({ numbers: [...unknown], firingUpTo, endedUpTo: endedUpTo ?? 0, before: [0, 0], at, text });
  }
  return after;
}

/** The entries after a text turned out not to reach a number. `wasLast`: it was the number's last text about the incident. */
export function withoutText(
  entries: readonly Notified[],
  number: string,
  text: number,
): { notified: readonly Notified[]; wasLast: boolean } {
  const entry = entries.find(sent => sent.text === text && sent.numbers.includes(number));
  if (!entry) return { notified: entries, wasLast: false };
  const [firingUpTo, endedUpTo] = entry.before;
  const numbers = entry.numbers.filter(reached => reached !== number);
  return {
    notified: [
      ...entries.filter(unchanged => unchanged !== entry),
      ...(numbers.length > 0 ? [{ ...entry, numbers }] : []),
      ...(firingUpTo > 0 ? [{ ...entry, numbers: [number], firingUpTo, endedUpTo, text: 0 }] : []),
    ],
    wasLast: true,
  };
}

/** The last change up to which any number was told what fires. */
export const firingUpTo = (entries: readonly Notified[]): number =>
  entries.reduce((last, entry) => Math.max(last, entry.firingUpTo), 0);

/** When the last text about the incident went; 0 if none did. */
export const lastTextAt = (entries: readonly Notified[]): number =>
  entries.reduce((last, { at }) => Math.max(last, at), 0);
