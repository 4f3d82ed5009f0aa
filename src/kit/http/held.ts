/** Does `work` on that many of somebody's bytes, or answers `too_busy` if they already hold too many. */
export type Holding = <T>(whose: string, bytes: number, work: () => Promise<T>) => Promise<T | 'too_busy'>;

/** Large items are refused early, so that many small ones still fit. */
const LEAVES_ROOM_FOR = 8;

/** Limits the bytes that each holder has read and that wait or are in progress; a single larger item is still allowed. */
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
