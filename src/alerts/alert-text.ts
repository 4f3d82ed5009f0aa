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

/** A hook's way of wording its texts. `pieces`: a template of the workspace; null if the hook's own texts or the standard ones apply. */
export type Voice = {
  name: string;
  templates: OwnTexts;
  pieces: Pieces | null;
  /** The most parts of a text in Unicode about a critical alert or an error. */
  unicodeParts: number;
};

/**
 * The message of a text, of at most `MAX_CHARACTERS`. The hook's template words it if it suits the alert; then the message is still a
 * template, which each recipient's details fill in. A message is in English and plain letters if it is GSM-7 only then, because
 * Unicode halves the room.
 *
 * @param ending leaves room for this text, which is added later
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
  const filled = own && inCheaperWords({ statement, hook, words, ending }, input => inOwnWords(input, own));
  if (filled !== null) return { message: filled, template: true };
  return { message: inCheaperWords({ statement, hook, words, ending }, phraseIn) };
}

/** The text for a reader of whom nothing is known, with its ending. */
export function readByAnybody(statement: Statement, hook: Voice, words: Words, ending = ''): string {
  const { message, template } = worded(statement, hook, words, ending);
  return ((template && forAnybody(message)?.trim()) ?? message) + ending;
}

/** Everything that a message is worded from. */
type MessageInput = { statement: Statement; hook: Voice; words: Words; ending: string };

function phraseIn(input: MessageInput): string {
  const { statement, hook, words, ending } = input;
  const { occasion, facts, kinds, isResolvedHere } = statement;
  if (facts?.composed && !isResolvedHere) return asItIs(composedBy(statement, words), input);
  const own = hook.templates[occasion === 'resolved' ? 'resolved' : 'firing'];
  const inPattern = own === null ? null : inOwnWords(input, byOwnText(own));
  if (inPattern !== null) return inPattern;
  const { isWithinParts, sameParts } = roomFor(input);
  const listed = (): string => listedIn(input);
  const [first, second] = kinds;
  if (first && second && isAlongside(first, second)) return listed();
  const listOthers = afterwards(statement, [], words);
  const render = (alert: AlertWords, ...how: Parameters<Listing>): string =>
    joined(words.alerts.said({ head: headOf(statement, words), ...alert }), listOthers(...how));
  const whole = namingOf(statement, hook.name);
  for (let over = firstEnds(kinds.slice(1)); over >= 0; over--) {
    const counted = (alert: AlertWords): string => render(alert, { firing: 0, over });
    const alert =
      unplaced(whole, counted, isWithinParts) ??
      withSummary(whole, counted, isWithinParts) ??
      (second ? null : withName(whole, counted, isWithinParts));
    if (alert && (over === 0 || isTelling(alert, whole)))
      return mostNamed(kinds.slice(1), how => render(alert, how), sameParts(counted(alert)));
  }
  return second ? listed() : shortEnough(render({ ...whole, summary: '' }, { firing: 0, over: 0 }), ending);
}

/** The most firing alerts that are named before any ended one. */
const FIRST_NAMES = 3;

/** Lists alerts by name. Alerts less severe than the first take no additional part. */
function listedIn(input: MessageInput): string {
  const { statement, words } = input;
  const { kinds } = statement;
  const { isWithinParts, sameParts } = roomFor(input);
  const listing = listingOf(kinds, statement, words);
  const severe = kinds.filter(kind => kinds[0] && isAlongside(kinds[0], kind));
  const fits = sameParts(mostNamed(severe, listing, isWithinParts));
  return mostNamed(kinds, listing, fits, Math.min(FIRST_NAMES, severe.length));
}

/** A summary cut shorter than this tells nothing, so the names of ended alerts give way to it. */
const TELLING_CHARACTERS = 12;

const isTelling = (alert: AlertWords, whole: AlertWords): boolean =>
  alert.summary === whole.summary || [...alert.summary].length >= TELLING_CHARACTERS;

/** The message in the hook's own words; null if they don't suit the alert. */
function inOwnWords(input: MessageInput, own: OwnWords): string | null {
  const { statement, hook, words, ending } = input;
  const { noMoreParts, sameParts } = roomFor(input);
  const listOthers = afterwards(statement, own.names, words);
  const around = { before: before(statement, words) };
  const render = (alert: AlertWords, ...how: Parameters<Listing>): string =>
    own.fill(valuesOf(statement, hook.name, words, alert), { ...around, after: listOthers(...how) });
  const counted = (alert: AlertWords): string => render(alert, { firing: 0, over: 0 });
  const whole = namingOf(statement, hook.name);
  const isFew = noMoreParts(counted({ ...whole, name: '', summary: '' }));
  const suits = (filled: string): boolean => own.suits(filled, ending) && isFew(filled);
  const alert = withSummary(whole, counted, suits) ?? withName(whole, counted, suits);
  if (alert === null) return own.always ? shortEnough(counted({ ...whole, summary: '' }), ending) : null;
  const fits = sameParts(counted(alert));
  const isFine = (filled: string): boolean => suits(filled) && fits(filled);
  return mostNamed(statement.kinds.slice(1), how => render(alert, how), isFine);
}

/** The words of one alert in a text. */
type AlertWords = { name: string; place: string; summary: string };
type RenderAlert = (alert: AlertWords) => string;
type Fits = (text: string) => boolean;

const namingOf = ({ name, place, facts, test }: Statement, hook: string): AlertWords => ({
  // A test named only `test` has the name of its hook.
  name: test && /^test$/i.test(name) ? hook : cutAsTexts(oneLine(name)) || hook,
  place: cutAsTexts(place)
    .split(', ')
    .filter(piece => !isIn(piece, name))
    .join(', '),
  summary: oneLine(facts?.summary ?? ''),
});

/** Replaces the `…` of a shortened text, because GSM-7 doesn't have it. */
const cutAsTexts = (text: string): string => (text.endsWith('…') ? withEllipsis(text.slice(0, -1)) : text);

const isIn = (place: string, text: string): boolean =>
  place.split(', ').every(piece => text.toLowerCase().includes(piece.toLowerCase()));

/** The words without the place, if the summary names it and fits whole; null otherwise. */
function unplaced(alert: AlertWords, render: RenderAlert, fits: Fits): AlertWords | null {
  const bare = { ...alert, place: '' };
  return isIn(alert.place, alert.summary) && fits(render(bare)) ? bare : null;
}

/** The words with as much of the summary as fits; null if the name and the place don't fit. */
function withSummary(alert: AlertWords, render: RenderAlert, fits: Fits): AlertWords | null {
  const summary = shortened(alert.summary, text => render({ ...alert, summary: text }), fits);
  return summary === null ? null : { ...alert, summary };
}

/** The words without a summary, with the place and as much of the name as fits; if no name fits, with as much of the place as fits. */
function withName(alert: AlertWords, render: RenderAlert, fits: Fits): AlertWords | null {
  const bare = { ...alert, summary: '' };
  const name = shortened(alert.name, text => render({ ...bare, name: text }), fits);
  if (name !== null) return { ...bare, name };
  const place = shortened(alert.place, text => render({ ...bare, name: '', place: text }), fits);
  return place === null ? null : { ...bare, name: '', place };
}

/** A message that is complete in itself, such as one that its sender composed, followed by the other alerts. */
function asItIs(whole: string, input: MessageInput): string {
  const { statement, words, ending } = input;
  const { isShortEnough, sameParts } = roomFor(input);
  const listOthers = afterwards(statement, [], words);
  const render = (text: string, ...how: Parameters<Listing>): string =>
    joined(before(statement, words) + text, listOthers(...how));
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

/** A message in English and plain letters if all of it is GSM-7 then; otherwise in the hook's language. */
function inCheaperWords<Text extends string | null>(
  input: MessageInput,
  phrasedIn: (input: MessageInput) => Text,
): Text {
  const text = phrasedIn({ ...input, statement: inPlainLetters(input.statement), words: en });
  const isPlain = text !== null && countParts(text + input.ending).encoding === 'GSM-7';
  return isPlain ? text : phrasedIn(input);
}

/** The sentence about a heartbeat; null for other alerts. */
function silenceOf({ occasion, severity, facts }: Statement, hook: { name: string }, words: Words) {
  if (facts?.silentMs === undefined) return null;
  const silence = { hook: hook.name, severity: words.alerts.severity[severity], ms: facts.silentMs };
  return words.heartbeats[occasion === 'resolved' ? 'resolved' : 'firing'](silence);
}

/**
 * Lists what follows the words about the first kind: how many alerts are like it, and the other kinds.
 *
 * @param fields the fields that those words already fill in
 */
function afterwards(statement: Statement, fields: readonly string[], words: Words): Listing {
  const { occasion, kinds, still } = statement;
  const alike = fields.includes('more') ? '' : moreOf(statement, fields.includes('count'), words);
  const listOthers = othersOf(kinds.slice(1), occasion === 'resolved' ? 0 : still, words);
  return named => {
    const listed = listOthers(named);
    return `${alike && ` ${alike}`}${listed && `; ${listed}`}`;
  };
}

/** Says how many more alerts are like the named one, and how many still fire if it ended; empty if none. */
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
  alert: AlertWords,
): FieldValues['valueFor'] {
  const { occasion, severity, place, facts, kinds, test } = statement;
  const plain: Record<PlainField, string> = {
    what: alert.name,
    where: alert.place || cutAsTexts(place),
    summary: alert.summary,
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

/** The kinds of a sender's links, the most telling first. */
const TELLING_LINKS = ['page', 'dashboard', 'panel', 'source', 'runbook'] as const;

const linkIn = (facts: AlertFacts | null): string =>
  TELLING_LINKS.flatMap(kind => facts?.links.find(link => link.what === kind)?.url ?? [])[0] ?? '';

/** Checks that a text fits, with its ending. */
function roomFor({ statement: { severity }, hook: { unicodeParts }, ending }: MessageInput) {
  const partsOf = (text: string): number => countParts(text + ending).parts;
  const isShortEnough = (text: string): boolean => [...text, ...ending].length <= MAX_CHARACTERS;
  const isSevere = severity === 'critical' || severity === 'error';
  /** The most parts of a text. A severe alert in Unicode may have more, so that Unicode takes none of its words away. */
  const maxParts = (text: string): number =>
    isSevere && countParts(text + ending).encoding === 'UCS-2' ? unicodeParts : 1;
  return {
    isWithinParts: (text: string): boolean => partsOf(text) <= maxParts(text),
    isShortEnough,
    /** Checks for no more parts than `text` has, or than a text may have. @param text the message without what can be shortened */
    noMoreParts(text: string): Fits {
      const parts = partsOf(text);
      return longer => partsOf(longer) <= Math.max(parts, maxParts(longer)) && isShortEnough(longer);
    },
    /** Checks for no more parts than `text` has, because names are worth no additional part. */
    sameParts(text: string): Fits {
      const parts = partsOf(text);
      return longer => partsOf(longer) <= parts && isShortEnough(longer);
    },
  };
}

/** The longest start of `long` with which the rendered text fits, found by bisection; null if none fits. */
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
