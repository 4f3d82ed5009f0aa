import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { wellFormedJson } from '../../kit/json.ts';

/*
 * Reads JSON as programs and templates really write it: with line breaks in texts, lone backslashes, unescaped quotes, unquoted
 * names, trailing commas, Python's None, several values in a row, or cut off in the middle. One pass, in linear time
 * (docs/decisions/0020-loose-json.md).
 */

const MAX_DEPTH = 100;

const SPACE = /(?:[\s,;]|\/\/[^\n]*|\/\*[^*]*\*\/)*/y;
const BLANK = /\s*/y;
const BARE_NAME = /[\p{L}\p{N}_$@.-]{1,100}/uy;
/** In an object, a quote before a comma ends a text only if a name, a bracket or the end follows. */
const NEXT_NAME = /\s*,\s*(?:["'`“]|[\p{L}_$][\p{L}\p{N}_$.-]{0,99}\s*[:=]|[}\]]|$)/uy;
const BARE_VALUE = /[^,}\]\n]*/y;
/** Characters that neither end nor escape anything. */
const PLAIN = /[^\\"'`”]*/y;
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** The values in a text, as far as they can be read. */
export function* looseValues(json: string): CooperativeTask<unknown[]> {
  const text = wellFormedJson(json);
  let at = 0;

  function skip(pattern: RegExp): void {
    pattern.lastIndex = at;
    at += pattern.exec(text)?.[0].length ?? 0;
  }

  function* value(depth: number, isInObject: boolean): CooperativeTask<unknown> {
    skip(BLANK);
    const first = text[at] ?? '';
    if (first === '{' && depth < MAX_DEPTH) return yield* object(depth + 1);
    if (first === '[' && depth < MAX_DEPTH) return yield* list(depth + 1);
    if (first in QUOTES) return quoted(isInObject);
    const from = at;
    skip(BARE_VALUE);
    const bare = text.slice(from, at).trim();
    if (/^(?:null|none|undefined|nan|)$/i.test(bare)) return null;
    if (/^(?:true|false)$/i.test(bare)) return bare.toLowerCase() === 'true';
    return NUMBER.test(bare) ? Number(bare) : bare;
  }

  function* object(depth: number): CooperativeTask<Record<string, unknown>> {
    // Object.fromEntries takes `__proto__` as a plain name.
    const entries: [string, unknown][] = [];
    at++;
    for (;;) {
      skip(SPACE);
      const first = text[at];
      if (first === undefined) break;
      if (first === '}') {
        at++;
        break;
      }
      const from = at;
      const name = first in QUOTES ? quoted(true) : bareName();
      skip(BLANK);
      if (text[at] === ':' || text[at] === '=') {
        at++;
        if (text[at] === '>') at++;
        entries.push([name, yield* value(depth, true)]);
      } else if (name !== '') entries.push([name, null]);
      if (at === from) at++;
      yield;
    }
    return Object.fromEntries(entries);
  }

  function* list(depth: number): CooperativeTask<unknown[]> {
    const items: unknown[] = [];
    at++;
    for (;;) {
      skip(SPACE);
      if (at >= text.length) return items;
      if (text[at] === ']') {
        at++;
        return items;
      }
      const from = at;
      items.push(yield* value(depth, false));
      if (at === from) at++;
      yield;
    }
  }

  function bareName(): string {
    BARE_NAME.lastIndex = at;
    const [name = ''] = BARE_NAME.exec(text) ?? [];
    at += name.length;
    return name;
  }

  /** A quote ends a text only if JSON can go on after it, so a text may contain quotes. */
  function quoted(isInObject: boolean): string {
    const end = QUOTES[text[at] ?? ''] ?? '"';
    if (text.startsWith('"""', at)) return fenced();
    at++;
    const pieces: string[] = [];
    let from = at;
    for (; at < text.length; at++) {
      skip(PLAIN);
      const character = text[at];
      if (character === '\\') {
        pieces.push(text.slice(from, at), escaped());
        from = at + 1;
      } else if (character === end && isEnd(isInObject)) break;
    }
    pieces.push(text.slice(from, at));
    at++;
    return pieces.join('');
  }

  function escaped(): string {
    at++;
    const character = text[at] ?? '';
    if (character === 'u' && /^[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 5))) {
      at += 4;
      return String.fromCharCode(Number.parseInt(text.slice(at - 3, at + 1), 16));
    }
    if (character in ESCAPES) return ESCAPES[character] ?? '';
    // A backslash that escapes nothing belongs to a path or a query.
    return /[\\/]/.test(character) || character in QUOTES ? character : `\\${character}`;
  }

  function isEnd(isInObject: boolean): boolean {
    BLANK.lastIndex = at + 1;
    const next = text[at + 1 + (BLANK.exec(text)?.[0].length ?? 0)];
    if (next !== ',') return next === undefined || /[:=}\]\n]/.test(next);
    if (!isInObject) return true;
    NEXT_NAME.lastIndex = at + 1;
    return NEXT_NAME.test(text);
  }

  function fenced(): string {
    const from = at + 3;
    const end = text.indexOf('"""', from);
    at = end < 0 ? text.length : end + 3;
    return text.slice(from, end < 0 ? undefined : end);
  }

  const values: unknown[] = [];
  for (;;) {
    skip(SPACE);
    if (at >= text.length) return values;
    const first = text[at] ?? '';
    if (values.length > 0 && first !== '{' && first !== '[') return values;
    values.push(yield* value(0, false));
  }
}
