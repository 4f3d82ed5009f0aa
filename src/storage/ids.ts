import { randomUUID } from 'node:crypto';

/**
 * A new id: a UUID of version 7 (RFC 9562), random behind the time it was made. Ids made one after the other stand next to
 * each other in an index, so a store writes a few of its pages for many of them, however large it is.
 */
export function timeOrderedId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
