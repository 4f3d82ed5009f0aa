import type { Clock } from '../clock.ts';

/**
 * Work that requests from Slack started and that continues after they were answered (filling a modal, linking a key).
 */
export type UnderWay = {
  /** Resolves and rejects as `work` does. */
  track(work: Promise<void>): Promise<void>;
  /** Resolves when there is none (any more), or after this long. */
  ended(atMostMs: number): Promise<void>;
};

export function createUnderWay(clock: Clock): UnderWay {
  const works = new Set<Promise<void>>();
  return {
    async track(work) {
      works.add(work);
      try {
        await work;
      } finally {
        works.delete(work);
      }
    },
    async ended(atMostMs) {
      const late = Promise.withResolvers<void>();
      const callOff = clock.after(atMostMs, late.resolve);
      await Promise.race([Promise.allSettled(works), late.promise]);
      callOff();
    },
  };
}
