/** A request that reached the service, whatever came of it. */
export interface SeenRequest {
  /** When it had been read, in milliseconds since the epoch. */
  at: number;
  method: string;
  path: string;
  /** As posted; null if absent or if there was no readable form. */
  number: string | null;
  message: string | null;
  /** Whether a non-empty `api_key` was posted. The key itself isn't kept. */
  apiKeyPresent: boolean;
  /** The key's id, if it is known and the request got that far. */
  apiKeyId: number | null;
  /** The status of the answer; null until there is one, if ever. */
  status: number | null;
  /** The error code of a refused send. */
  code: string | null;
  /** The log entry of an accepted send, whether or not it was answered. */
  logId: number | null;
}

/** How many of the newest requests are kept. */
const KEPT = 100_000;

/** The requests since startup, so that tests can count exactly. */
export type Requests = Omit<ReturnType<typeof createJournal>, 'add' | 'decide'>;

export function createJournal() {
  let kept: SeenRequest[] = [];
  const read = createCounter();
  const decided = createCounter();

  return {
    /** How many there were, including those no longer kept. */
    count: read.value,
    /** Resolves when that many have been read to their end; their outcome may still be open. */
    reached: read.atLeast,
    /** Resolves when the outcome of that many is decided: charged, refused, or whatever a fault makes of it. */
    decided: decided.atLeast,
    /** Counts one more as decided. */
    decide: decided.increment,
    /** The newest that are kept, oldest first. */
    list: () => kept.map(it => ({ ...it })),
    /** Forgets all and counts from zero. */
    clear(): void {
      kept = [];
      read.reset();
      decided.reset();
    },
    /** Adds a request that was read; whoever answers it keeps changing it. */
    add(request: SeenRequest): void {
      kept.push(request);
      // Half are dropped at once, so that forgetting costs next to nothing for each request.
      if (kept.length > KEPT * 2) kept = kept.slice(-KEPT);
      read.increment();
    },
  };
}

function createCounter() {
  let count = 0;
  let waiting: { wanted: number; resolve(): void }[] = [];
  return {
    value: () => count,
    increment() {
      count++;
      for (const it of waiting) if (count >= it.wanted) it.resolve();
      waiting = waiting.filter(it => count < it.wanted);
    },
    atLeast(wanted: number): Promise<void> {
      if (count >= wanted) return Promise.resolve();
      return new Promise(resolve => waiting.push({ wanted, resolve }));
    },
    reset() {
      count = 0;
    },
  };
}
