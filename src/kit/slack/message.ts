import type { KnownBlock } from '@slack/types';
import { abridged } from '../slack-text.ts';
import type { ShownBlock } from './charts.ts';
import { MAX_BLOCK_TEXT, MAX_MESSAGE_BLOCKS, MAX_POST_CHARACTERS, MAX_POST_TEXT } from './limits.ts';

/** A message as text, with blocks if it has more than text. */
export type Message = {
  text: string;
  blocks?: ShownBlock[];
  /** The thread; not for ephemeral messages, which Slack shows there only to people who have it open. */
  thread_ts?: string;
};

/** `reply_broadcast`: the channel shows the post, too, not only the thread. */
export type PinnedMessage = Message & { reply_broadcast?: true };

/*
 * Everything shown in Slack is split here to fit its limits (limits.ts), so that no other code has to count. Mentions and
 * dates count as they are written.
 */

/** The parts of a text that stay whole: mentions, links, dates and words, each with the white space after it. */
const WORDS = /(?:<[^<>]*>|[^\s<]+|<|^\s)\s*/g;
/** The parts of a word that stay whole if the word is split: characters, escaped or not. */
const SIGNS = /&[a-z]+;|./gsu;

/**
 * Splits a text into as few texts as possible of at most `limit` characters, between lines or otherwise between words.
 */
export function pieces(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const ofWord = (word: string) => packed(word.match(SIGNS) ?? [], limit, '', () => []);
  const ofLine = (line: string) => packed(line.match(WORDS) ?? [], limit, '', ofWord);
  return packed(text.split('\n'), limit, '\n', ofLine).filter(piece => piece.trim() !== '');
}

/** As few texts as possible with all parts in order. A part that is too long by itself is split. */
function packed(
  parts: readonly string[],
  limit: number,
  between: string,
  breakUp: (part: string) => string[],
): string[] {
  const all: string[] = [];
  for (const part of parts.flatMap(whole => (whole.length > limit ? breakUp(whole) : [whole]))) {
    const joined = all.length > 0 ? all.at(-1) + between + part : part;
    if (all.length > 0 && joined.length <= limit) all[all.length - 1] = joined;
    else all.push(part);
  }
  return all;
}

/** The posts that show a message, each within Slack's limits; usually one. */
export function inPosts(message: Message): Message[] {
  const { text, blocks, ...more } = message;
  if (!blocks) return pieces(text, MAX_POST_TEXT).map(piece => ({ text: piece, ...more }));
  return inGroups(inView(blocks)).map((group, index) => ({
    // For notifications and screen readers.
    text: abridged(index === 0 ? text : readIn(group), MAX_POST_TEXT),
    blocks: group,
    ...more,
  }));
}

/** Blocks split for a modal or a Home tab. Ours never come near the limit of a view's blocks. */
export function inView<B extends ShownBlock>(blocks: readonly B[]): (B | KnownBlock)[] {
  return blocks.flatMap((block): (B | KnownBlock)[] => {
    const shown: ShownBlock = block;
    // A chart or table fits as it is built.
    return shown.type === null ? [block] : fitted(shown);
  });
}

/** A block, plus more blocks if its text is too long for one. */
function fitted(block: KnownBlock): KnownBlock[] {
  if (block.type === 'section' && block.text) {
    const { text } = block;
    return pieces(text.text, MAX_BLOCK_TEXT).map((piece, index) =>
      index === 0
        ? { ...block, text: { ...text, text: piece } }
        : { type: 'section', ...idOf(block, index), text: { ...text, text: piece } },
    );
  }
  const [only, ...rest] = block.type === 'context' ? block.elements : [];
  if (only && 'text' in only && rest.length === 0) {
    return pieces(only.text, MAX_BLOCK_TEXT).map((piece, index) => ({
      type: 'context',
      ...(index === 0 ? idOf(block) : idOf(block, index)),
      elements: [{ ...only, text: piece }],
    }));
  }
  return [block];
}

/** Ids of split blocks begin with the whole block's id, so that they are still found by it. */
function idOf({ block_id: id }: KnownBlock, index?: number): { block_id?: string } {
  if (id === undefined) return {};
  return { block_id: index === undefined ? id : `${id}_${index}` };
}

function inGroups(blocks: readonly ShownBlock[]): ShownBlock[][] {
  const groups: ShownBlock[][] = [];
  let characters = 0;
  let count = 0;
  for (const block of blocks) {
    const group = groups.at(-1);
    const size = readIn([block]).length;
    const most = block.type === null ? block.plain.length : 1;
    if (group && count + most <= MAX_MESSAGE_BLOCKS && characters + size <= MAX_POST_CHARACTERS) {
      group.push(block);
      characters += size;
      count += most;
    } else {
      groups.push([block]);
      characters = size;
      count = most;
    }
  }
  return groups;
}

/** The text of sections and contexts; that of other blocks is short. */
function readIn(blocks: readonly ShownBlock[]): string {
  const words = blocks.flatMap(block => {
    if (block.type === 'section') return [block.text?.text ?? ''];
    return block.type === 'context'
      ? block.elements.map(element => ('text' in element ? element.text : ''))
      : [];
  });
  return words.join('\n') || '…';
}
