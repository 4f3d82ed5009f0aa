import { type Clock, createBackoff } from '../../kit/clock.ts';

const WAIT_MS = { first: 1000, last: 30_000 };
/** Beyond this many, something that failed comes up again when its lease in the store ends. */
const MOST = 1000;

/** Things that failed here, or that may have been done although nobody knows, and should be retried soon. */
export type Again<Item> = {
  /** @param at when to retry; null: a little later each time it fails */
  put(item: Item, at: number | null): void;
  /** It succeeded. */
  succeeded(item: Item): void;
  /** Removes and returns what is due. */
  take(now: number): Item[];
  /** When something is next due, or `other` if that is earlier; null: never. */
  orNext(other: number | null): number | null;
};

export function createAgain<Item extends { id: string }>(clock: Pick<Clock, 'now'>): Again<Item> {
  const items = new Map<string, { item: Item; at: number }>();
  const backoff = createBackoff(WAIT_MS);
  return {
    put(item, at) {
      if (items.size < MOST) items.set(item.id, { item, at: at ?? clock.now() + backoff.next(item.id) });
    },
    succeeded: ({ id }) => backoff.succeeded(id),
    take(now) {
      const due = [...items.values()].filter(({ at }) => at <= now).map(({ item }) => item);
      for (const { id } of due) items.delete(id);
      return due;
    },
    orNext(other) {
      const times = [...items.values()].map(({ at }) => at);
      if (other !== null) times.push(other);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
