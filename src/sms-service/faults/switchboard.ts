import type { Fault } from './fault.ts';

/** Faults are switched on and off while the service runs. */
export interface Faults {
  /**
   * Adds a fault, for the next `requests` requests to the operation or until it is removed.
   * The returned function removes it.
   */
  add(fault: Fault, options?: { requests?: number }): () => void;
  /** Removes all. Requests that hang already go on hanging until their caller leaves. */
  clear(): void;
  /** Those that the next request will meet, in the order added. */
  active(): Fault[];
}

/** `take` is the service's side: the faults of one request, counted down. */
export function createSwitchboard(): Faults & { take(): Fault[] } {
  let switches: { fault: Fault; left: number }[] = [];
  const active = () => switches.map(it => it.fault);

  return {
    active,
    add(fault, { requests = Number.POSITIVE_INFINITY } = {}) {
      const added = { fault, left: requests };
      if (requests > 0) switches.push(added);
      return () => {
        switches = switches.filter(it => it !== added);
      };
    },
    clear() {
      switches = [];
    },
    take() {
      const taken = active();
      for (const it of switches) it.left--;
      switches = switches.filter(it => it.left > 0);
      return taken;
    },
  };
}
