import type { Progress } from '../store/submissions.ts';

/** The reason for a text's state, as its account is told. */
export type Why = 'waits' | 'notTaken' | 'notDelivered' | 'notConfirmed' | 'carrierUnsure';

/** Why a text is in its state; null: there is nothing to say. The carrier's own words are only for the operator. */
export function whyOf({ state, submittedAt, reason }: Progress): Why | null {
  switch (state) {
    case 'accepted':
      return reason === null ? null : 'waits';
    case 'failed':
      return submittedAt === null ? 'notTaken' : 'notDelivered';
    case 'unknown':
      return submittedAt === null ? 'notConfirmed' : 'carrierUnsure';
    default:
      return null;
  }
}
