import { withoutStrayUnseen } from './unseen.ts';

/** At most `limit` UTF-16 units, which is how Slack counts, without half a character at the end. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** The same, with an ellipsis if something was cut. */
export function abridged(text: string, limit: number): string {
  return text.length <= limit ? text : `${cut(text, limit - 1)}…`;
}

/**
 * Text in the form in which Slack delivers and expects it. With `should_escape` Slack turns what people type into control
 * sequences (`<@U…|name>`, `<https://…|…>`) and escapes `&`, `<`, `>`, and nothing else (docs.slack.dev: slash commands;
 * formatting message text).
 */

/** In one pass, so that each is undone once: an `&lt;` can't turn into the start of a control sequence. */
const CONTROL = /<([@#!]|[a-z][a-z0-9+.-]*:)([^<>|]*)(?:\|([^<>]*))?>/gi;
const MENTION = /^<(?:@([UW][A-Z0-9]*)|!subteam\^(S[A-Z0-9]*))(?:\|([^<>]*))?>/;

export type Mention =
  | { kind: 'user'; id: string; label: string }
  | { kind: 'usergroup'; id: string; label: string };

/** Undoes what Slack's should_escape did, exactly, so the message goes out as typed. */
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

/** What people put between two mentions. */
const BETWEEN = /^(?:[,;&/\u060c\u061b\s]|(?:and|ও|এবং|আর)(?=\s))+/iu;

/** All mentions that follow each other at the very start of `text`, and where they end. */
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
 * A mention at the very start of `text` (as Slack delivered it) and where it ends, as a UTF-16 index, or null. The label has
 * no `@`; if Slack gave no name, it is the id.
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
 * A link in plain words. If the label leads to the same address, the person typed it and Slack made the link. Any other label
 * was put on purpose; a phone can't follow it, so the address goes beside it.
 */
export function linkAsRead(url: string, label: string): string {
  const called = /^(?:mailto|tel):(.*)$/is.exec(url);
  if (called) return label || (called[1] ?? '');
  if (label === '') return url;
  // `example.com:8080` would itself look like a scheme.
  const address = withoutScheme(url);
  const made = withoutScheme(`http://${label}`) === address || withoutScheme(label) === address;
  return made ? label : `${label} (${url})`;
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

/** Text as Slack takes it where nothing in it may be a mention or a link. */
export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, character => ESCAPED[character] ?? '');

/** Halves of characters. */
const HALVES = /\p{Cs}/gu;
/** White space of any kind and amount; U+2800 looks like it. */
const BLANKS = /[\s\u0085\u2800]+/gu;
/** Marks piled on one letter until they cover the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** Scripts written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Somebody's text, made harmless inside Slack mrkdwn, on one line and with at most `max` visible code points, the ellipsis
 * included. It can't ping anybody, format anything or forge a line: `& < >` are escaped, formatting characters replaced by
 * look-alikes, line breaks folded, unseen characters dropped. Words written from right to left are isolated (UAX #9);
 * otherwise they would move the numbers that follow them. For reading, not for sending: the text itself never changes.
 */
export function harmless(text: string, max: number): string {
  const line = oneLine(text)
    .replace(/[*_~`]/g, character => UNFORMATTED[character] ?? '')
    // At the start of a line even the escaped sign makes a quote.
    .replace(/^>+/, signs => '\u203a'.repeat(signs.length));
  // Slack may parse a plain @here, unless told `verbatim`: a word joiner separates the name from the sign.
  return isolated(escaped(shortened(line, max)).replaceAll('@', '@\u2060'));
}

/*
 * In a line of mrkdwn, what stands between these two is somebody's text as it is written: whoever shows the line puts it into an
 * element of rich text, where nothing formats and nothing pings. Nobody else can write them.
 */
const [OPENS, ENDS] = ['\ue000', '\ue001'];
export const AS_WRITTEN = /\ue000([^\ue000\ue001]*)\ue001/;

/** Somebody's text for a line that may become rich text, cleaned and shortened like `harmless`, and otherwise as it is. */
export const asWritten = (text: string, max: number): string =>
  OPENS + isolated(shortened(oneLine(text.replace(/[\ue000\ue001]/g, '')), max)) + ENDS;

/** The same line as mrkdwn alone. */
export const inMrkdwn = (line: string): string =>
  line.replaceAll(new RegExp(AS_WRITTEN, 'g'), (_, text: string) => harmless(text, text.length));

/**
 * A line of mrkdwn for a place where Slack formats nothing.
 *
 * @param label what somebody whom it mentions is called; empty: their id
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

/** At most so many code points, with an ellipsis if there were more. */
export function shortened(line: string, max: number): string {
  const characters = [...line];
  if (characters.length <= max) return line;
  return `${characters
    .slice(0, Math.max(max - 1, 0))
    .join('')
    .trimEnd()}…`;
}
