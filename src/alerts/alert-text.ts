import type { FieldValues, Pieces } from '../texts/parse/placeholders.ts';
import { countParts, MAX_CHARACTERS } from '../texts/parts.ts';
import type { AlertFacts } from './alert.ts';
import { isPlainField, type PlainField, sentField } from './alert-fields.ts';
import {
  before,
  firstEnds,
  headOf,
  isAlongside,
  type Listing,
  listingOf,
  mostNamed,
  othersOf,
  withEllipsis,
} from './alert-list-text.ts';
import { byOwnText, byTemplate, forAnybody, joined, type OwnTexts, type OwnWords } from './hook-words.ts';
import { oneLine } from './payloads/plain.ts';
import { inPlainLetters, type Statement } from './statement.ts';
import { en, type Words } from './words/en.ts';

/** What words a hook's texts. `pieces`: a template of the workspace; null: its own words do. */
export type Voice = {
  name: string;
  templates: OwnTexts;
  pieces: Pieces | null;
  /** How many parts a text about a critical alert or an error may have that needs Unicode. */
  unicodeParts: number;
};

/**
 * The message of a text, at most `MAX_CHARACTERS`, by the hook's template where that suits the alert: then it is a template still, for
 * what is known of each recipient. Where only our own words, or quotes and dashes in the sender's, would be outside GSM-7, and so
 * halve what fits, they are in English and plain.
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
  if (silence !== null) return { message: asItIs(silence, { statement, hook, words, ending }) };
  const own = hook.pieces && !statement.facts?.composed ? byTemplate(hook.pieces) : null;
  const filled = own && inCheaperWords({ statement, hook, words, ending }, its => inOwnWords(its, own));
  if (filled !== null) return { message: filled, template: true };
  return { message: inCheaperWords({ statement, hook, words, ending }, phraseIn) };
}

/** What it says to somebody of whom nothing is known, with what is added to it. */
export function readByAnybody(statement: Statement, hook: Voice, words: Words, ending = ''): string {
  const { message, template } = worded(statement, hook, words, ending);
  return ((template && forAnybody(message)?.trim()) ?? message) + ending;
}

/** One text: what it says, who says it, in which language, and what is added later. */
type OneMessage = { statement: Statement; hook: Voice; words: Words; ending: string };

function phraseIn(its: OneMessage): string {
  const { statement, hook, words, ending } = its;
  const { occasion, facts, kinds } = statement;
  if (facts?.composed) return asItIs(composedBy(statement, words), its);
  const own = hook.templates[occasion === 'resolved' ? 'resolved' : 'firing'];
  const inPattern = own === null ? null : inOwnWords(its, byOwnText(own));
  if (inPattern !== null) return inPattern;
  const { isWithinParts, sameParts } = roomFor(its);
  const listed = (): string => listedIn(its);
  const [first, second] = kinds;
  if (first && second && isAlongside(first, second)) return listed();
  const others = afterwards(statement, [], words);
  const render = (it: SaidOfAlert, ...how: Parameters<Listing>): string =>
    joined(words.alerts.said({ head: headOf(statement, words), ...it }), others(...how));
  const whole = namingOf(statement, hook.name);
  for (let over = firstEnds(kinds.slice(1)); over >= 0; over--) {
    const counted = (it: SaidOfAlert): string => render(it, { firing: 0, over });
    const it =
      unplaced(whole, counted, isWithinParts) ??
      withSummary(whole, counted, isWithinParts) ??
      (second ? null : withName(whole, counted, isWithinParts));
    if (it && (over === 0 || isTelling(it, whole)))
      return mostNamed(kinds.slice(1), how => render(it, how), sameParts(counted(it)));
  }
  return second ? listed() : shortEnough(render({ ...whole, summary: '' }, { firing: 0, over: 0 }), ending);
}

/** So many names of the most severe alerts come before what is over. */
const FIRST_NAMES = 3;

/** Alerts by their names. Those that are less severe than the first are worth no further part. */
function listedIn(its: OneMessage): string {
  const { statement, words } = its;
  const { kinds } = statement;
  const { isWithinParts, sameParts } = roomFor(its);
  const listing = listingOf(kinds, statement, words);
  const severe = kinds.filter(kind => kinds[0] && isAlongside(kinds[0], kind));
  const fits = sameParts(mostNamed(severe, listing, isWithinParts));
  return mostNamed(kinds, listing, fits, Math.min(FIRST_NAMES, severe.length));
}

/** As much of a summary is left where what is over needs the room: the name and the place say what is wrong. */
const TELLING_CHARACTERS = 12;

const isTelling = (it: SaidOfAlert, whole: SaidOfAlert): boolean =>
  it.summary === whole.summary || [...it.summary].length >= TELLING_CHARACTERS;

/** In words of the hook's own; null: they don't suit this alert. */
function inOwnWords(its: OneMessage, own: OwnWords): string | null {
  const { statement, hook, words, ending } = its;
  const { noMoreParts, sameParts } = roomFor(its);
  const others = afterwards(statement, own.names, words);
  const around = { before: before(statement, words) };
  const render = (it: SaidOfAlert, ...how: Parameters<Listing>): string =>
    own.fill(valuesOf(statement, hook.name, words, it), { ...around, after: others(...how) });
  const counted = (it: SaidOfAlert): string => render(it, { firing: 0, over: 0 });
  const whole = namingOf(statement, hook.name);
  const isFew = noMoreParts(counted({ ...whole, name: '', summary: '' }));
  const suits = (filled: string): boolean => own.suits(filled, ending) && isFew(filled);
  const it = withSummary(whole, counted, suits) ?? withName(whole, counted, suits);
  if (it === null) return own.always ? shortEnough(counted({ ...whole, summary: '' }), ending) : null;
  const fits = sameParts(counted(it));
  const isFine = (filled: string): boolean => suits(filled) && fits(filled);
  return mostNamed(statement.kinds.slice(1), how => render(it, how), isFine);
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
function asItIs(whole: string, its: OneMessage): string {
  const { statement, words, ending } = its;
  const { isShortEnough, sameParts } = roomFor(its);
  const others = afterwards(statement, [], words);
  const render = (text: string, ...how: Parameters<Listing>): string =>
    joined(before(statement, words) + text, others(...how));
  const counted = (text: string): string => render(text, { firing: 0, over: 0 });
  const text = shortened(whole, counted, isShortEnough);
  if (text === null) return shortEnough(counted(''), ending);
  return mostNamed(statement.kinds.slice(1), how => render(text, how), sameParts(counted(text)));
}

function composedBy({ facts, test }: Statement, words: Words): string {
  const message = facts?.message ?? '';
  return test && !message.includes(words.alerts.test) ? `${words.alerts.test}: ${message}` : message;
}

const shortEnough = (text: string, ending: string): string =>
  [...text].slice(0, MAX_CHARACTERS - [...ending].length).join('');

/** A text in a hook's language, or in English and plain letters where that makes all of it GSM-7. */
function inCheaperWords<Text extends string | null>(
  its: OneMessage,
  phrasedIn: (its: OneMessage) => Text,
): Text {
  const text = phrasedIn({ ...its, statement: inPlainLetters(its.statement), words: en });
  const isPlain = text !== null && countParts(text + its.ending).encoding === 'GSM-7';
  return isPlain ? text : phrasedIn(its);
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
  return named => {
    const others = rest(named);
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

function valuesOf(
  statement: Statement,
  hook: string,
  words: Words,
  it: SaidOfAlert,
): FieldValues['valueFor'] {
  const { occasion, severity, place, facts, kinds, test } = statement;
  const plain: Record<PlainField, string> = {
    what: it.name,
    where: it.place || cutAsTexts(place),
    summary: it.summary,
    state: words.alerts.status[occasion === 'resolved' ? 'resolved' : 'firing'],
    severity: test ? words.alerts.test : words.alerts.severity[severity],
    value: facts?.value ?? '',
    link: linkIn(facts),
    count: String(kinds[0]?.alerts ?? 1),
    more: moreOf(statement, false, words),
    hook,
    title: facts?.title ?? '',
    message: facts?.message ?? '',
  };
  return key => (isPlainField(key) ? oneLine(plain[key]) : sentField(facts, key));
}

/** Where a sender tells more about an alert, the most telling first. */
const TELLING_LINKS = ['page', 'dashboard', 'panel', 'source', 'runbook'] as const;

const linkIn = (facts: AlertFacts | null): string =>
  TELLING_LINKS.flatMap(what => facts?.links.find(link => link.what === what)?.url ?? [])[0] ?? '';

/** What fits before something that every text ends in. */
function roomFor({ statement: { severity }, hook: { unicodeParts }, ending }: OneMessage) {
  const partsOf = (text: string): number => countParts(text + ending).parts;
  const isShortEnough = (text: string): boolean => [...text, ...ending].length <= MAX_CHARACTERS;
  const isSevere = severity === 'critical' || severity === 'error';
  /** How many parts more than one it may have: where something is wrong, Unicode alone takes none of the words away. */
  const most = (text: string): number =>
    isSevere && countParts(text + ending).encoding === 'UCS-2' ? unicodeParts : 1;
  return {
    isWithinParts: (text: string): boolean => partsOf(text) <= most(text),
    isShortEnough,
    /** No more parts than it may have, or than a text without what can be shortened has. */
    noMoreParts(text: string): Fits {
      const parts = partsOf(text);
      return other => partsOf(other) <= Math.max(parts, most(other)) && isShortEnough(other);
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
