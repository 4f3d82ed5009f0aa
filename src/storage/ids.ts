import { randomUUID } from 'node:crypto';

/** So many ids of a millisecond are told apart by their order; the next ones borrow from the milliseconds to come. */
const IN_ORDER = 0x1000;

/**
 * Makes ids: UUIDs of version 7 (RFC 9562, section 6.2, method 1), random behind the time they were made and, within a
 * millisecond, a count. An id sorts behind all that were made here before it, also when the clock goes back; so what was
 * made first goes first, and ids made one after the other stand next to each other in an index.
 */
export function createNewId(now: () => number): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const time = now();
    count = time > last ? 0 : count + 1;
    last = Math.max(last, time);
    if (count === IN_ORDER) {
      last += 1;
      count = 0;
    }
    const hex = last.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7${count.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`;
  };
}
