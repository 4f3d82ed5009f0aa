import type { Delivery } from '../../sending/reporter.ts';
import type { Posted } from './posting.ts';

/** The app can't post there, but it can still write to the person. */
export const NOT_THERE: ReadonlySet<string> = new Set([
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'restricted_action',
  'thread_not_found',
  'cannot_reply_to_message',
]);

/** The result of a post, for the reporter. */
export function deliveryOf(posted: Posted): Delivery {
  if (posted.kind === 'ok') return { kind: 'posted', viaResponseUrl: false };
  if (posted.kind === 'away') return { kind: 'later', afterMs: posted.afterMs };
  return { kind: 'dropped', why: `Slack refused it: ${posted.error}` };
}
