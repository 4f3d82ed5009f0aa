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
  const entries = new Map<Fault, { left: number; freed: PromiseWithResolvers<void> }>();
  const remove = (fault: Fault) => {
    entries.get(fault)?.freed.resolve();
    entries.delete(fault);
    changed();
  };
  const used = new WeakMap<Fault, Promise<void>>();
  const hanging: (() => void)[] = [];
  return {
    /** Switches a fault on; the returned function switches it off and releases the calls that hang in it. */
    add(fault: Fault): () => void {
      const own = { ...fault };
      const freed = Promise.withResolvers<void>();
      entries.set(own, { left: fault.times ?? Number.POSITIVE_INFINITY, freed });
      used.set(own, freed.promise);
      changed();
      return () => {
        freed.resolve();
        remove(own);
      };
    },
    clear() {
      for (const fault of [...entries.keys()]) remove(fault);
      for (const resolve of hanging.splice(0)) resolve();
    },
    active: () => [...entries.keys()],
    /** The fault that strikes this call now; this counts as one strike. */
    strike(what: string, team?: string): Fault | undefined {
      for (const [fault, entry] of entries) {
        if (fault.on && fault.on !== '*' && fault.on !== what) continue;
        if (fault.team && fault.team !== team) continue;
        entry.left -= 1;
        if (entry.left <= 0) {
          // Used up, but what hangs in it stays until somebody clears it.
          hanging.push(() => entry.freed.resolve());
          entries.delete(fault);
          changed();
        }
        return fault;
      }
      return undefined;
    },
    /** Resolves once the fault is off; for `hang`. */
    gone: (fault: Fault) => used.get(fault) ?? Promise.resolve(),
  };
}

export type FaultBox = ReturnType<typeof createFaults>;
export type Faults = Pick<FaultBox, 'add' | 'clear' | 'active'>;
