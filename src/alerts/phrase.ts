import { type AlertFacts, NO_FACTS, type Severity } from '../domain/alert.ts';
import { countParts, MAX_CHARACTERS } from '../domain/parts.ts';
import { fillIn, type Pieces, parsePlaceholders } from '../domain/placeholders.ts';
import type { Wording } from '../wording/index.ts';
import type { Occasion } from './deciding/state.ts';
import {
  type AlertKind,
  isAlongside,
  type Listing,
  listingOf,
  mostNamed,
  othersOf,
  withEllipsis,
} from './listing.ts';
import {
  namesIn,
  type Pattern,
  type PatternName,
  type Patterns,
  parsePattern,
  renderPattern,
} from './pattern.ts';
import { oneLine } from './payloads/payload.ts';
import { fillAlert, suitsEverybody } from './template-for-alerts.ts';

/** What one text says: one alert in words, the others by their names. */
export type Statement = {
  occasion: Occasion;
  severity: Severity;
  name: string;
  /** Where it is; empty: not said. */
  place: string;
  /** Null: a storm brought so many alerts that this one's facts weren't kept. */
  facts: AlertFacts | null;
  /** All that it tells of, the most important first: the first kind is that of the named alert. */
  kinds: readonly AlertKind[];
  /** In the groups of which it says that something is over: alerts that still fire, beside those it tells of. */
  still: number;
  /** Its reader got a text a moment ago. */
  follows: boolean;
};

/**
 * The message of a text, at most `MAX_CHARACTERS`.
 *
 * @param ending what is added to it later: it leaves room for that
 */
export function phrase(
  statement: Statement,
  hook: { name: string; templates: Patterns },
  words: Wording,
  ending = '',
): string {
  const { isOnePart, isShortEnough, sameParts } = roomBefore(ending);
  const { occasion, facts, kinds } = statement;
  const status = occasion === 'resolved' ? 'resolved' : 'firing';
  const own = hook.templates[status];
  const silence = silenceOf(statement, hook, words);
  const [first, second] = kinds;
  const isPlain = own === null && !facts?.composed;
  const listed = (): string => mostNamed(kinds.length, listingOf(kinds, statement, words), isOnePart);
  if (isPlain && first && second && isAlongside(first, second)) return listed();
  const before = occasion === 'reminder' ? words.alerts.reminder : '';
  // A message that the sender composed goes out as it is; patterns are for senders that only name what is wrong.
  const source = facts?.composed || silence !== null ? '' : (own ?? words.alerts.template[status]);
  const pattern = patternOf(source);
  const others = afterwards(statement, namesIn(source), words);
  const said = (summary: string): string => {
    if (silence !== null) return silence;
    if (facts?.composed) return summary;
    const text = renderPattern(pattern, valuesOf(statement, hook.name, words, summary));
    // The default texts have a colon before the summary, and there may be no summary.
    return own === null && summary === '' ? text.replace(/:(?= \(|$)/, '') : text;
  };
  const render = (summary: string, named: number): string => joined(before + said(summary), others(named));
  const whole = facts?.composed ? facts.message : silence === null ? summaryOf(statement) : '';
  const counted = (text: string): string => render(text, 0);
  const short = isPlain ? shortened(whole, counted, isOnePart) : null;
  if (isPlain && second && short === null) return listed();
  const summary = short ?? shortened(whole, counted, isShortEnough);
  if (summary === null) return [...counted('')].slice(0, MAX_CHARACTERS - [...ending].length).join('');
  return mostNamed(kinds.length - 1, named => render(summary, named), sameParts(counted(summary)));
}

/** What a heartbeat's text says; null: it is about something else. */
function silenceOf({ occasion, severity, facts }: Statement, hook: { name: string }, words: Wording) {
  if (facts?.silentMs === undefined) return null;
  const said = { hook: hook.name, severity: words.alerts.severity[severity], ms: facts.silentMs };
  return words.heartbeats[occasion === 'resolved' ? 'resolved' : 'firing'](said);
}

/**
 * The same by a template of the workspace: a template still, for what is known of each recipient. Null: it doesn't suit this
 * alert, or the sender composed the message.
 */
export function phraseByTemplate(
  statement: Statement,
  hook: { name: string; pieces: Pieces },
  words: Wording,
  ending = '',
): string | null {
  const { sameParts } = roomBefore(ending);
  const suits = (filled: string): boolean => suitsEverybody(filled, ending);
  const { occasion, facts, kinds } = statement;
  if (facts?.composed || facts?.silentMs !== undefined) return null;
  const keys = hook.pieces.flatMap(piece => (typeof piece === 'string' ? [] : piece.key));
  const others = afterwards(statement, keys, words);
  const before = occasion === 'reminder' ? words.alerts.reminder : '';
  const render = (summary: string, named: number): string =>
    fillAlert(hook.pieces, valuesOf(statement, hook.name, words, summary), { before, after: others(named) });
  const counted = (text: string): string => render(text, 0);
  const summary = shortened(summaryOf(statement), counted, suits);
  if (summary === null) return null;
  const fits = sameParts(counted(summary));
  return mostNamed(
    kinds.length - 1,
    named => render(summary, named),
    filled => suits(filled) && fits(filled),
  );
}

/**
 * What follows after the words about the first kind, with its space: how many are like it, if those words don't say so, and
 * the others.
 */
function afterwards(statement: Statement, said: readonly string[], words: Wording): Listing {
  const { occasion, kinds, still } = statement;
  const alike = said.includes('more') ? '' : moreOf(statement, said.includes('count'), words);
  const rest = othersOf(kinds.slice(1), occasion === 'resolved' ? 0 : still, words);
  return named => {
    const others = rest(named);
    return `${alike && ` ${alike}`}${others && `; ${others}`}`;
  };
}

/** How many alerts are like the named one, and how many still fire if it is over; empty: none. */
function moreOf({ occasion, kinds, still }: Statement, isCounted: boolean, words: Wording): string {
  const more = {
    alerts: isCounted ? 0 : (kinds[0]?.alerts ?? 1) - 1,
    still: occasion === 'resolved' ? still : 0,
  };
  return more.alerts + more.still > 0 ? words.alerts.more(more) : '';
}

/** After a whole sentence, another begins. */
const joined = (text: string, after: string): string =>
  text + (/[.!?।…]$/.test(text) ? after.replace(/^;/, '') : after);

/** Patterns were checked when they were saved; if one is broken all the same, the text shows it as it is. */
function patternOf(source: string): Pattern {
  const parsed = parsePattern(source);
  return parsed.ok ? parsed.pattern : [source];
}

const summaryOf = ({ facts, place }: Statement): string => oneLine(facts?.summary || place);

function valuesOf(statement: Statement, hook: string, words: Wording, summary: string) {
  const { occasion, severity, name, facts, kinds } = statement;
  const plain: Record<string, string> = {
    alert: name || hook,
    summary,
    severity: words.alerts.severity[severity],
    status: words.alerts.status[occasion === 'resolved' ? 'resolved' : 'firing'],
    count: String(kinds[0]?.alerts ?? 1),
    more: moreOf(statement, false, words),
    hook,
    title: facts?.title ?? '',
    message: facts?.message ?? '',
    value: facts?.value ?? '',
  };
  return (pattern: PatternName): string => {
    const [where = '', ...rest] = pattern.split('.');
    if (rest.length === 0) return Object.hasOwn(plain, where) ? oneLine(plain[where] ?? '') : '';
    const fields = where === 'labels' ? facts?.labels : facts?.annotations;
    const field = rest.join('.');
    return fields && Object.hasOwn(fields, field) ? oneLine(fields[field] ?? '') : '';
  };
}

/** What fits before something that every text ends in. */
function roomBefore(ending: string) {
  const partsOf = (text: string): number => countParts(text + ending).parts;
  const isShortEnough = (text: string): boolean => [...text, ...ending].length <= MAX_CHARACTERS;
  return {
    isOnePart: (text: string): boolean => partsOf(text) <= 1,
    isShortEnough,
    /** Names are worth no further part. */
    sameParts(text: string): (other: string) => boolean {
      const parts = partsOf(text);
      return other => partsOf(other) <= parts && isShortEnough(other);
    },
  };
}

/** The longest start of `long` with which `render` gives something that fits, found by bisection; null if none does. */
function shortened(
  long: string,
  render: (text: string) => string,
  fits: (text: string) => boolean,
): string | null {
  if (fits(render(long))) return long;
  const characters = [...long];
  const upTo = (length: number): string => withEllipsis(characters.slice(0, length).join('').trimEnd());
  let [low, high] = [0, characters.length - 1];
  if (high < 0 || !fits(render(upTo(0)))) return null;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(render(upTo(middle)))) low = middle;
    else high = middle - 1;
  }
  return upTo(low);
}

/** The preview for a template: the text for somebody we know nothing about; null: it doesn't suit an alert. */
export function templatePreviewOf(
  hook: { name: string; pieces: Pieces },
  occasion: Occasion,
  words: Wording,
  ending = '',
): string | null {
  const filled = phraseByTemplate(sampleOf(occasion), hook, words, ending);
  const read = filled === null ? null : parsePlaceholders(filled);
  const text = read?.ok ? fillIn(read.pieces, () => null) : null;
  return text?.ok ? text.text.trim() + ending : null;
}

/** The preview for somebody who writes a pattern: a text about a typical alert, or about a heartbeat's silence. */
export function previewOf(
  hook: { name: string; templates: Patterns; heartbeat?: { minutes: number } | null },
  occasion: Occasion,
  words: Wording,
  ending = '',
): string {
  const sample = sampleOf(occasion);
  const { facts, kinds } = sample;
  if (!hook.heartbeat || !facts) return phrase(sample, hook, words, ending) + ending;
  const silence = { ...facts, silentMs: hook.heartbeat.minutes * 60_000 };
  const one = kinds.map(kind => ({ ...kind, alerts: 1 }));
  return phrase({ ...sample, facts: silence, kinds: one }, hook, words, ending) + ending;
}

const sampleOf = (occasion: Occasion): Statement => ({
  occasion,
  severity: 'critical',
  name: 'HighCPU',
  place: 'web-1',
  facts: {
    ...NO_FACTS,
    summary: 'CPU above 90% on web-1 for 10 minutes',
    labels: { alertname: 'HighCPU', instance: 'web-1', severity: 'critical' },
    annotations: { summary: 'CPU above 90% on web-1 for 10 minutes' },
    title: '[FIRING:3] HighCPU',
    value: 'A=93.4',
  },
  kinds: [{ occasion, severity: 'critical', called: 'HighCPU', alerts: 3 }],
  still: 0,
  follows: false,
});
