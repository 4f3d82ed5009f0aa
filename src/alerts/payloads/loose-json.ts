import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { wellFormedJson } from '../../kit/json.ts';

/*
 * JSON as programs and templates really write it: with line breaks in its texts, lone backslashes, quotes that nobody escaped,
 * unquoted names, trailing commas, Python's None, several values one after another, or cut off in the middle. One pass, in linear
 * time (docs/decisions/0020-loose-json.md).
 */

const MAX_DEPTH = 100;

const SPACE = /(?:[\s,;]|\/\/[^\n]*|\/\*[^*]*\*\/)*/y;
const BLANK = /\s*/y;
/** What a name that isn't quoted is written with. */
const BARE_NAME = /[\p{L}\p{N}_$@.-]{1,100}/uy;
/** After a comma, a text has ended only if the next name begins. */
const NEXT_NAME = /\s*,\s*(?:["'`“]|[\p{L}_$][\p{L}\p{N}_$.-]{0,99}\s*[:=]|[}\]]|$)/uy;
const BARE_VALUE = /[^,}\]\n]*/y;
/** Within a text, as far as nothing may end it. */
const PLAIN = /[^\\"'`”]*/y;
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** All values in a text, one after another, as far as they can be made out. */
export function* looseValues(json: string): CooperativeTask<unknown[]> {
  const text = wellFormedJson(json);
  let at = 0;

  function skip(what: RegExp): void {
    what.lastIndex = at;
    at += what.exec(text)?.[0].length ?? 0;
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
    // Without a prototype, no name of a sender's means anything else.
    const made: [string, unknown][] = [];
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
        made.push([name, yield* value(depth, true)]);
      } else if (name !== '') made.push([name, null]);
      if (at === from) at++;
      yield;
    }
    return Object.fromEntries(made);
  }

  function* list(depth: number): CooperativeTask<unknown[]> {
    const made: unknown[] = [];
    at++;
    for (;;) {
      skip(SPACE);
      if (at >= text.length) return made;
      if (text[at] === ']') {
        at++;
        return made;
      }
      const from = at;
      made.push(yield* value(depth, false));
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

  /** A quote ends a text only where something can follow, so that a text may have quotes in it. */
  function quoted(isInObject: boolean): string {
    const end = QUOTES[text[at] ?? ''] ?? '"';
    if (text.startsWith('"""', at)) return fenced();
    at++;
    const pieces: string[] = [];
    let from = at;
    for (; at < text.length; at++) {
      skip(PLAIN);
      const one = text[at];
      if (one === '\\') {
        pieces.push(text.slice(from, at), escaped());
        from = at + 1;
      } else if (one === end && isEnd(isInObject)) break;
    }
    pieces.push(text.slice(from, at));
    at++;
    return pieces.join('');
  }

  function escaped(): string {
    at++;
    const one = text[at] ?? '';
    if (one === 'u' && /^[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 5))) {
      at += 4;
      return String.fromCharCode(Number.parseInt(text.slice(at - 3, at + 1), 16));
    }
    if (one in ESCAPES) return ESCAPES[one] ?? '';
    // A backslash that escapes nothing is one of a path or a query.
    return one === '\\' || one === '/' || one in QUOTES ? one : `\\${one}`;
  }

  function isEnd(isInObject: boolean): boolean {
    BLANK.lastIndex = at + 1;
    const follows = text[at + 1 + (BLANK.exec(text)?.[0].length ?? 0)];
    if (follows !== ',') return follows === undefined || /[:=}\]\n]/.test(follows);
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
