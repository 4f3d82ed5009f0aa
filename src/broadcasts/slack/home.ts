import type { KnownBlock } from '@slack/types';
import { maskNumber } from '../../kit/number.ts';
import { button, section } from '../../kit/slack/elements.ts';
import type { HomePart, HomeReader } from '../../kit/slack/home-part.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Broadcast, Broadcasts } from '../store/model.ts';
import { broadcastBlocks } from './progress.ts';
import { reviewButton } from './review-button.ts';

/** How many under way and how many that are over are shown; each takes a few of the hundred blocks of a Home tab. */
const UNDER_WAY = 8;
const OVER = 4;
/** How many that wait for their author. */
const DRAFTS = 5;
/** Among how many of the newest those are looked for that a person may steer. */
const LATEST = 50;

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

/** Broadcasts that wait for this person to look at them. */
function draftBlocks({ words, userId }: HomeReader, all: readonly Broadcast[]): KnownBlock[] {
  const drafts = all.filter(({ ask, state }) => ask.by === userId && state === 'review');
  if (drafts.length === 0) return [];
  const { broadcasts } = words;
  return [
    { type: 'header', text: { type: 'plain_text', text: broadcasts.drafts } },
    ...drafts.slice(0, DRAFTS).map(({ id, size, wall }) => ({
      ...section(broadcasts.draft({ texts: size.texts, leftOut: size.rows - size.texts, at: wall })),
      accessory: reviewButton(words, id),
    })),
  ];
}

/** Broadcasts that this person may steer, and their own that wait for a review. */
export const broadcastsAtHome = (broadcasts: Pick<Broadcasts, 'of' | 'drafts'>): HomePart => ({
  buttons: ({ words }, maySend) =>
    maySend ? [button({ action: ACTION.newBroadcast, label: words.broadcasts.make })] : [],
  async sections(reader) {
    const { workspace, userId, words, asOf, manages } = reader;
    const [all, drafts] = await Promise.all([broadcasts.of(workspace, LATEST), broadcasts.drafts(workspace)]);
    const theirs = all.filter(({ ask }) => manages || ask.by === userId);
    return [...broadcastsSection(words, theirs, asOf), ...draftBlocks(reader, drafts)];
  },
});
