import type {
  ActionsBlock,
  Button,
  ConfirmationDialog,
  ContextBlock,
  HeaderBlock,
  KnownBlock,
  MrkdwnElement,
  RichTextBlock,
  RichTextElement,
  SectionBlock,
} from '@slack/types';
import { AS_WRITTEN, entities } from '../slack-text.ts';

/* The blocks that this app uses. message.ts splits a text that is too long for one. */

/** A heading, in plain text. */
export function header(text: string): HeaderBlock {
  return { type: 'header', text: { type: 'plain_text', text } };
}

export function section(text: string): SectionBlock {
  return { type: 'section', text: mrkdwn(text) };
}

export function context(text: string): ContextBlock {
  return { type: 'context', elements: [mrkdwn(text)] };
}

/** `verbatim`: Slack must not turn parts of a person's text into links and mentions. */
function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

export function actions(...buttons: Button[]): ActionsBlock {
  return { type: 'actions', elements: buttons };
}

export function button(options: {
  action: string;
  label: string;
  value?: string;
  style?: 'primary' | 'danger';
  url?: string;
  confirm?: { title: string; text: string; confirm: string; deny: string };
}): Button {
  const { action, label, value, style, url, confirm } = options;
  return {
    type: 'button',
    action_id: action,
    text: { type: 'plain_text', text: label },
    ...(value === undefined ? {} : { value }),
    ...(style ? { style } : {}),
    ...(url === undefined ? {} : { url }),
    ...(confirm ? { confirm: dialog(confirm) } : {}),
  };
}

function dialog(words: { title: string; text: string; confirm: string; deny: string }): ConfirmationDialog {
  return {
    title: { type: 'plain_text', text: words.title },
    text: { type: 'plain_text', text: words.text },
    confirm: { type: 'plain_text', text: words.confirm },
    deny: { type: 'plain_text', text: words.deny },
    style: 'danger',
  };
}

/** The parts of our own lines of mrkdwn that aren't words: people's text, mentions, dates, links, emoji, bold, code. */
const TOKENS = new RegExp(
  [
    AS_WRITTEN.source,
    '<@(?<user>\\w+)>',
    '<!(?<range>channel|here)>',
    '<#(?<channel>\\w+)>',
    '<!date\\^(?<seconds>\\d+)\\^(?<format>[^|<>]+)\\|(?<fallback>[^<>]*)>',
    '<(?<url>https?:[^|<>]+)\\|(?<label>[^<>]*)>',
    ':(?<emoji>[a-z_]{3,}):',
    '\\*(?<bold>[^*]+)\\*',
    '`(?<code>[^`\n]+)`',
  ].join('|'),
  'g',
);

/**
 * Lines of mrkdwn as blocks. Lines with a person's text as written become rich text, because mrkdwn can't show a
 * formatting character. So do lines that begin with a link.
 */
export function linesAsBlocks(lines: readonly string[]): KnownBlock[] {
  const blocks: { isRich: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const isRich = AS_WRITTEN.test(line) || line.startsWith('<http');
    const last = blocks.at(-1);
    if (last?.isRich === isRich) last.lines.push(line);
    else blocks.push({ isRich, lines: [line] });
  }
  return blocks.map(({ isRich, lines: part }) =>
    isRich ? richText(part.join('\n')) : section(part.join('\n')),
  );
}

/** A line of mrkdwn as rich text. */
export function richText(source: string): RichTextBlock {
  const elements: RichTextElement[] = [];
  const say = (text: string, style?: { bold: true } | { code: true }): void => {
    const last = elements.at(-1);
    if (text === '') return;
    if (last?.type === 'text' && !last.style && !style) last.text += text;
    else elements.push({ type: 'text', text, ...(style && { style }) });
  };
  let end = 0;
  for (const match of source.matchAll(TOKENS)) {
    say(entities(source.slice(end, match.index)));
    end = match.index + match[0].length;
    const { user, range, channel, seconds, format, fallback, url, label, emoji, bold, code } =
      match.groups ?? {};
    if (user) elements.push({ type: 'user', user_id: user });
    else if (range) elements.push({ type: 'broadcast', range: range as 'channel' });
    else if (channel) elements.push({ type: 'channel', channel_id: channel });
    else if (format)
      elements.push({ type: 'date', timestamp: Number(seconds), format, fallback: entities(fallback ?? '') });
    else if (url) elements.push({ type: 'link', url: entities(url), text: entities(label ?? '') });
    else if (emoji) elements.push({ type: 'emoji', name: emoji });
    else if (bold) say(entities(bold), { bold: true });
    else if (code) say(entities(code), { code: true });
    else say(match[1] ?? '');
  }
  say(entities(source.slice(end)));
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}
