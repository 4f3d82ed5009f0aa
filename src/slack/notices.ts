import type { Wording } from '../wording/index.ts';
import { actions, section } from './blocks/elements.ts';
import { uncertainButton } from './blocks/results.ts';
import type { Message, Pinned, Place, Poster } from './posting.ts';

/** Lines, and a button where an uncertain text may be sent once more. */
type Notice = { lines: string[]; sendAgain: { textId: string; words: Wording } | null };

/** A section holds 3,000 characters; mentions and dates count as written. */
const SECTION = 2900;
const SPOKEN = 20;

/** Posts of alerts in Slack: many lines in few sections. */
export function createNoticeBoard(poster: Pick<Poster, 'pin' | 'update'>): {
  post(workspace: string, channel: string, notice: Notice): Promise<Pinned>;
  update(workspace: string, at: Place, notice: Notice): Promise<Pinned>;
} {
  return {
    post: (workspace, channel, notice) => poster.pin(workspace, channel, messageOf(notice)),
    update: (workspace, at, notice) => poster.update(workspace, at, messageOf(notice)),
  };
}

function messageOf({ lines, sendAgain }: Notice): Message {
  // What notifications show, and readers of the screen read.
  const text = lines.slice(0, SPOKEN).join('\n');
  const sections = paragraphs(lines).map(section);
  if (!sendAgain) return { text, blocks: sections };
  return {
    text,
    blocks: [...sections, actions(uncertainButton(sendAgain.words, sendAgain.textId))],
  };
}

function paragraphs(lines: readonly string[]): string[] {
  const all: string[] = [];
  let open = '';
  for (const line of lines) {
    if (open !== '' && open.length + line.length + 1 > SECTION) {
      all.push(open);
      open = '';
    }
    open = open === '' ? line : `${open}\n${line}`;
  }
  return [...all, open];
}
