import { randomUUID } from 'node:crypto';

/** How many ids in a millisecond can be told apart by their order; further ones borrow from the milliseconds to come. */
const IN_ORDER = 0x1000;

/**
 * Makes ids: UUIDs of version 7 (RFC 9562, section 6.2, method 1): the time they were made, a count within the millisecond,
 * then random bits. An id sorts after all that were made here before it, even if the clock goes back. So what was made first
 * goes first, and ids made one after the other are next to each other in an index.
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
