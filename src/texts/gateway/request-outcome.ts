import type { Credits } from '../../kit/credits.ts';
import type { ServiceCode } from '../../kit/problem.ts';
import type { UncertainReason } from '../text.ts';

/** What became of one request to the SMS service: always exactly one of these. */
export type RequestOutcome =
  /** The service said `success: true`. Fields it left out or garbled are null. */
  | { kind: 'sent'; logId: string | null; cost: Credits | null; balance: Credits | null }
  /** The service said no. `proven`: the body had the code; otherwise we inferred it from the HTTP status alone. */
  | {
      kind: 'refused';
      code: ServiceCode | null;
      status: number;
      proven: boolean;
      retryAfterMs: number | null;
    }
  /** Definitely not sent: no byte of the request left. `late`: we called it off just before. */
  | { kind: 'not_sent'; why: 'unreachable' | 'late'; cause: unknown }
  /** Bytes left, and no trustworthy answer came. */
  | { kind: 'uncertain'; why: UncertainReason; cause: unknown };
