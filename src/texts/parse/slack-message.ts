import { cut } from '../../kit/slack-text.ts';
import { blocksText, type NamesById, type Node, nodes, string } from './slack-blocks.ts';
import { mrkdwnWords } from './slack-markup.ts';

/** The parts of a Slack message that we read. */
export type SlackMessage = {
  text?: string | undefined;
  blocks?: readonly Node[] | undefined;
  attachments?: readonly Node[] | undefined;
};

/** How much of a message we read, in UTF-16 units: more than a text can hold. */
const MAX_MESSAGE_CHARACTERS = 6000;

/**
 * A message as its readers see it, in plain words: its blocks, or otherwise its text, and its attachments, without formatting, with
 * links unwrapped. Empty if there is nothing to read (a picture, say). Whom Slack names by an id alone stays as `@U…`, `@S…` or
 * `#C…`.
 */
export function messageText({ text = '', blocks = [], attachments = [] }: SlackMessage): string {
  const labels = labelsIn(cut(text, MAX_MESSAGE_CHARACTERS));
  const own =
    blocksText(blocks, labels, MAX_MESSAGE_CHARACTERS) || mrkdwnWords(cut(text, MAX_MESSAGE_CHARACTERS));
  const attached: string[] = [];
  for (const attachment of attachments.slice(0, MAX_ATTACHMENTS)) {
    // The link that it shows stands in the message.
    if (own !== '' && isPreview(attachment)) continue;
    if (own.length + attached.join('').length > MAX_MESSAGE_CHARACTERS) break;
    attached.push(attachmentText(attachment, labels));
  }
  return cut(lines([own, ...attached]), MAX_MESSAGE_CHARACTERS);
}

/** Slack shows no more. */
const MAX_ATTACHMENTS = 100;

/** Names that Slack gives beside ids, which its blocks don’t have. */
function labelsIn(text: string): NamesById {
  const found = text.matchAll(/<(?:[@#]|!subteam\^)([A-Z0-9]+)\|[@#]?([^<>|]+)>/g);
  return new Map([...found].map(([, id = '', label = '']) => [id, label]));
}

/** Whether Slack made it of a link in the message; a forwarded message isn't one. */
const isPreview = ({ is_share, from_url, original_url, app_unfurl_url, is_msg_unfurl }: Node): boolean =>
  is_share !== true &&
  (is_msg_unfurl === true || [from_url, original_url, app_unfurl_url].some(url => string(url) !== ''));

function attachmentText(attachment: Node, labels: NamesById): string {
  const forwarded = nodes(attachment.message_blocks).flatMap(({ message }) =>
    nodes((message as Node)?.blocks),
  );
  const inBlocks =
    blocksText(nodes(attachment.blocks), labels, MAX_MESSAGE_CHARACTERS) ||
    blocksText(forwarded, labels, MAX_MESSAGE_CHARACTERS);
  if (inBlocks !== '') return inBlocks;
  const words = (name: string): string => mrkdwnWords(cut(string(attachment[name]), MAX_MESSAGE_CHARACTERS));
  const written = lines([
    ...['pretext', 'title', 'text'].map(words),
    ...nodes(attachment.fields).map(field => fieldText(field)),
  ]);
  const fallback = words('fallback');
  return written || (fallback === NOTHING ? '' : fallback);
}

/** What Slack writes where an app gave no other words. */
const NOTHING = '[no preview available]';

function fieldText({ title, value }: Node): string {
  const [called, said] = [title, value].map(one => mrkdwnWords(cut(string(one), MAX_MESSAGE_CHARACTERS)));
  return [called, said]
    .filter(Boolean)
    .join(said?.includes('\n') ? '\n' : ': ')
    .replace(/:: /, ': ');
}

const lines = (parts: readonly string[]): string =>
  parts
    .filter(part => part.trim() !== '')
    .join('\n')
    .trim();
