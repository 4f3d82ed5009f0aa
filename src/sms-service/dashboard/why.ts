import type { Progress } from '../store/submissions.ts';

/** What stands behind a text's state, for whom it belongs to. */
export type Why = 'waits' | 'notTaken' | 'notDelivered' | 'notConfirmed' | 'carrierUnsure';

/** Why a text is as it is; null: there is nothing to say. The carrier's own words are the operator's matter. */
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
