import type { LogLine } from '../store/log-search.ts';

/** The reason for a text's state, as its account is told. */
export type Why = 'waits' | 'notTaken' | 'partlyTaken' | 'notDelivered' | 'notConfirmed' | 'carrierUnsure';

/**
 * Why a text is in its state; null: there is nothing to say. The carrier's own words are only for the operator. A text
 * that failed before any part of it left has no route.
 */
export function whyOf({
  state,
  submittedAt,
  reason,
  route,
  parts,
}: Pick<LogLine, 'state' | 'submittedAt' | 'reason' | 'route' | 'parts'>): Why | null {
  switch (state) {
    case 'accepted':
      return reason === null ? null : 'waits';
    case 'failed':
      if (submittedAt !== null) return 'notDelivered';
      return route === null || parts === 1 ? 'notTaken' : 'partlyTaken';
    case 'unknown':
      return submittedAt === null ? 'notConfirmed' : 'carrierUnsure';
    default:
      return null;
  }
}
