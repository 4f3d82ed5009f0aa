/** Work that a worker's passes start without waiting for it, so that slow work holds up nothing else. */
export type Crew = {
  /** How many more may start now. */
  room(): number;
  /** Starts work that never rejects. */
  start(work: Promise<void>): void;
  /** Resolves once everything that was started has ended. */
  ended(): Promise<void>;
};

/**
 * @param most how many may run at once
 * @param freed is called whenever one ends: there is room, and there may be more to do
 */
export function createCrew(most: number, freed: () => void): Crew {
  const underWay = new Set<Promise<void>>();
  return {
    room: () => most - underWay.size,
    start(work) {
      const tracked = work.finally(() => {
        underWay.delete(tracked);
        freed();
      });
      underWay.add(tracked);
    },
    async ended() {
      await Promise.all(underWay);
    },
  };
}
