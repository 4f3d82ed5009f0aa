import type { Wording } from '../../kit/words/wording.ts';
import { fromKey } from '../alert.ts';
import type { Notes } from '../policy/channel/channel-update.ts';
import type { Block } from '../policy/incidents/state.ts';
import type { Notice } from '../slack/notices.ts';
import type { Feed } from './feed.ts';
import { nameOf } from './text-lines.ts';

type Blocked = NonNullable<Notes['blocked']>;

/** Whether the hook's channel knows that no text has been able to go since then. */
export const isToldAlready = ({ blockedSaid }: Pick<Feed, 'blockedSaid'>, { since }: Blocked): boolean =>
  blockedSaid === since;

/** Why no text can go; and, if nobody on call is known in Slack, that nobody was told. @param onCall user ids */
export function blockedLines(
  { why, recipients }: Blocked,
  onCall: readonly string[],
  { alerts: { post } }: Wording,
): string[] {
  const who = recipients.slice(0, MAX_NAMED).map(key => nameOf(fromKey(key)));
  const isNobodyTold = onCall.length === 0 && who.length > 0;
  return [post.blocked(post.blockedBecause[why]), ...(isNobodyTold ? [post.noSlackAccount(who)] : [])];
}

const MAX_NAMED = 10;

/** The buttons that mend why no text can go. */
export function mendingOf(why: Block): Notice['buttons'] {
  switch (why) {
    case 'no_key':
      return { kind: 'link' };
    case 'key_held':
      return { kind: 'held', code: 'INVALID_API_KEY' };
    case 'no_credits':
      return { kind: 'held', code: 'INSUFFICIENT_CREDITS' };
  }
}
