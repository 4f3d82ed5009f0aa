import { cut } from '../../kit/slack-text.ts';
import { blocksText, type NamesById, type Node, nodes, string } from './slack-blocks.ts';
import { mrkdwnWords } from './slack-markup.ts';

export type SlackMessage = {
  text?: string | undefined;
  blocks?: readonly Node[] | undefined;
  attachments?: readonly Node[] | undefined;
};

/** In UTF-16 units: more than a text can hold. */
const MAX_MESSAGE_CHARACTERS = 6000;

/**
 * A message in plain words, as its readers see it: its blocks (or its text if it has none) and attachments, without
 * formatting, links unwrapped. Empty if there is nothing to read, as in a picture. People, groups and channels that Slack
 * names by id only stay as `@U…`, `@S…` or `#C…`.
 */
export function messageText({ text = '', blocks = [], attachments = [] }: SlackMessage): string {
  const labels = labelsIn(cut(text, MAX_MESSAGE_CHARACTERS));
  const own =
    blocksText(blocks, labels, MAX_MESSAGE_CHARACTERS) || mrkdwnWords(cut(text, MAX_MESSAGE_CHARACTERS));
  const attached: string[] = [];
  for (const attachment of attachments.slice(0, MAX_ATTACHMENTS)) {
    // A preview repeats a link of the message.
    if (own !== '' && isPreview(attachment)) continue;
    if (own.length + attached.join('').length > MAX_MESSAGE_CHARACTERS) break;
    attached.push(attachmentText(attachment, labels));
  }
  return cut(lines([own, ...attached]), MAX_MESSAGE_CHARACTERS);
}

/** Slack's own limit. */
const MAX_ATTACHMENTS = 100;

/** Names from the text's mentions, because blocks have only ids. */
function labelsIn(text: string): NamesById {
  const labels = text.matchAll(/<(?:[@#]|!subteam\^)([A-Z0-9]+)\|[@#]?([^<>|]+)>/g);
  return new Map([...labels].map(([, id = '', label = '']) => [id, label]));
}

/** True for the preview of a link in the message; a forwarded message isn't one. */
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
  return written || (fallback === NO_FALLBACK ? '' : fallback);
}

/** Slack's fallback for an attachment without words. */
const NO_FALLBACK = '[no preview available]';

function fieldText({ title, value }: Node): string {
  const [titleText, valueText] = [title, value].map(part =>
    mrkdwnWords(cut(string(part), MAX_MESSAGE_CHARACTERS)),
  );
  return [titleText, valueText]
    .filter(Boolean)
    .join(valueText?.includes('\n') ? '\n' : ': ')
    .replace(/:: /, ': ');
}

const lines = (parts: readonly string[]): string =>
  parts
    .filter(part => part.trim() !== '')
    .join('\n')
    .trim();
