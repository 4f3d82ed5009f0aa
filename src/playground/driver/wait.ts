import type { World } from '../world/world.ts';

export interface Waiting {
  /** Resolves with the first truthy value of `look`, which is called again at every change of the world. */
  waitFor<T>(look: () => T | undefined | null | false, what?: string): Promise<T>;
}

/** Waits without polling; a wait that takes too long rejects with a dump of the current state. */
export function createWaiting(world: World, limitMs: number, dump: () => string): Waiting {
  return {
    waitFor<T>(look: () => T | undefined | null | false, what = look.toString()) {
      const now = look();
      if (now) return Promise.resolve(now);
      return new Promise<T>((resolve, reject) => {
        const finish = (end: () => void) => {
          clearTimeout(timer);
          world.changes.off('change', check);
          end();
        };
        const check = () => {
          try {
            const value = look();
            if (value) finish(() => resolve(value));
          } catch (error) {
            finish(() => reject(error));
          }
        };
        // The machine's clock on purpose: this limits the test, not the world in it.
        const timer = setTimeout(
          () => finish(() => reject(new Error(`Waited ${limitMs} ms in vain for: ${what}\n${dump()}`))),
          limitMs,
        );
        world.changes.on('change', check);
      });
    },
  };
}
