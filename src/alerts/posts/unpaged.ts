import type { Wording } from '../../kit/words/wording.ts';
import { fromKey } from '../alert.ts';
import type { Notes } from '../policy/channel/channel-update.ts';
import type { Block } from '../policy/incidents/state.ts';
import type { Notice } from '../slack/notices.ts';
import { nameOf } from './text-lines.ts';

type Blocked = NonNullable<Notes['blocked']>;

const MAX_NAMED = 10;

/** Lines that say why no text can go, and if no recipient on call is known in Slack, that no recipient was told. @param onCall user ids */
export function blockedLines(
  { why, recipients }: Blocked,
  onCall: readonly string[],
  { alerts: { post } }: Wording,
): string[] {
  const names = recipients.slice(0, MAX_NAMED).map(key => nameOf(fromKey(key)));
  const isNobodyTold = onCall.length === 0 && names.length > 0;
  return [post.blocked(post.blockedBecause[why]), ...(isNobodyTold ? [post.noSlackAccount(names)] : [])];
}

/** The buttons with which a person mends why no text can go. */
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
