/** Work that a worker's passes begin and do not wait for, so that what is slow holds up nothing else. */
export type Crew = {
  /** How much more may begin now. */
  room(): number;
  /** Begins what never rejects. */
  start(work: Promise<void>): void;
  /** Resolves when all that was begun has ended. */
  ended(): Promise<void>;
};

/**
 * @param most so much may be under way at once
 * @param freed is called whenever something ended: there is room, and there may be more to do
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
