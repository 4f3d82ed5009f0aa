import type { Fault } from './fault.ts';

/** Switches faults on and off while the service runs. */
export interface Faults {
  /**
   * Adds a fault, for the next `requests` requests to the operation or until it is removed; only for those with
   * `apiKey`, if it is given. The returned function removes it.
   */
  add(fault: Fault, options?: { requests?: number; apiKey?: string }): () => void;
  /** Removes all. Requests that already hang keep hanging until their caller leaves. */
  clear(): void;
  /** All faults that are on, in the order added. */
  active(): Fault[];
}

/** `take` is for the service: the faults that one request with this key meets, counted down. */
export function createSwitchboard(): Faults & { take(apiKey: string | null): Fault[] } {
  let switches: { fault: Fault; left: number; apiKey: string | null }[] = [];

  return {
    active: () => switches.map(it => it.fault),
    add(fault, { requests = Number.POSITIVE_INFINITY, apiKey = null } = {}) {
      const added = { fault, left: requests, apiKey };
      if (requests > 0) switches.push(added);
      return () => {
        switches = switches.filter(it => it !== added);
      };
    },
    clear() {
      switches = [];
    },
    take(apiKey) {
      const taken = switches.filter(it => it.apiKey === null || it.apiKey === apiKey);
      for (const it of taken) it.left--;
      switches = switches.filter(it => it.left > 0);
      return taken.map(it => it.fault);
    },
  };
}
