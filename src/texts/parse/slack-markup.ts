import { entities, linkAsRead, unescapeSlack } from '../../kit/slack-text.ts';
import { withEmoji } from './emoji.ts';

/* Removes formatting: Slack's mrkdwn, and the Markdown of its markdown blocks. */

/** Applies `marks` outside the matches of `parts` (code, links, mentions, dates), which `read` replaces. */
function outside(
  text: string,
  parts: RegExp,
  read: (part: string) => string,
  marks: (text: string) => string,
) {
  const untouched: string[] = [];
  const bare = text
    .replace(/[\ue000\ue001]/g, '')
    .replace(parts, part => `\ue000${untouched.push(read(part)) - 1}\ue001`);
  return marks(bare).replace(/\ue000(\d+)\ue001/g, (_, at) => untouched[Number(at)] ?? '');
}

/** A mark around words: not within a word, and without spaces on its inner sides. */
const around = (mark: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}${mark}])[${mark}](?=[^\s${mark}])([^${mark}\n]*[^\s${mark}])[${mark}](?![\p{L}\p{N}${mark}])`,
    'gu',
  );
const [BOLD, ITALIC, STRUCK] = [around('*'), around('_'), around('~')];
/** Code, and mentions, links and dates in angle brackets. */
const SLACK_PARTS = /```[\s\S]*?```|`[^`\n]+`|<[^<>\n]+>/g;

const withoutFence = (code: string): string =>
  code.replace(/^(`+)([\s\S]*?)\1$/, (_, _fence, inside: string) => inside.replace(/^\n|\n$/g, ''));

export function mrkdwnWords(text: string): string {
  return outside(
    text,
    SLACK_PARTS,
    part => (part.startsWith('`') ? entities(withoutFence(part)) : unescapeSlack(part)),
    bare => {
      const plain = bare.replace(BOLD, '$1').replace(ITALIC, '$1').replace(STRUCK, '$1');
      return entities(withEmoji(plain.replace(/^(?:&gt;|>) ?/gm, '')));
    },
  ).trim();
}

export const plainWords = (text: string): string => withEmoji(text).trim();

const MARKDOWN_PARTS =
  /```[\s\S]*?```|`[^`\n]+`|<[^<>\n]+>|!?\[[^\][\n]*\]\([^()\s]*(?:\s+"[^"\n]*")?\)|\\[\\`*_{}[\]()#+\-.!~|>]/g;

/** A horizontal rule, or the one below a table's heading. */
const RULE = /^(?:[-*_]\s*){3,}$|^\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?$/;

/** Markdown in plain words: removes the signs of headings and quotes, and the rules of tables; keeps lists. */
export function markdownWords(text: string): string {
  return outside(text, MARKDOWN_PARTS, markdownPart, bare => {
    const plain = bare
      .replace(/\*\*(?=\S)([^\n]*?\S)\*\*/g, '$1')
      .replace(/(?<![\p{L}\p{N}])__(?=\S)([^\n]*?\S)__(?![\p{L}\p{N}])/gu, '$1')
      .replace(/~~(?=\S)([^\n]*?\S)~~/g, '$1')
      .replace(/^( *)[*+] /gm, '$1- ')
      .replace(BOLD, '$1')
      .replace(ITALIC, '$1');
    const lines = plain.split('\n').flatMap(line => {
      if (RULE.test(line.trim())) return [];
      const cells = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
      if (cells !== undefined) return [tableRow(cells.split('|'))];
      return [line.replace(/^\s{0,3}#{1,6}\s+/, '').replace(/^(?:\s{0,3}>\s?)+/, '')];
    });
    return withEmoji(lines.join('\n'));
  })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function markdownPart(part: string): string {
  if (part.startsWith('`')) return withoutFence(part).replace(/^[\w+-]*\n/, '');
  if (part.startsWith('\\')) return part.slice(1);
  if (part.startsWith('<')) return unescapeSlack(part);
  const [, isImage = '', label = '', url = ''] = /^(!?)\[(.*)\]\(([^\s)]*)/.exec(part) ?? [];
  return isImage === '' ? linkAsRead(url, label) : label;
}

export const tableRow = (cells: readonly string[]): string =>
  cells.map(cell => cell.replace(/\s+/g, ' ').trim()).join(' | ');
