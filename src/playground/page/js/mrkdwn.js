// @ts-check
import { h } from './dom.js';
import { emojiNodes, emojiText } from './emoji.js';
import { channel, person, store } from './store.js';
import { clock, date as day } from './times.js';

/** @param {string} text */
const unescaped = text => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Plain text for places that hold only text, such as an option's label. @param {string} text */
export const plain = text => emojiText(unescaped(text));
/** Plain text as Slack shows it: emoji, nothing else. @param {string} text */
export const plainNodes = text => emojiNodes(unescaped(text));

/** A text object, whichever kind it is. @param {any} object */
export function textObject(object) {
  if (!object) return '';
  if (object.type === 'mrkdwn') return mrkdwn(object.text);
  return h('span', { class: 'plain' }, lines(object.text));
}

/** Slack's mrkdwn as elements; nothing in it is ever interpreted as HTML. @param {string} source */
export function mrkdwn(source) {
  const root = h('div', { class: 'mrkdwn' });
  for (const [index, piece] of source.split(/```\n?([\s\S]*?)```/).entries()) {
    if (index % 2 === 1) root.append(h('pre', null, unescaped(piece)));
    else if (piece !== '') root.append(...paragraphs(piece));
  }
  return root;
}

/** A block of rich text, as far as apps post it: sections of words, mentions, dates and links. @param {any} block */
export function richText(block) {
  return h(
    'div',
    { class: 'mrkdwn' },
    block.elements.map((/** @type {any} */ part) => h('p', null, part.elements.flatMap(richElement))),
  );
}

/** @param {any} element @returns {any} */
function richElement(element) {
  switch (element.type) {
    case 'user':
      return marked(`@${element.user_id}`);
    case 'channel':
      return marked(`#${element.channel_id}`);
    case 'broadcast':
      return marked(`!${element.range}`);
    case 'emoji':
      return emojiNodes(`:${element.name}:`);
    case 'date':
      return dateOf(`!date^${element.timestamp}^${element.format}`, element.fallback ?? '');
    case 'link':
      return h(
        'a',
        { href: element.url, target: '_blank', rel: 'noopener noreferrer' },
        element.text ?? element.url,
      );
    default: {
      const words = String(element.text ?? '')
        .split('\n')
        .flatMap((line, index) => (index === 0 ? [line] : [h('br'), line]));
      return element.style?.bold ? h('strong', null, words) : words;
    }
  }
}

/** @param {string} source */
function paragraphs(source) {
  const out = [];
  let quote = null;
  for (const line of source.replace(/^\n|\n$/g, '').split('\n')) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
    if (quoted) {
      if (!quote) {
        quote = h('blockquote');
        out.push(quote);
      }
      quote.append(h('p', null, inline(quoted[1] ?? ''), line === '' ? h('br') : null));
    } else {
      quote = null;
      out.push(h('p', null, line === '' ? h('br') : inline(line)));
    }
  }
  return out;
}

const RULES = /** @type {[RegExp, (match: RegExpExecArray) => any][]} */ ([
  [/`([^`\n]+)`/, match => h('code', null, unescaped(match[1] ?? ''))],
  [/<([^<>\n]+)>/, match => marked(match[1] ?? '')],
  [
    /(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*?\S)\*(?![\p{L}\p{N}*])/u,
    match => h('strong', null, inline(match[1] ?? '')),
  ],
  [
    /(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/u,
    match => h('em', null, inline(match[1] ?? '')),
  ],
  [/(?<![\p{L}\p{N}~])~(?=\S)([^~\n]*?\S)~(?![\p{L}\p{N}~])/u, match => h('s', null, inline(match[1] ?? ''))],
]);

/** @param {string} source @returns {any[]} */
function inline(source) {
  let first = /** @type {[RegExpExecArray, (match: RegExpExecArray) => any] | null} */ (null);
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(source);
    if (match && (!first || match.index < first[0].index)) first = [match, make];
  }
  if (!first) return plainNodes(source);
  const [match, make] = first;
  return [
    ...inline(source.slice(0, match.index)),
    make(match),
    ...inline(source.slice(match.index + match[0].length)),
  ];
}

/** What is between `<` and `>`: a mention, a date, or a link. @param {string} inside */
function marked(inside) {
  const [target = '', label] = inside.split('|');
  if (target.startsWith('@')) {
    const known = person(target.slice(1));
    return h('span', { class: 'mention' }, `@${known?.displayName ?? label ?? target.slice(1)}`);
  }
  if (target.startsWith('#'))
    return h('span', { class: 'mention' }, `#${channel(target.slice(1))?.name ?? label ?? 'channel'}`);
  if (target.startsWith('!date^')) return dateOf(target, label ?? '');
  if (target.startsWith('!subteam^')) return h('span', { class: 'mention broadcast' }, label ?? '@group');
  if (target.startsWith('!'))
    return h('span', { class: 'mention broadcast' }, `@${label ?? target.slice(1)}`);
  const shown = plain(label ?? target.replace(/^(mailto|tel):/, ''));
  if (!/^(https?|mailto|tel):/.test(target)) return shown;
  return h('a', { href: unescaped(target), target: '_blank', rel: 'noopener noreferrer' }, shown);
}

/** @param {string} target @param {string} fallback */
function dateOf(target, fallback) {
  const [, seconds, format = ''] = target.split('^');
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return plain(fallback);
  return h(
    'time',
    { datetime: date.toISOString() },
    format
      .replaceAll(/\{date[a-z_]*_pretty\}/g, nearDay(date) ?? day(date))
      .replaceAll(/\{date[a-z_]*\}/g, day(date))
      .replaceAll(/\{time[a-z_]*\}/g, clock(date)),
  );
}

const DAY_MS = 86_400_000;

/** What Slack calls the days around today where it is to write a date prettily; null: it's another one. @param {Date} date */
function nearDay(date) {
  const { now } = store.state;
  const near = { yesterday: now - DAY_MS, today: now, tomorrow: now + DAY_MS };
  return Object.entries(near).find(([, at]) => day(at) === day(date))?.[0] ?? null;
}

/** @param {string} text */
function lines(text) {
  return text
    .split('\n')
    .flatMap((line, index) => (index === 0 ? plainNodes(line) : [h('br'), ...plainNodes(line)]));
}
