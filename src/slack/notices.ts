import type { Notice, NoticeBoard } from '../alerts/posts/showing.ts';
import { actions, section } from './blocks/elements.ts';
import { inPosts } from './blocks/fit.ts';
import { uncertainButton } from './blocks/results.ts';
import type { Message } from './message.ts';
import type { Poster } from './posting.ts';

const SPOKEN = 20;

/** Posts about alerts in Slack: many lines in few posts. */
export function createNoticeBoard(poster: Pick<Poster, 'pin' | 'update'>): NoticeBoard<Message> {
  return {
    posts: notice => inPosts(messageOf(notice)),
    post: poster.pin,
    update: poster.update,
  };
}

function messageOf({ lines, sendAgain }: Notice): Message {
  return {
    text: lines.slice(0, SPOKEN).join('\n'),
    blocks: [
      section(lines.join('\n')),
      ...(sendAgain ? [actions(uncertainButton(sendAgain.words, sendAgain.textId))] : []),
    ],
  };
}
