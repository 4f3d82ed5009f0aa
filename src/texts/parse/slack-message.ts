import { linkAsRead, unescapeSlack } from '../../kit/slack-text.ts';

/** The parts of a Slack message that we read. */
export type SlackMessage = {
  text?: string | undefined;
  blocks?: readonly Node[] | undefined;
  attachments?: readonly Node[] | undefined;
};

type Node = Record<string, unknown>;

/**
 * A message as its readers see it, in plain words: without formatting, with links unwrapped. What people write comes as rich
 * text; an app's message may have only its fallback text, other blocks, or attachments. Empty if there is nothing to read (a
 * picture, say).
 */
export function messageText(message: SlackMessage): string {
  const blocks = message.blocks ?? [];
  const rich = blocks.filter(block => block.type === 'rich_text');
  return (
    lines(rich.map(richText)) ||
    unescapeSlack(message.text ?? '').trim() ||
    lines(blocks.map(blockText)) ||
    lines((message.attachments ?? []).map(attachmentText))
  );
}

const lines = (parts: readonly string[]): string =>
  parts
    .filter(part => part.trim() !== '')
    .join('\n')
    .trim();

/** A block, a list, a quote or a section of rich text. */
function richText(node: Node): string {
  const inside = nodes(node.elements);
  // Sections and quotes contain words; a block and a list contain sections, each on its own lines.
  const holdsWords = /^rich_text_(?:section|quote|preformatted)$/.test(string(node.type));
  if (holdsWords) return inside.map(word).join('').replace(/\n$/, '');
  const bullet = node.type === 'rich_text_list' ? '- ' : '';
  return inside.map(element => bullet + richText(element)).join('\n');
}

function word(node: Node): string {
  switch (node.type) {
    case 'text':
      return string(node.text);
    case 'link':
      return linkAsRead(string(node.url), string(node.text));
    case 'user':
      return `@${string(node.user_id)}`;
    case 'usergroup':
      return `@${string(node.usergroup_id)}`;
    case 'broadcast':
      return `@${string(node.range)}`;
    case 'channel':
      return `#${string(node.channel_id)}`;
    case 'emoji':
      return emoji(string(node.unicode)) || `:${string(node.name)}:`;
    case 'date':
      return string(node.fallback);
    default:
      return string(node.value);
  }
}

/** `1f469-200d-1f4bb`; empty for a workspace's own emoji, which no phone knows. */
function emoji(unicode: string): string {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(unicode)) return '';
  const codes = unicode.split('-').map(code => Number.parseInt(code, 16));
  return codes.every(code => code <= 0x10ffff) ? String.fromCodePoint(...codes) : '';
}

/** The words of a section, a header, a context. */
function blockText(block: Node): string {
  const own = [block.text, ...nodes(block.fields), ...nodes(block.elements)];
  return lines(own.map(text => (isNode(text) ? textObject(text) : '')));
}

function textObject(object: Node): string {
  const text = string(object.text);
  return object.type === 'mrkdwn' ? unescapeSlack(text) : object.type === 'plain_text' ? text : '';
}

function attachmentText(attachment: Node): string {
  const written = ['pretext', 'title', 'text'].map(name => unescapeSlack(string(attachment[name])));
  return lines(written) || lines(nodes(attachment.blocks).map(blockText)) || string(attachment.fallback);
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
