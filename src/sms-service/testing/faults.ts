import type { SpecErrorCode } from '../decisions.ts';

/** The body of a failure in each of the shapes that services use: where it has its code, if it has one. */
export const errorBodies = {
  default: (code: SpecErrorCode, message: string) => ({ success: false, error: code, message }),
  code: (code: SpecErrorCode, message: string) => ({ success: false, code, message }),
  error: (code: SpecErrorCode) => ({ error: code }),
  'error.code': (code: SpecErrorCode, message: string) => ({ success: false, error: { code, message } }),
  error_code: (code: SpecErrorCode, message: string) => ({ success: false, error_code: code, message }),
  status: (code: SpecErrorCode, message: string) => ({ status: code, message }),
  message: (code: SpecErrorCode) => ({ success: false, message: code }),
  none: (_: SpecErrorCode, message: string) => ({ success: false, message }),
};
export type ErrorShape = keyof typeof errorBodies;

/** Before a send is accepted (nothing charged), or after (charged and logged; refused sends are left alone). */
export type Moment = 'before' | 'after';

/**
 * Something that goes wrong on purpose. The union lists first the faults that replace an answer, then those that change
 * how an answer is written; different kinds may be on at the same time.
 */
export type Fault =
  /** The request is handled and answered `ms` later (`before`), or handled at once and answered later (`after`). */
  | { kind: 'slow'; ms: number; when: Moment }
  /** Never answers; the connection stays open. */
  | { kind: 'hang'; when: Moment }
  /** The connection is reset without an answer. */
  | { kind: 'reset'; when: Moment }
  /** 500 with an HTML page. */
  | { kind: 'html-500'; when: Moment }
  /** 403 with an HTML page and no code, as from a proxy; nothing charged. */
  | { kind: 'html-403' }
  /** A redirect, to `location` or otherwise to another path here; nothing charged. */
  | { kind: 'redirect'; status: 301 | 302 | 303 | 307 | 308; location?: string }
  /**
   * Every request is refused with this code; nothing charged or counted. `retryAfter` is sent as the header, unchanged.
   */
  | { kind: 'refuse'; code: SpecErrorCode; retryAfter?: string }
  /** 200 with a body that says `success: false` and this code; nothing charged. */
  | { kind: 'success-false'; code: SpecErrorCode }
  /** Accepted, then 200 with a body that is not JSON. */
  | { kind: 'unreadable-200' }
  /** Accepted, then 200 with no body. */
  | { kind: 'empty-200' }
  /** Accepted, then 200 with valid JSON of more than 64 KiB. */
  | { kind: 'oversized-200' }
  /** Accepted, then 200 that breaks off in the middle of its body. */
  | { kind: 'truncated-200' }
  /** A PHP warning precedes the JSON, of success or failure. */
  | { kind: 'php-warning' }
  /** `log_id`, `cost` and `balance` are JSON strings. */
  | { kind: 'numbers-as-strings' }
  /** Failure replies have this shape. */
  | { kind: 'error-shape'; shape: ErrorShape };

/** Picks the fault of a kind, the one added last if there are several. */
export function findFault<Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { kind: Kind }> | undefined {
  return faults.findLast((it): it is Extract<Fault, { kind: Kind }> => it.kind === kind);
}

/** Switches faults on and off while the service runs. */
export type Faults = Omit<ReturnType<typeof createSwitchboard>, 'take'>;

export function createSwitchboard() {
  let switches: { fault: Fault; left: number; apiKey: string | null }[] = [];

  return {
    /** All faults that are on, in the order added. */
    active: () => switches.map(it => it.fault),
    /**
     * Adds a fault, for the next `requests` requests to the operation or until it is removed; only for those with
     * `apiKey`, if it is given. The returned function removes it.
     */
    add(
      fault: Fault,
      {
        requests = Number.POSITIVE_INFINITY,
        apiKey = null,
      }: { requests?: number; apiKey?: string | null } = {},
    ): () => void {
      const added = { fault, left: requests, apiKey };
      if (requests > 0) switches.push(added);
      return () => {
        switches = switches.filter(it => it !== added);
      };
    },
    /** Removes all. Requests that already hang keep hanging until their caller leaves. */
    clear(): void {
      switches = [];
    },
    /** The faults that one request with this key meets, counted down. */
    take(apiKey: string | null): Fault[] {
      const taken = switches.filter(it => it.apiKey === null || it.apiKey === apiKey);
      for (const it of taken) it.left--;
      switches = switches.filter(it => it.left > 0);
      return taken.map(it => it.fault);
    },
  };
}
