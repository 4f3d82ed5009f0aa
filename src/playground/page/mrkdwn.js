// @ts-check
import { html } from 'htm/preact';
import { channel, person } from './store.js';
import { clock, date, prettyDate } from './times.js';

/** Shortcodes of emoji that apps are likely to use. The machine's fonts draw them. */
const EMOJI = new Map(
  `white_check_mark ✅  heavy_check_mark ✔️  ballot_box_with_check ☑️  x ❌  warning ⚠️  no_entry ⛔
   no_entry_sign 🚫  information_source ℹ️  hourglass ⌛  hourglass_flowing_sand ⏳  no_bell 🔕
   busts_in_silhouette 👥  double_vertical_bar ⏸️  black_square_for_stop ⏹️  clock3 🕒  alarm_clock ⏰
   speech_balloon 💬  mag 🔍  iphone 📱  calling 📲  key 🔑  lock 🔒  moneybag 💰  bell 🔔  rotating_light 🚨
   bulb 💡  red_circle 🔴  large_green_circle 🟢  large_yellow_circle 🟡  tada 🎉  wave 👋
   raising_hand 🙋  point_right 👉  mega 📣  pager 📟  wastebasket 🗑️  eyes 👀  thumbsup 👍  +1 👍
   gear ⚙️  memo 📝  envelope ✉️  incoming_envelope 📨  repeat 🔁  question ❓  grey_question ❔
   globe_with_meridians 🌐  mute 🔇  loud_sound 🔊  white_circle ⚪  large_orange_circle 🟠
   large_blue_circle 🔵  test_tube 🧪  fire 🔥  truck 🚚  package 📦  rice 🍚  calendar 📆
   arrows_counterclockwise 🔄  bar_chart 📊  scales ⚖️`
    .split(/ {2}|\n +/)
    .map(one => /** @type {[string, string]} */ (one.split(' '))),
);

/** Replaces shortcodes by characters. @param {string} text */
const withEmoji = text => text.replaceAll(/:([a-z0-9_+-]+):/g, (whole, name) => EMOJI.get(name) ?? whole);

/** @typedef {import('@slack/types').RichTextBlock} RichTextBlock */
/** @typedef {import('@slack/types').RichTextElement} RichTextElement */
/** @typedef {import('preact').ComponentChild} Child */

/** @param {string} text */
const unescaped = text => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Plain text as Slack shows it: with emoji only. @param {string} text */
export const plain = text => withEmoji(unescaped(text));

/** @param {string} text */
export const plainText = text => /** @type {const} */ ({ type: 'plain_text', text });

/** A text object of either kind. @param {import('@slack/types').TextObject} object */
export const textObject = object =>
  object.type === 'mrkdwn' ? mrkdwn(object.text) : html`<span class="plain">${lines(object.text)}</span>`;

/** Slack's mrkdwn as elements. No part of it is interpreted as HTML. @param {string} source */
export function mrkdwn(source) {
  const pieces = source.split(/```\n?([\s\S]*?)```/);
  return html`<div class="mrkdwn">
    ${pieces.map((piece, index) =>
      index % 2 === 1 ? html`<pre>${unescaped(piece)}</pre>` : piece === '' ? null : paragraphs(piece),
    )}
  </div>`;
}

/** The plain words of a message. @param {string} source */
export const spoken = source => textOf(mrkdwn(source));

/** @param {any} node @returns {string} */
function textOf(node) {
  if (Array.isArray(node)) return node.map(textOf).join('');
  return typeof node === 'object' ? textOf(node?.props.children ?? '') : String(node ?? '');
}

/** @param {string} source */
function paragraphs(source) {
  const groups = /** @type {{ quoted: boolean, lines: string[] }[]} */ ([]);
  for (const line of source.replace(/^\n|\n$/g, '').split('\n')) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
    if (quoted && groups.at(-1)?.quoted) groups.at(-1)?.lines.push(quoted[1] ?? '');
    else groups.push({ quoted: quoted !== null, lines: [quoted?.[1] ?? line] });
  }
  return groups.map(group => {
    const inside = group.lines.map(line => html`<p>${line === '' ? html`<br />` : inline(line)}</p>`);
    return group.quoted ? html`<blockquote>${inside}</blockquote>` : inside;
  });
}

const RULES = /** @type {[RegExp, (inside: string) => Child][]} */ ([
  [/`([^`\n]+)`/, inside => html`<code>${unescaped(inside)}</code>`],
  [/<([^<>\n]+)>/, inside => marked(inside)],
  [
    /(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*?\S)\*(?![\p{L}\p{N}*])/u,
    inside => html`<strong>${inline(inside)}</strong>`,
  ],
  [/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/u, inside => html`<em>${inline(inside)}</em>`],
  [/(?<![\p{L}\p{N}~])~(?=\S)([^~\n]*?\S)~(?![\p{L}\p{N}~])/u, inside => html`<s>${inline(inside)}</s>`],
]);

/** @param {string} source @returns {Child[]} */
function inline(source) {
  const found = RULES.flatMap(([pattern, make]) => {
    const match = pattern.exec(source);
    return match ? [{ match, make }] : [];
  });
  const [first] = found.sort((one, other) => one.match.index - other.match.index);
  if (!first) return [plain(source)];
  const { match, make } = first;
  const after = source.slice(match.index + match[0].length);
  return [...inline(source.slice(0, match.index)), make(match[1] ?? ''), ...inline(after)];
}

/** @param {string} href @param {string} words */
const link = (href, words) => html`<a href=${href} target="_blank" rel="noopener noreferrer">${words}</a>`;

/**
 * The element for a text between `<` and `>`: a mention, a date, or a link.
 * @param {string} inside @returns {Child}
 */
function marked(inside) {
  const [target = '', label] = inside.split('|');
  const id = target.slice(1);
  if (target.startsWith('@'))
    return html`<span class="mention">@${person(id)?.displayName ?? label ?? id}</span>`;
  if (target.startsWith('#'))
    return html`<span class="mention">#${channel(id)?.name ?? label ?? 'channel'}</span>`;
  if (target.startsWith('!date^')) {
    const [, seconds, format = ''] = target.split('^');
    return dateOf(Number(seconds), format, label ?? '');
  }
  if (target.startsWith('!subteam^'))
    return html`<span class="mention broadcast">${label ?? '@group'}</span>`;
  if (target.startsWith('!')) return html`<span class="mention broadcast">@${label ?? id}</span>`;
  const words = plain(label ?? target.replace(/^(mailto|tel):/, ''));
  return /^(https?|mailto|tel):/.test(target) ? link(unescaped(target), words) : words;
}

/** @param {number} seconds @param {string} format @param {string} fallback */
function dateOf(seconds, format, fallback) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return plain(fallback);
  const words = format
    .replaceAll(/\{date[a-z_]*_pretty\}/g, prettyDate(at))
    .replaceAll(/\{date[a-z_]*\}/g, date(at))
    .replaceAll(/\{time[a-z_]*\}/g, clock(at));
  return html`<time datetime=${at.toISOString()}>${words}</time>`;
}

/** @param {string} text */
const lines = text => text.split('\n').map((line, index) => [index === 0 ? null : html`<br />`, plain(line)]);

/** A block of rich text: its sections, lists, quotes and code. @param {{ block: RichTextBlock }} props */
export const RichText = ({ block }) => html`<div class="mrkdwn">${block.elements.map(richPart)}</div>`;

/** @param {RichTextBlock['elements'][number]} part */
function richPart(part) {
  switch (part.type) {
    case 'rich_text_list': {
      const items = part.elements.map(one => html`<li>${one.elements.map(richElement)}</li>`);
      return part.style === 'ordered' ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'rich_text_quote':
      return html`<blockquote><p>${part.elements.map(richElement)}</p></blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre>${part.elements.map(richElement)}</pre>`;
    default:
      return html`<p>${part.elements.map(richElement)}</p>`;
  }
}

/** @param {RichTextElement} element @returns {Child | Child[]} */
function richElement(element) {
  switch (element.type) {
    case 'user':
      return marked(`@${element.user_id}`);
    case 'channel':
      return marked(`#${element.channel_id}`);
    case 'usergroup':
      return marked(`!subteam^${element.usergroup_id}`);
    case 'broadcast':
      return marked(`!${element.range}`);
    case 'emoji':
      return plain(`:${element.name}:`);
    case 'date':
      return dateOf(element.timestamp, element.format, element.fallback ?? '');
    case 'link':
      return link(element.url, element.text ?? element.url);
    case 'text': {
      const words = lines(element.text);
      const { bold, italic, strike, code } = element.style ?? {};
      const styles = /** @type {const} */ ([
        ['strong', bold],
        ['em', italic],
        ['s', strike],
        ['code', code],
      ]);
      return styles.reduce(
        (inside, [tag, has]) => (has ? html`<${tag}>${inside}</${tag}>` : inside),
        /** @type {any} */ (words),
      );
    }
    default:
      return '';
  }
}
