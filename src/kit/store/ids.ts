import { randomUUID } from 'node:crypto';

/** The 12-bit counter's range. Beyond it, ids take the next millisecond. */
const MAX_IDS_PER_MS = 0x1000;

/**
 * Creates ids: UUIDs of version 7 (RFC 9562, section 6.2, method 1), which are a time, a counter within the millisecond, and
 * random bits. An id sorts after all earlier ids of this process, even if the clock goes back, so older records come first and
 * neighbours in time are neighbours in an index.
 */
export function createNewId(now: () => number): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const time = now();
    count = time > last ? 0 : count + 1;
    last = Math.max(last, time);
    if (count === MAX_IDS_PER_MS) {
      last += 1;
      count = 0;
    }
    const hex = last.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7${count.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`;
  };
}
