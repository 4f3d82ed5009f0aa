import type { Remembered, TellAgain } from './remembered.ts';

/** As long as `Remembered` keeps what was done. */
const KEPT_MS = 120_000;

/** What this process did to each broadcast lately, in that order, to repeat to a store that forgot it. */
export type BroadcastMemory = {
  did(id: string, at: number, tell: TellAgain): void;
  /** Does it, and again if the store forgets it. */
  lasting<T>(id: string, at: number, what: () => Promise<T | null>): Promise<T | null>;
};

export function createBroadcastMemory(remembered: Remembered): BroadcastMemory {
  const done = new Map<string, { at: number; tell: TellAgain }[]>();

  function did(id: string, at: number, tell: TellAgain): void {
    for (const [other, deeds] of done) {
      const recent = deeds.filter(one => one.at > at - KEPT_MS);
      if (recent.length > 0) done.set(other, recent);
      else done.delete(other);
    }
    const deeds = [...(done.get(id) ?? []), { at, tell }];
    done.set(id, deeds);
    remembered.did('broadcast', id, at, async isLast => {
      for (const one of deeds) await one.tell(isLast);
    });
  }

  return {
    did,

    async lasting(id, at, what) {
      const result = await what();
      if (result !== null) did(id, at, what);
      return result;
    },
  };
}
