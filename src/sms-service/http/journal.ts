/** A request that reached the service, whatever came of it. */
export interface SeenRequest {
  /** Milliseconds since the epoch, when its headers had arrived. */
  at: number;
  method: string;
  path: string;
  /** As posted; null when absent or when there was no readable form. */
  number: string | null;
  message: string | null;
  /** Whether an `api_key` that is not empty was posted. The key itself is not kept. */
  apiKeyPresent: boolean;
  /** The key's id, when it was a good one and the request got as far. */
  apiKeyId: number | null;
  /** What was answered; null while, or for ever when, it was not. */
  status: number | null;
  /** The error code of a refused send. */
  code: string | null;
  /** The log entry of an accepted send, be it answered or not. */
  logId: number | null;
}

/** The requests seen since the start, so that tests can count exactly. */
export interface Requests {
  /** How many there were, the ones no longer kept included. */
  count(): number;
  /** The newest ones that are kept, oldest first. */
  list(): SeenRequest[];
  /** Forgets them all and counts from zero. */
  clear(): void;
  /** Resolves when `count` requests have been read to their end; what comes of them may not be decided. */
  reached(count: number): Promise<void>;
  /** Resolves when it is decided for `count` requests: charged, refused, or as a fault has it. */
  decided(count: number): Promise<void>;
}

/** The service's side. */
export interface Journal extends Requests {
  /** Notes a request that was read; the service goes on changing it. */
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
      // Dropped by halves, so that forgetting costs next to nothing for each request.
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
