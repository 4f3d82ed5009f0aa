import type { Button } from '@slack/types';
import type { Notice, NoticeBoard } from '../alerts/posts/showing.ts';
import { inMrkdwn } from '../domain/slack-text.ts';
import type { Wording } from '../wording/index.ts';
import { respondButtons } from './alerts/buttons.ts';
import { buttonsOfHold, uncertainButton } from './blocks/results.ts';
import { actions } from './kit/elements.ts';
import { inPosts } from './kit/fit.ts';
import type { PinnedMessage } from './kit/message.ts';
import type { Poster } from './kit/posting.ts';
import { linesAsBlocks } from './kit/rich-text.ts';

/** Posts about alerts in Slack. */
export function createNoticeBoard(poster: Pick<Poster, 'pin' | 'update'>): NoticeBoard<PinnedMessage> {
  return { make: messageOf, post: poster.pin, update: poster.update };
}

/** One post; its few lines fit, and if they didn't, the last would be left out rather than the buttons. */
function messageOf({ lines, words, buttons, under }: Notice): PinnedMessage {
  const text = lines.map(inMrkdwn).join('\n');
  const [first] = inPosts({ text, blocks: linesAsBlocks(lines) });
  const below = buttons && actions(...buttonsOf(words, buttons));
  return {
    text: first?.text ?? '',
    blocks: [...(first?.blocks ?? []), ...(below ? [below] : [])],
    ...(under === null ? {} : { thread_ts: under, reply_broadcast: true }),
  };
}

function buttonsOf(words: Wording, buttons: NonNullable<Notice['buttons']>): Button[] {
  switch (buttons.kind) {
    case 'again':
      return [uncertainButton(words, buttons.textId)];
    case 'held':
      return buttonsOfHold(words, buttons.code);
    case 'respond':
      return respondButtons(words, buttons);
  }
}
