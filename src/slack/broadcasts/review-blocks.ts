import type { KnownBlock } from '@slack/types';
import type { Review } from '../../broadcasts/service.ts';
import type { ShowNumber } from '../../domain/number.ts';
import type { Wording } from '../../wording/index.ts';

/** What a broadcast will come to. */
export function reviewBlocks(_words: Wording, { broadcast }: Review, _show: ShowNumber): KnownBlock[] {
  const { longest } = broadcast.size;
  return longest === null
    ? []
    : [{ type: 'section', text: { type: 'plain_text', text: longest, emoji: false } }];
}
