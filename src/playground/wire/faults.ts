export type FaultKind =
  /** Answers after `delayMs` on the playground's clock. */
  | { kind: 'slow'; delayMs: number }
  /** HTTP 429 with `Retry-After` in seconds. */
  | { kind: 'rate-limited'; retryAfterS: number }
  /** An HTTP status with a useless body, such as 503. */
  | { kind: 'status'; status: number }
  /** Slack's own refusal: HTTP 200 with `ok: false`. */
  | { kind: 'refusal'; error: string }
  /** Never answers, until the fault is cleared. */
  | { kind: 'hang' }
  /** Cuts the connection. */
  | { kind: 'reset' };

export type Fault = FaultKind & {
  /** A Web API method, `response_url`, `websocket` (a new Socket Mode connection), or `*` for all (the default). */
  on?: string;
  /** Strikes only calls about this workspace, going by their token or `response_url`. */
  team?: string;
  /** Strikes this many times; without it, until cleared. */
  times?: number;
  /** `after`: Slack does what was asked, and only the answer goes wrong. Default `before`. */
  when?: 'before' | 'after';
};

/** The faults that are switched on. */
export function createFaults(changed: () => void) {
  /** How many times each may still strike; the oldest strikes first. */
  const active = new Map<Fault, number>();
  /** Resolved when a fault is cleared: what hangs in one that is used up stays until then. */
  const freed = new Map<Fault, PromiseWithResolvers<void>>();
  const remove = (fault: Fault) => {
    freed.get(fault)?.resolve();
    freed.delete(fault);
    active.delete(fault);
    changed();
  };
  return {
    /** Switches a fault on; the returned function switches it off and releases the calls that hang in it. */
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
    /** The fault that strikes this call now; this counts as one strike. */
    strike(what: string, team?: string): Fault | undefined {
      for (const [fault, left] of active) {
        if (fault.on && fault.on !== '*' && fault.on !== what) continue;
        if (fault.team && fault.team !== team) continue;
        active.set(fault, left - 1);
        if (left > 1) return fault;
        active.delete(fault);
        changed();
        return fault;
      }
      return undefined;
    },
    /** Resolves once the fault is off; for `hang`. */
    gone: (fault: Fault) => freed.get(fault)?.promise ?? Promise.resolve(),
  };
}

export type FaultBox = ReturnType<typeof createFaults>;
export type Faults = Pick<FaultBox, 'add' | 'clear' | 'active'>;
