import type { Button } from '@slack/types';
import { actions, linesAsBlocks } from '../../kit/slack/elements.ts';
import { inPosts, type PinnedMessage } from '../../kit/slack/message.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import { inMrkdwn } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { buttonsOfHold, uncertainButton } from '../../texts/slack/results.ts';
import type { Notice, NoticeBoard } from '../posts/showing.ts';
import { respondButtons } from './buttons.ts';

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
