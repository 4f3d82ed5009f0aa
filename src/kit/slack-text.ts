import { withoutStrayUnseen } from './unseen.ts';

/** Cuts a text to `limit` UTF-16 units, as Slack counts, without half a character at the end. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** Cuts a text and ends it with an ellipsis. */
export function abridged(text: string, limit: number): string {
  return text.length <= limit ? text : `${cut(text, limit - 1)}…`;
}

/*
 * Text as Slack delivers and expects it. With `should_escape`, Slack turns people's input into control sequences
 * (`<@U…|name>`, `<https://…|…>`) and escapes `&`, `<`, `>`, and nothing else (docs.slack.dev: slash commands; formatting
 * message text).
 */

/** A control sequence. All are undone in one pass, so that no `&lt;` becomes the start of a control sequence. */
const CONTROL = /<([@#!]|[a-z][a-z0-9+.-]*:)([^<>|]*)(?:\|([^<>]*))?>/gi;
const MENTION = /^<(?:@([UW][A-Z0-9]*)|!subteam\^(S[A-Z0-9]*))(?:\|([^<>]*))?>/;

export type Mention =
  | { kind: 'user'; id: string; label: string }
  | { kind: 'usergroup'; id: string; label: string };

/** Reverses Slack's `should_escape` exactly, so that the message goes out as typed. */
export function unescapeSlack(text: string): string {
  let plain = '';
  let end = 0;
  for (const match of text.matchAll(CONTROL)) {
    const [whole, sign = '', body = '', label = ''] = match;
    plain += entities(text.slice(end, match.index)) + asTyped(whole, sign, entities(body), entities(label));
    end = match.index + whole.length;
  }
  return plain + entities(text.slice(end));
}

/** Separators that people type between mentions. */
const BETWEEN = /^(?:[,;&/\u060c\u061b\s]|(?:and|ও|এবং|আর)(?=\s))+/iu;

/** The mentions in a row at the very start of `text`, and where they end. */
export function leadingMentions(text: string): { mentions: Mention[]; end: number } {
  const mentions: Mention[] = [];
  let end = 0;
  for (let start = 0; ; ) {
    const next = leadingMention(text.slice(start));
    if (next === null) return { mentions, end };
    mentions.push(next.mention);
    end = start + next.end;
    start = end + (BETWEEN.exec(text.slice(end))?.[0].length ?? 0);
  }
}

/**
 * The mention at the very start of `text` (as Slack delivered it) and its end, as a UTF-16 index; null if there is none. The
 * label has no `@`; without a name from Slack, it is the id.
 */
export function leadingMention(text: string): { mention: Mention; end: number } | null {
  const match = MENTION.exec(text);
  if (match === null) return null;
  const [whole, user, group = '', name = ''] = match;
  const id = user ?? group;
  const label = entities(name).replace(/^@/, '') || id;
  return { mention: { kind: user === undefined ? 'usergroup' : 'user', id, label }, end: whole.length };
}

export function entities(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name) => (name === 'amp' ? '&' : name === 'lt' ? '<' : '>'));
}

function asTyped(whole: string, sign: string, body: string, label: string): string {
  if (sign === '@' || sign === '#') return sign + (label || body);
  if (sign === '!') return specialAsTyped(whole, body, label);
  return linkAsRead(sign + body, label);
}

/** `<!here>`, `<!subteam^S1|@oncall>`, `<!date^…|fallback>`. */
function specialAsTyped(whole: string, body: string, label: string): string {
  if (/^(?:here|channel|everyone)$/.test(body)) return `@${body}`;
  const group = /^subteam\^(.*)$/.exec(body)?.[1];
  if (group !== undefined) return `@${label.replace(/^@/, '') || group}`;
  return label || whole;
}

/**
 * A link as plain text. A label with the same address was typed, and Slack linked it. Any other label was set by a person;
 * a phone can't follow it, so the address is added.
 */
export function linkAsRead(url: string, label: string): string {
  const called = /^(?:mailto|tel):(.*)$/is.exec(url);
  if (called) return label || (called[1] ?? '');
  if (label === '') return url;
  // `example.com:8080` would itself look like a scheme.
  const address = withoutScheme(url);
  const isAddress = withoutScheme(`http://${label}`) === address || withoutScheme(label) === address;
  return isAddress ? label : `${label} (${url})`;
}

function withoutScheme(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.host + parsed.pathname + parsed.search + parsed.hash;
}

/** Look-alikes for the formatting characters of mrkdwn, which Slack has no way to escape. */
const UNFORMATTED: Readonly<Record<string, string>> = {
  '*': '\u2217',
  _: '\u02cd',
  '~': '\u223c',
  '`': '\u02cb',
};
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text, so that nothing in it is a mention or a link. */
export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, character => ESCAPED[character] ?? '');

/** Halves of surrogate pairs. */
const HALVES = /\p{Cs}/gu;
/** White space of any kind, and U+2800, which looks like it. */
const BLANKS = /[\s\u0085\u2800]+/gu;
/** Marks piled on one letter until they cover the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A person's text made harmless for mrkdwn: one line of at most `max` visible code points, the ellipsis included. It can't
 * ping, format or forge a line: `& < >` are escaped, formatting characters replaced by look-alikes, line breaks folded,
 * invisible characters dropped. Words that are written from right to left are isolated (UAX #9); otherwise they would move
 * the numbers that follow them. Only for showing, never for sending.
 */
export function harmless(text: string, max: number): string {
  const line = oneLine(text)
    .replace(/[*_~`]/g, character => UNFORMATTED[character] ?? '')
    // At the start of a line, even the escaped sign makes a quote.
    .replace(/^>+/, signs => '\u203a'.repeat(signs.length));
  // Without `verbatim`, Slack parses a plain @here. A word joiner separates the sign from the name.
  return isolated(escaped(shortened(line, max)).replaceAll('@', '@\u2060'));
}

/*
 * Two private-use characters that enclose a person's text within a line of mrkdwn. The text is shown as an element of rich
 * text, in which nothing formats or pings. `asWritten` removes both characters from the text itself.
 */
const [OPENS, ENDS] = ['\ue000', '\ue001'];
export const AS_WRITTEN = /\ue000([^\ue000\ue001]*)\ue001/;

/** A person's text for a line that may become rich text, cleaned and shortened as by `harmless`, otherwise unchanged. */
export const asWritten = (text: string, max: number): string =>
  OPENS + isolated(shortened(oneLine(text.replace(/[\ue000\ue001]/g, '')), max)) + ENDS;

/** Turns a line with `asWritten` texts into mrkdwn alone. */
export const inMrkdwn = (line: string): string =>
  line.replaceAll(new RegExp(AS_WRITTEN, 'g'), (_, text: string) => harmless(text, text.length));

/**
 * A line of mrkdwn as plain text.
 *
 * @param label the name of a mentioned person; empty for their id
 */
export const plainLine = (line: string, label: string): string =>
  entities(
    line.replace(/<@(\w+)>/g, (_, id: string) => `@${label === '' ? id : label}`).replace(/[*`\u2060]/g, ''),
  );

/** A link in a line of mrkdwn. */
export const linkTo = (url: string, label: string): string =>
  `<${url.replaceAll('&', '&amp;').replace(/[<>|]/g, encodeURIComponent)}|${label}>`;

const oneLine = (text: string): string =>
  withoutStrayUnseen(text).replace(HALVES, '').replace(BLANKS, ' ').replace(PILED_MARKS, '$1').trim();

const isolated = (line: string): string => (RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line);

/** Shortens a text to `max` code points, the ellipsis included. */
export function shortened(line: string, max: number): string {
  const characters = [...line];
  if (characters.length <= max) return line;
  return `${characters
    .slice(0, Math.max(max - 1, 0))
    .join('')
    .trimEnd()}…`;
}
