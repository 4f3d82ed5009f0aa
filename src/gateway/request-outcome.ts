import type { Credits } from '../domain/credits.ts';
import type { ServiceCode } from '../domain/problem.ts';
import type { UncertainReason } from '../domain/text.ts';

/** What became of one request to the SMS service: exactly one of these. */
export type RequestOutcome =
  /** The service said `success: true`. Fields it left out or garbled are null. */
  | { kind: 'sent'; logId: string | null; cost: Credits | null; balance: Credits | null }
  /** The service said no. `proven`: its code stood in the body; else it is read from the bare HTTP status. */
  | {
      kind: 'refused';
      code: ServiceCode | null;
      status: number;
      proven: boolean;
      retryAfterMs: number | null;
    }
  /** Surely not sent: no byte of the request left. `late`: it was called off just before. */
  | { kind: 'not_sent'; why: 'unreachable' | 'late'; cause: unknown }
  /** Bytes left and no answer came that can be trusted. */
  | { kind: 'uncertain'; why: UncertainReason; cause: unknown };
