import type { Intent } from '../intent.ts';
import type { IntentOutcome } from '../store/model.ts';
import type { Text } from '../text.ts';

/** Whether a text waited too long, so that it was never sent. */
export const isExpired = ({ state, problem }: Pick<Text, 'state' | 'problem'>): boolean =>
  state === 'refused' && problem?.kind === 'EXPIRED';

/**
 * Whom an intent's text didn't reach because it waited too long, so that it can be sent now: everybody, as they were named, or
 * the numbers that got none. Null: nobody.
 */
export function expiredAmong(
  { to }: Pick<Intent, 'to'>,
  { problem, texts }: Pick<IntentOutcome, 'problem' | 'texts'>,
): Intent['to'] | null {
  const expired = texts.filter(isExpired);
  if (texts.length === expired.length) return texts.length > 0 || problem?.kind === 'EXPIRED' ? to : null;
  return expired.length > 0 ? expired.map(({ number }) => ({ kind: 'number', number })) : null;
}
