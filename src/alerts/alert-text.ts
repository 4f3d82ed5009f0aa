import type { Pieces } from '../texts/parse/placeholders.ts';
import { countParts, MAX_CHARACTERS } from '../texts/parts.ts';
import type { Occasion } from './alert.ts';
import { type AlertFacts, NO_FACTS, type Severity } from './alert.ts';
import {
  type AlertKind,
  before,
  headOf,
  isAlongside,
  type Listing,
  listingOf,
  mostNamed,
  othersOf,
  withEllipsis,
} from './alert-list-text.ts';
import {
  byPattern,
  byTemplate,
  forAnybody,
  joined,
  type OwnWords,
  type PatternName,
  type Patterns,
} from './own-words.ts';
import { oneLine } from './payloads/plain.ts';
import { en, type Words } from './words/en.ts';

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
  /** Somebody tries whether the sender reaches us. */
  test?: boolean;
};

/** What words a hook's texts. `pieces`: a template of the workspace; null: its own words do. */
export type Voice = { name: string; templates: Patterns; pieces: Pieces | null };

/**
 * The message of a text, at most `MAX_CHARACTERS`, by the hook's template where that suits the alert: then it is a template still, for
 * what is known of each recipient. Where only our own words would be outside GSM-7, and so halve what fits, they are in English.
 *
 * @param ending what is added to it later: it leaves room for that
 */
export function worded(
  statement: Statement,
  hook: Voice,
  words: Words,
  ending = '',
): { message: string; template?: true } {
  const silence = silenceOf(statement, hook, words);
  if (silence !== null) return { message: asItIs(silence, statement, words, ending) };
  const own = hook.pieces && !statement.facts?.composed ? byTemplate(hook.pieces) : null;
  const filled =
    own && inCheaperWords(words, ending, its => inOwnWords(its, statement, hook.name, own, ending));
  if (filled !== null) return { message: filled, template: true };
  return { message: inCheaperWords(words, ending, its => phraseIn(its, statement, hook, ending)) };
}

/** What it says to somebody of whom nothing is known, with what is added to it. */
export function readByAnybody(statement: Statement, hook: Voice, words: Words, ending = ''): string {
  const { message, template } = worded(statement, hook, words, ending);
  return ((template && forAnybody(message)?.trim()) ?? message) + ending;
}

function phraseIn(
  words: Words,
  statement: Statement,
  hook: { name: string; templates: Patterns },
  ending: string,
): string {
  const { occasion, facts, kinds } = statement;
  if (facts?.composed) return asItIs(composedBy(statement, words), statement, words, ending);
  const own = hook.templates[occasion === 'resolved' ? 'resolved' : 'firing'];
  const inPattern = own === null ? null : inOwnWords(words, statement, hook.name, byPattern(own), ending);
  if (inPattern !== null) return inPattern;
  const { isOnePart, sameParts } = roomBefore(ending);
  const listed = (): string => mostNamed(kinds.length, listingOf(kinds, statement, words), isOnePart);
  const [first, second] = kinds;
  if (first && second && isAlongside(first, second)) return listed();
  const others = afterwards(statement, [], words);
  const render = (it: SaidOfAlert, ...how: Parameters<Listing>): string =>
    joined(words.alerts.said({ head: headOf(statement, words), ...it }), others(...how));
  const counted = (it: SaidOfAlert): string => render(it, 0);
  const whole = namingOf(statement, hook.name);
  const it =
    unplaced(whole, counted, isOnePart) ??
    withSummary(whole, counted, isOnePart) ??
    (second ? null : withName(whole, counted, isOnePart));
  if (it) return mostNamed(kinds.length - 1, (...how) => render(it, ...how), sameParts(counted(it)));
  return second ? listed() : shortEnough(counted({ ...whole, summary: '' }), ending);
}

/** In words of the hook's own; null: they don't suit this alert. */
function inOwnWords(
  words: Words,
  statement: Statement,
  hook: string,
  own: OwnWords,
  ending: string,
): string | null {
  const { noMoreParts, sameParts } = roomBefore(ending);
  const others = afterwards(statement, own.names, words);
  const around = { before: before(statement, words) };
  const render = (it: SaidOfAlert, ...how: Parameters<Listing>): string =>
    own.fill(valuesOf(statement, hook, words, it), { ...around, after: others(...how) });
  const counted = (it: SaidOfAlert): string => render(it, 0);
  const whole = namingOf(statement, hook);
  const isFew = noMoreParts(counted({ ...whole, name: '', summary: '' }));
  const suits = (filled: string): boolean => own.suits(filled, ending) && isFew(filled);
  const it = withSummary(whole, counted, suits) ?? withName(whole, counted, suits);
  if (it === null) return own.always ? shortEnough(counted({ ...whole, summary: '' }), ending) : null;
  const fits = sameParts(counted(it));
  const isFine = (filled: string): boolean => suits(filled) && fits(filled);
  return mostNamed(statement.kinds.length - 1, (...how) => render(it, ...how), isFine);
}

/** What a text says of one alert. */
type SaidOfAlert = { name: string; place: string; summary: string };
type RenderAlert = (it: SaidOfAlert) => string;
type Fits = (text: string) => boolean;

const namingOf = ({ name, place, facts, test }: Statement, hook: string): SaidOfAlert => ({
  // A test that is called only that says which hook it came by.
  name: test && /^test$/i.test(name) ? hook : cutAsTexts(oneLine(name)) || hook,
  place: cutAsTexts(place)
    .split(', ')
    .filter(piece => !isIn(piece, name))
    .join(', '),
  summary: oneLine(facts?.summary ?? ''),
});

/** What is cut already ends in `…`, which GSM-7 doesn't have. */
const cutAsTexts = (text: string): string => (text.endsWith('…') ? withEllipsis(text.slice(0, -1)) : text);

const isIn = (place: string, text: string): boolean =>
  place.split(', ').every(piece => text.toLowerCase().includes(piece.toLowerCase()));

/** Whoever reads the whole summary knows the place if it is in it; null: that isn't so. */
function unplaced(it: SaidOfAlert, render: RenderAlert, fits: Fits): SaidOfAlert | null {
  const bare = { ...it, place: '' };
  return isIn(it.place, it.summary) && fits(render(bare)) ? bare : null;
}

/** With as much of the summary as fits; null: there is no room for the name and the place. */
function withSummary(it: SaidOfAlert, render: RenderAlert, fits: Fits): SaidOfAlert | null {
  const summary = shortened(it.summary, text => render({ ...it, summary: text }), fits);
  return summary === null ? null : { ...it, summary };
}

/** Without a summary, as much of the name as fits beside the place, and of the place at least what fits. */
function withName(it: SaidOfAlert, render: RenderAlert, fits: Fits): SaidOfAlert | null {
  const bare = { ...it, summary: '' };
  const name = shortened(it.name, text => render({ ...bare, name: text }), fits);
  if (name !== null) return { ...bare, name };
  const place = shortened(it.place, text => render({ ...bare, name: '', place: text }), fits);
  return place === null ? null : { ...bare, name: '', place };
}

/** A text that its sender composed, or that is a sentence of its own, with what else there is to tell. */
function asItIs(whole: string, statement: Statement, words: Words, ending: string): string {
  const { isShortEnough, sameParts } = roomBefore(ending);
  const others = afterwards(statement, [], words);
  const render = (text: string, ...how: Parameters<Listing>): string =>
    joined(before(statement, words) + text, others(...how));
  const text = shortened(whole, some => render(some, 0), isShortEnough);
  if (text === null) return shortEnough(render('', 0), ending);
  return mostNamed(statement.kinds.length - 1, (...how) => render(text, ...how), sameParts(render(text, 0)));
}

function composedBy({ facts, test }: Statement, words: Words): string {
  const message = facts?.message ?? '';
  return test && !message.includes(words.alerts.test) ? `${words.alerts.test}: ${message}` : message;
}

const shortEnough = (text: string, ending: string): string =>
  [...text].slice(0, MAX_CHARACTERS - [...ending].length).join('');

/** A text in a hook's language, or in English where that makes all of it GSM-7. */
function inCheaperWords<Text extends string | null>(
  words: Words,
  ending: string,
  phrasedIn: (words: Words) => Text,
): Text {
  const text = phrasedIn(en);
  const isPlain = text !== null && countParts(text + ending).encoding === 'GSM-7';
  return isPlain ? text : phrasedIn(words);
}

/** What a heartbeat's text says; null: it is about something else. */
function silenceOf({ occasion, severity, facts }: Statement, hook: { name: string }, words: Words) {
  if (facts?.silentMs === undefined) return null;
  const said = { hook: hook.name, severity: words.alerts.severity[severity], ms: facts.silentMs };
  return words.heartbeats[occasion === 'resolved' ? 'resolved' : 'firing'](said);
}

/**
 * What follows after the words about the first kind, with its space: how many are like it, if those words don't say so, and
 * the others.
 */
function afterwards(statement: Statement, said: readonly string[], words: Words): Listing {
  const { occasion, kinds, still } = statement;
  const alike = said.includes('more') ? '' : moreOf(statement, said.includes('count'), words);
  const rest = othersOf(kinds.slice(1), occasion === 'resolved' ? 0 : still, words);
  return (...how) => {
    const others = rest(...how);
    return `${alike && ` ${alike}`}${others && `; ${others}`}`;
  };
}

/** How many alerts are like the named one, and how many still fire if it is over; empty: none. */
function moreOf({ occasion, kinds, still }: Statement, isCounted: boolean, words: Words): string {
  const more = {
    alerts: isCounted ? 0 : (kinds[0]?.alerts ?? 1) - 1,
    still: occasion === 'resolved' ? still : 0,
  };
  return more.alerts + more.still > 0 ? words.alerts.more(more) : '';
}

function valuesOf(statement: Statement, hook: string, words: Words, it: SaidOfAlert) {
  const { occasion, severity, place, facts, kinds, test } = statement;
  const plain: Record<string, string> = {
    alert: it.name,
    place: it.place || cutAsTexts(place),
    summary: it.summary,
    severity: test ? words.alerts.test : words.alerts.severity[severity],
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
    /** No more parts than a text without what can be shortened has. */
    noMoreParts(text: string): Fits {
      const parts = Math.max(1, partsOf(text));
      return other => partsOf(other) <= parts && isShortEnough(other);
    },
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

/** A text about a typical alert, or about a heartbeat's silence. */
export function sampleOf(occasion: Occasion, heartbeat: { minutes: number } | null = null): Statement {
  const summary = 'CPU above 90% on web-1 for 10 minutes';
  return {
    ...{ occasion, severity: 'critical', name: 'HighCPU', place: 'web-1' },
    facts: {
      ...{ ...NO_FACTS, summary, annotations: { summary } },
      labels: { alertname: 'HighCPU', instance: 'web-1', severity: 'critical' },
      title: '[FIRING:3] HighCPU',
      value: 'A=93.4',
      ...(heartbeat && { silentMs: heartbeat.minutes * 60_000 }),
    },
    kinds: [{ occasion, severity: 'critical', called: 'HighCPU', place: '', alerts: heartbeat ? 1 : 3 }],
    ...{ still: 0, follows: false, test: false },
  };
}
