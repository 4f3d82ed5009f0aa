/** What was read before and has, as far as was told, not changed since. */
export type Memory<Value> = {
  /** The value of a key: the remembered one, or what `read` brings, which is remembered then. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** To be called when it may have changed. Who waits for it being read still gets that; nobody else does. */
  forget(key: string): void;
  /** To be called when changes may have been missed. */
  forgetAll(): void;
};

/** @param most when so many are remembered, it starts anew */
export function createMemory<Value>(most: number): Memory<Value> {
  const known = new Map<string, Promise<Value>>();
  return {
    get(key, read) {
      const remembered = known.get(key);
      if (remembered) return remembered;
      const reading = read();
      if (known.size >= most) known.clear();
      known.set(key, reading);
      reading.catch(() => {
        if (known.get(key) === reading) known.delete(key);
      });
      return reading;
    },
    forget: key => void known.delete(key),
    forgetAll: () => known.clear(),
  };
}
