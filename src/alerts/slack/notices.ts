import type { Button } from '@slack/types';
import type { HoldingCode } from '../../kit/problem.ts';
import { actions, linesAsBlocks } from '../../kit/slack/elements.ts';
import { inPosts, type PinnedMessage } from '../../kit/slack/message.ts';
import { inMrkdwn } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { buttonsOfHold, uncertainButton } from '../../texts/slack/results.ts';
import { respondButtons } from './buttons.ts';

/** What a channel is shown. */
export type Notice = {
  lines: string[];
  words: Wording;
  /** One sends an uncertain text again; some release a held key; several are for doing something about the incidents of a post. */
  buttons:
    | { kind: 'again'; textId: string }
    | { kind: 'held'; code: HoldingCode }
    | { kind: 'respond'; hook: string; post: number; canTake: boolean }
    | null;
  /** In whose thread it is, shown in the channel all the same; null: only in the channel. */
  under: string | null;
};

/** One post; its few lines fit, and if they didn't, the last would be left out rather than the buttons. */
export function postOf({ lines, words, buttons, under }: Notice): PinnedMessage {
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
