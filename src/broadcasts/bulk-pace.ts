import { PACE } from '../texts/pace.ts';

/** How many texts in bulk a key sends before the first of its slots is free again. */
const MINUTE = PACE.minuteSlots - PACE.keptForAlerts;

/**
 * How long a key takes for so many texts in bulk, from the first to the last, if nothing else comes: one a second, and no
 * more in a minute than are left for bulk. In milliseconds.
 */
export function bulkDurationMs(texts: number): number {
  if (texts <= 0) return 0;
  const before = texts - 1;
  return Math.floor(before / MINUTE) * PACE.slotMs + (before % MINUTE) * PACE.bulkGapMs;
}

/** How many texts in bulk a key sends in so long: see `bulkDurationMs`. */
export function bulkTextsIn(ms: number): number {
  if (ms < 0) return 0;
  const [minutes, rest] = [Math.floor(ms / PACE.slotMs), ms % PACE.slotMs];
  return minutes * MINUTE + Math.min(MINUTE, Math.floor(rest / PACE.bulkGapMs) + 1);
}
