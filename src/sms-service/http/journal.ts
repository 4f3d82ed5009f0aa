/** A request that reached the service, whatever came of it. */
export interface SeenRequest {
  /** When its headers had arrived, in milliseconds since the epoch. */
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

/** The requests since startup, so that tests can count exactly. */
export interface Requests {
  /** How many there were, including those no longer kept. */
  count(): number;
  /** The newest that are kept, oldest first. */
  list(): SeenRequest[];
  /** Forgets all and counts from zero. */
  clear(): void;
  /** Resolves when `count` requests have been read to their end; their outcome may still be open. */
  reached(count: number): Promise<void>;
  /** Resolves when the outcome of `count` requests is decided: charged, refused, or whatever a fault makes of it. */
  decided(count: number): Promise<void>;
}

/** The service's side. */
export interface Journal extends Requests {
  /** Adds a request that was read; the service keeps changing it. */
  add(request: SeenRequest): void;
  /** Counts one more as decided. */
  decide(): void;
}

export function createJournal(keep: number): Journal {
  let kept: SeenRequest[] = [];
  const read = createCounter();
  const decided = createCounter();

  return {
    count: read.value,
    reached: read.atLeast,
    decided: decided.atLeast,
    decide: decided.increment,
    list: () => kept.map(it => ({ ...it })),
    clear() {
      kept = [];
      read.reset();
      decided.reset();
    },
    add(request) {
      kept.push(request);
      // Half are dropped at once, so that forgetting costs next to nothing for each request.
      if (kept.length > keep * 2) kept = kept.slice(kept.length - keep);
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
