/** Does `work` when its turn comes; settles as it does. */
export type Turns = <T>(line: string, work: () => Promise<T>) => Promise<T>;

/** Work in lines, one for each name: each line runs a few at once, in the order they came, and no line waits for another. */
export function createTurns(atOnce: number): Turns {
  const lines = new Map<string, { busy: number; waiting: Set<() => void> }>();
  return async (name, work) => {
    const line = lines.get(name) ?? { busy: 0, waiting: new Set() };
    lines.set(name, line);
    if (line.busy < atOnce) line.busy += 1;
    else await new Promise<void>(resolve => line.waiting.add(resolve));
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      if (next) {
        // Whoever has waited longest takes the place.
        line.waiting.delete(next);
        next();
      } else {
        line.busy -= 1;
        if (line.busy === 0) lines.delete(name);
      }
    }
  };
}
