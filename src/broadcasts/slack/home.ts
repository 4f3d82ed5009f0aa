import type { KnownBlock } from '@slack/types';
import { maskNumber } from '../../kit/number.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Broadcast } from '../store/model.ts';
import { broadcastBlocks } from './progress.ts';

/** How many under way and how many that are over are shown; each takes a few of the hundred blocks of a Home tab. */
const UNDER_WAY = 8;
const OVER = 4;

const isUnderWay = ({ state }: Broadcast): boolean => state === 'running' || state === 'paused';

/** Broadcasts under way, with the same figures and buttons as their posts, and the last ones that are over. */
export function broadcastsSection(words: Wording, all: readonly Broadcast[], wall: number): KnownBlock[] {
  const shown = [
    ...all.filter(isUnderWay).slice(0, UNDER_WAY),
    ...all.filter(({ state }) => state === 'ended').slice(0, OVER),
  ];
  if (shown.length === 0) return [];
  return [
    { type: 'header', text: { type: 'plain_text', text: words.progress.home.heading } },
    ...shown.flatMap(one => broadcastBlocks(words, maskNumber, one, wall)),
  ];
}
