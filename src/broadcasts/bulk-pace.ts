import { PACE } from '../texts/pace.ts';

/** The number of bulk texts that a key sends before its first slot is free again. */
const TEXTS_PER_MINUTE = PACE.minuteSlots - PACE.reservedForAlerts;

/**
 * The time in milliseconds that a key needs for this many bulk texts, from the first to the last, if it sends nothing else: one
 * a second, and at most a minute's slots for bulk each minute.
 */
export function bulkDurationMs(texts: number): number {
  if (texts <= 0) return 0;
  const before = texts - 1;
  return Math.floor(before / TEXTS_PER_MINUTE) * PACE.slotMs + (before % TEXTS_PER_MINUTE) * PACE.bulkGapMs;
}

/** The number of bulk texts that a key sends in this time: see `bulkDurationMs`. */
export function bulkTextsIn(ms: number): number {
  if (ms < 0) return 0;
  const [minutes, remainingMs] = [Math.floor(ms / PACE.slotMs), ms % PACE.slotMs];
  return (
    minutes * TEXTS_PER_MINUTE + Math.min(TEXTS_PER_MINUTE, Math.floor(remainingMs / PACE.bulkGapMs) + 1)
  );
}
