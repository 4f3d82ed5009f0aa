export type FaultKind =
  /** Answers after `delayMs` on the playground's clock. */
  | { kind: 'slow'; delayMs: number }
  /** HTTP 429 with `Retry-After` in seconds. */
  | { kind: 'rate-limited'; retryAfterS: number }
  /** An HTTP status with a useless body, such as 503. */
  | { kind: 'status'; status: number }
  /** Slack's own refusal: HTTP 200 with `ok: false`. */
  | { kind: 'refusal'; error: string }
  /** Never answers until the fault is removed. */
  | { kind: 'hang' }
  /** Cuts the connection. */
  | { kind: 'reset' };

export type Fault = FaultKind & {
  /** A Web API method, `response_url`, `websocket` (a new Socket Mode connection), or `*` (the default) for all. */
  on?: string;
  /** Applies only to calls about this workspace, by their token or `response_url`. */
  team?: string;
  /** Applies this many times; by default until removed. */
  times?: number;
  /** `after`: Slack carries out the call, and only the answer fails. `before` by default. */
  when?: 'before' | 'after';
};

/** Keeps the active faults. */
export function createFaults(changed: () => void) {
  /** The remaining uses of each fault. The oldest fault that fits a call applies first. */
  const active = new Map<Fault, number>();
  /** Promises that resolve when a fault is removed. A used-up fault keeps its hanging calls until then. */
  const freed = new Map<Fault, PromiseWithResolvers<void>>();
  const remove = (fault: Fault) => {
    freed.get(fault)?.resolve();
    freed.delete(fault);
    active.delete(fault);
    changed();
  };
  return {
    /** Adds a fault. The returned function removes it and releases the calls that hang in it. */
    add(fault: Fault): () => void {
      const own = { ...fault };
      active.set(own, fault.times ?? Number.POSITIVE_INFINITY);
      freed.set(own, Promise.withResolvers<void>());
      changed();
      return () => remove(own);
    },
    clear() {
      for (const fault of [...freed.keys()]) remove(fault);
    },
    active: () => [...active.keys()],
    /** Returns the fault for a call, and counts one use; undefined if none fits. */
    strike(operation: string, team?: string): Fault | undefined {
      for (const [fault, remaining] of active) {
        if (fault.on && fault.on !== '*' && fault.on !== operation) continue;
        if (fault.team && fault.team !== team) continue;
        active.set(fault, remaining - 1);
        if (remaining > 1) return fault;
        active.delete(fault);
        changed();
        return fault;
      }
      return undefined;
    },
    /** Resolves once the fault is removed; for `hang`. */
    gone: (fault: Fault) => freed.get(fault)?.promise ?? Promise.resolve(),
  };
}

export type FaultBox = ReturnType<typeof createFaults>;
export type Faults = Pick<FaultBox, 'add' | 'clear' | 'active'>;
