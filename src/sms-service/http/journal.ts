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
  /** Resolves when `count` requests have been read to their end (which is before they are answered). */
  reached(count: number): Promise<void>;
}

/** `add` is the service's side; it may go on changing what it added. */
export function createJournal(keep: number): Requests & { add(request: SeenRequest): void } {
  let kept: SeenRequest[] = [];
  let count = 0;
  let waiting: { count: number; resolve(): void }[] = [];

  return {
    count: () => count,
    list: () => kept.map(it => ({ ...it })),
    clear() {
      kept = [];
      count = 0;
    },
    reached(wanted) {
      if (count >= wanted) return Promise.resolve();
      return new Promise(resolve => waiting.push({ count: wanted, resolve }));
    },
    add(request) {
      count++;
      kept.push(request);
      // Dropped by halves, so that forgetting costs next to nothing for each request.
      if (kept.length > keep * 2) kept = kept.slice(kept.length - keep);
      for (const it of waiting) if (count >= it.count) it.resolve();
      waiting = waiting.filter(it => count < it.count);
    },
  };
}
