import { cut, linkAsRead } from '../../kit/slack-text.ts';
import { markdownWords, mrkdwnWords, plainWords, tableRow } from './slack-markup.ts';

/** A block, or any object within one. Slack may send unknown fields and types. */
export type Node = Record<string, unknown>;
/** Names by the ids of users, user groups and channels. */
export type NamesById = ReadonlyMap<string, string>;

/** Blocks without words to read: buttons, inputs and pictures. */
const NOT_READ = new Set(['actions', 'context_actions', 'input', 'divider', 'file']);
/** Fields of blocks with words, in the order in which Slack shows them. */
const PARTS = [
  'rich_text_title',
  'title',
  'subtitle',
  'text',
  'caption',
  'body',
  'description',
  'fields',
  'elements',
  'child_blocks',
  'tasks',
  'details',
  'output',
];
/** Containers and carousels nest blocks. */
const MAX_DEPTH = 5;
const MAX_STRING_CHARACTERS = 6000;

/**
 * Blocks in plain words, each on lines of its own; empty if they have none.
 *
 * @param max stops after this many UTF-16 units
 */
export function blocksText(blocks: readonly Node[], labels: NamesById, max: number, depth = 0): string {
  const parts: string[] = [];
  let length = 0;
  for (const block of blocks) {
    const text = blockText(block, labels, max, depth);
    if (text.trim() === '') continue;
    parts.push(text);
    length += text.length;
    if (length > max) break;
  }
  return parts.join('\n').trim();
}

function blockText(block: Node, labels: NamesById, max: number, depth: number): string {
  const type = string(block.type);
  if (NOT_READ.has(type) || depth > MAX_DEPTH) return '';
  const text = cut(string(block.text), MAX_STRING_CHARACTERS);
  switch (type) {
    case 'rich_text':
      return richText(nodes(block.elements), labels);
    case 'markdown':
      return markdownWords(text);
    case 'mrkdwn':
      return mrkdwnWords(text);
    case 'plain_text':
    case 'raw_text':
    case 'raw_number':
      return plainWords(text || String(block.value ?? ''));
    default: {
      const inner = PARTS.flatMap(name => partOf(block[name]));
      const rows = Array.isArray(block.rows) ? block.rows : [];
      return [
        blocksText(inner, labels, max, depth + 1),
        ...rows.map(cells => tableRow(nodes(cells).map(cell => blockText(cell, labels, max, depth + 1)))),
      ]
        .filter(line => line !== '')
        .join('\n');
    }
  }
}

/** The objects in a block's field. Some titles are plain strings. */
function partOf(part: unknown): Node[] {
  if (typeof part === 'string') return [{ type: 'plain_text', text: part }];
  return Array.isArray(part) ? nodes(part) : nodes([part]);
}

const HOLDS_WORDS = /^rich_text_(?:section|quote|preformatted)$/;

function richText(parts: readonly Node[], labels: NamesById): string {
  const numbers = createNumbering();
  return parts
    .map(part => {
      const inside = nodes(part.elements);
      if (part.type === 'rich_text_list') {
        const marker = numbers.of(part);
        return inside.map(item => marker() + wordsIn(nodes(item.elements), labels)).join('\n');
      }
      numbers.end();
      return HOLDS_WORDS.test(string(part.type)) ? wordsIn(inside, labels) : '';
    })
    .join('\n');
}

const wordsIn = (elements: readonly Node[], labels: NamesById): string =>
  elements
    .map(element => word(element, labels))
    .join('')
    .replace(/\n$/, '');

/**
 * Markers of list items. Slack ends a list at a deeper one and begins a new one after it, with or without a number to start
 * from; without one the count continues.
 */
function createNumbering() {
  let last: number[] = [];
  return {
    of(list: Node): () => string {
      const depth = Math.min(Math.max(Number(list.indent) || 0, 0), MAX_INDENT);
      last = last.slice(0, depth + 1);
      const isOrdered = list.style === 'ordered';
      const offset = Number(list.offset) || 0;
      if (!isOrdered) last = last.slice(0, depth);
      if (offset > 0) last[depth] = offset;
      const space = '  '.repeat(depth);
      return () => {
        if (!isOrdered) return `${space}- `;
        const number = (last[depth] ?? 0) + 1;
        last[depth] = number;
        return `${space}${[String, letters, roman][depth % 3]?.(number) ?? number}. `;
      };
    },
    end(): void {
      last = [];
    },
  };
}

/** Slack's own limit. */
const MAX_INDENT = 8;

/** A list item's number in letters: a … z, aa … */
function letters(number: number): string {
  const prefix = Math.floor((number - 1) / 26);
  return (prefix > 0 ? letters(prefix) : '') + String.fromCharCode(97 + ((number - 1) % 26));
}

const ROMAN = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function roman(number: number): string {
  if (number > 399) return String(number);
  let [remaining, written] = [number, ''];
  for (const [value, sign] of ROMAN) {
    written += sign.repeat(Math.floor(remaining / value));
    remaining %= value;
  }
  return written;
}

function word(node: Node, labels: NamesById): string {
  const named = (sign: string, id: unknown): string => sign + (labels.get(string(id)) ?? string(id));
  switch (node.type) {
    case 'text':
      return cut(string(node.text), MAX_STRING_CHARACTERS);
    case 'link':
      return linkAsRead(string(node.url), string(node.text));
    case 'user':
      return named('@', node.user_id);
    case 'usergroup':
      return named('@', node.usergroup_id);
    case 'broadcast':
      return `@${string(node.range)}`;
    case 'channel':
      return named('#', node.channel_id);
    case 'emoji':
      return emoji(string(node.unicode)) || plainWords(`:${string(node.name)}:`);
    case 'date':
      return string(node.fallback) || dateText(node.timestamp);
    default:
      return string(node.value);
  }
}

/** The emoji of code points such as `1f469-200d-1f4bb`; empty for a workspace's own emoji, which phones don't have. */
function emoji(unicode: string): string {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(unicode)) return '';
  const codes = unicode.split('-').map(code => Number.parseInt(code, 16));
  return codes.every(code => code <= 0x10ffff) ? String.fromCodePoint(...codes) : '';
}

/** A date without fallback text, in UTC: Slack shows it in each reader's zone, but a text can't. */
function dateText(seconds: unknown): string {
  const at = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
export const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
