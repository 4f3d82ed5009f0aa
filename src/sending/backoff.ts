const MAX_REMEMBERED = 10_000;

/** Waits that double from `first` to `last` for each thing that fails again and again. */
export function createBackoff(wait: { first: number; last: number }) {
  const failures = new Map<string, number>();
  return {
    next(id: string): number {
      if (failures.size >= MAX_REMEMBERED) failures.clear(); // What expired is never forgotten one by one.
      const count = failures.get(id) ?? 0;
      failures.set(id, count + 1);
      return Math.min(wait.last, wait.first * 2 ** count);
    },
    forget: (id: string): void => void failures.delete(id),
  };
}
