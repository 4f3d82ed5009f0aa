/** Does `work` on so many bytes of somebody's, or answers `too_busy` where they hold too many by now. */
export type Holding = <T>(whose: string, bytes: number, work: () => Promise<T>) => Promise<T | 'too_busy'>;

/** What is large is refused early, so that there is room for many times as much that is small. */
const LEAVES_ROOM_FOR = 8;

/** What was read and waits for its turn, or is worked on, is so many bytes of each at most; one alone may be larger. */
export function createHolding(mostBytes: number): Holding {
  const held = new Map<string, number>();
  return async (whose, bytes, work) => {
    const before = held.get(whose) ?? 0;
    if (before > 0 && before + bytes * LEAVES_ROOM_FOR > mostBytes) return 'too_busy';
    held.set(whose, before + bytes);
    try {
      return await work();
    } finally {
      const left = (held.get(whose) ?? 0) - bytes;
      if (left > 0) held.set(whose, left);
      else held.delete(whose);
    }
  };
}
