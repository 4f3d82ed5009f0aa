/** A request that reached the service, whatever its outcome. */
export interface SeenRequest {
  /** Milliseconds since the epoch, after reading it. */
  at: number;
  method: string;
  path: string;
  /** As posted; null if absent or if there was no readable form. */
  number: string | null;
  message: string | null;
  /** True if a non-empty `api_key` was posted. The key itself isn't kept. */
  apiKeyPresent: boolean;
  /** The key's id; null for an unknown key, or if the request was rejected before the look-up. */
  apiKeyId: number | null;
  /** The status of the answer; null without one. */
  status: number | null;
  /** The error code; null if the send was accepted or a fault replaced the answer. */
  code: string | null;
  /** The log entry of an accepted send, even if it was never answered. */
  logId: number | null;
}

/** At least this many of the newest requests are kept, and at most twice as many. */
const MAX_REQUESTS = 100_000;

/** The requests since startup, so that tests can count exactly. */
export type Requests = Omit<ReturnType<typeof createJournal>, 'add' | 'decide'>;

export function createJournal() {
  let requests: SeenRequest[] = [];
  const read = createCounter();
  const decided = createCounter();

  return {
    /** The number of requests so far, including those no longer kept. */
    count: read.value,
    /** Resolves when `count` requests have been read to their end. Their outcome may be open. */
    reached: read.atLeast,
    /** Resolves when the outcome of `count` requests is decided: charged, refused, or replaced by a fault. */
    decided: decided.atLeast,
    decide: decided.increment,
    /** The kept requests, oldest first. */
    list: () => requests.map(it => ({ ...it })),
    /** Removes all requests and counts from zero. */
    clear(): void {
      requests = [];
      read.reset();
      decided.reset();
    },
    /** Adds a request that was read. The caller updates it as it is answered. */
    add(request: SeenRequest): void {
      requests.push(request);
      // Drops half at once, so that dropping costs almost nothing for each request.
      if (requests.length > MAX_REQUESTS * 2) requests = requests.slice(-MAX_REQUESTS);
      read.increment();
    },
  };
}

function createCounter() {
  let count = 0;
  let waiting: { target: number; resolve(): void }[] = [];
  return {
    value: () => count,
    increment() {
      count++;
      for (const it of waiting) if (count >= it.target) it.resolve();
      waiting = waiting.filter(it => count < it.target);
    },
    atLeast(target: number): Promise<void> {
      if (count >= target) return Promise.resolve();
      return new Promise(resolve => waiting.push({ target, resolve }));
    },
    reset() {
      count = 0;
    },
  };
}
