import { readable } from './lengths.ts';

/* Turns what senders write into words for a text. */

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  amp: '&',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  deg: '°',
};

function fromEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code < 0xd800 ? String.fromCodePoint(code) : ' ';
}

/** One line without control characters, because each of those takes six characters in stored JSON. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Restores line breaks that arrive as two characters, except in a Windows path, which may contain the same two. */
const withBreaks = (word: string): string =>
  !word.includes('\\') || /\b[a-z]:\\|^\\\\/i.test(word)
    ? word
    : word.replace(/\\[nr]/g, '\n').replace(/\\t/g, ' ');

/** A text without the marks of Markdown, Slack's mrkdwn, HTML, terminals and emoji codes; its lines stay. */
export function plain(text: string): string {
  return readable('words', text)
    .replace(/\p{Cc}\[[\d;]{0,20}m/gu, '')
    .replace(/\S+/g, withBreaks)
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\s*\/?>/gi, '\n')
    .replace(/<(https?:[^<|>\s]+)\|([^<>]+)>/g, '$2')
    .replace(/<(https?:[^<>\s]+)>/g, '$1')
    .replace(/<[!@#][^<>]*>/g, ' ')
    .replace(/<\/?[a-z?!][^<>]*>/gi, ' ')
    .replace(/<NA>/g, '')
    .replace(/\[([^\][]+)\]\((?:https?:)?[^()\s]*\)/g, '$1')
    .replace(/```|%%%|\*\*|__/g, ' ')
    .replace(/(^|\s)\*([^*\n]+)\*(?=\s|[.,:;!?]|$)/g, '$1$2')
    .replace(/`([^`\n]*)`/g, '$1')
    .replace(/(^|\s):[a-z][a-z0-9_+-]*:(?=\s|$)/g, '$1')
    .replace(/^(?:[>\s]|#{1,6}\s)+/gm, '')
    .replace(/&(#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,6});/gi, fromEntity)
    .replace(/\{\s*\}|\[\s*\]/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ([.,;:!?])(?=\s|$)/g, '$1')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** The first line that isn't blank, and all others. */
export function headAndTail(text: string): { head: string; tail: string } {
  const [head = '', ...rest] = plain(text).split('\n').map(oneLine).filter(Boolean);
  return { head, tail: rest.join('\n') };
}

/** Signs of JSON, or of a piece of it. */
const JSON_MARKS = /[{[]\s*["{[]|["}\]]\s*[}\]]|"\s*:\s*["{[\d]/;

/** Words unchanged, and JSON reduced to what people can read. */
export const withoutJson = (text: string): string =>
  JSON_MARKS.test(text)
    ? text
        .replace(/\\[nrt]/g, ' ')
        .replace(/[{}[\]"\\]+/g, ' ')
        .split(',')
        .map(oneLine)
        .filter(Boolean)
        .join(', ')
    : text;
