import { countParts } from '../texts/parts.ts';
import type { Occasion } from './alert.ts';
import { rank, type Severity } from './alert.ts';
import type { Words } from './words/en.ts';

/** Alerts that people call the same, of one severity: how many of them a text tells of, and why. */
export type AlertKind = {
  occasion: Occasion;
  severity: Severity;
  called: string;
  /** Where it is, of a single alert; where two are, if they are over. */
  place?: string;
  alerts: number;
  test?: boolean;
};

/** The most characters of a name among others. */
const NAME_CHARACTERS = 32;
const PLACE_CHARACTERS = 40;
/** No text has room for more names. */
const MAX_NAMES = 80;
/** So many that are over are named before others that fire: who was texted about them has to know which they are. */
const FIRST_ENDS = 2;

const isOver = ({ occasion }: Pick<AlertKind, 'occasion'>): boolean => occasion === 'resolved';

/**
 * The most important first: what fires before what is over, then the most severe, then the news, then the most alerts. Tests come
 * last.
 */
export const inOrder = (one: AlertKind, other: AlertKind): number =>
  Number(one.test ?? false) - Number(other.test ?? false) ||
  Number(isOver(one)) - Number(isOver(other)) ||
  rank(one.severity) - rank(other.severity) ||
  Number(one.occasion === 'reminder') - Number(other.occasion === 'reminder') ||
  other.alerts - one.alerts;

/** Whether one word introduces them both: `CRITICAL DiskFull x4, HighCPU`. */
export const isAlongside = (one: AlertKind, other: AlertKind): boolean =>
  one.occasion === other.occasion &&
  one.test === other.test &&
  (isOver(one) || one.severity === other.severity);

/**
 * Which kinds are named: the first of those that fire, and the first of those that are over. The others are counted. `places`: with
 * the places of those that fire; what is over is named with its place in any case. Null: all are only counted, whatever they are.
 */
type NamedKinds = { firing: number; over: number; places?: boolean } | null;

/** What is said of several kinds. */
export type Listing = (named: NamedKinds) => string;

/**
 * A whole text about several kinds: `CRITICAL DiskFull x4, HighCPU; +17 more warnings`, or `97 more critical: DiskFull x20, HostDown
 * x20 ...`.
 *
 * @param about `still`: alerts that still fire beside what is over; `follows`: the reader got a text a moment ago
 */
export function listingOf(
  kinds: readonly AlertKind[],
  about: { still: number; follows: boolean },
  words: Words,
): Listing {
  const [first] = kinds;
  if (!first) return () => '';
  const count = kinds.findIndex(kind => !isAlongside(kind, first));
  const alongside = count < 0 ? kinds : kinds.slice(0, count);
  const total = { severity: first.severity, alerts: sum(alongside), more: about.follows };
  const others = othersOf(kinds.slice(alongside.length), about.still, words);
  const all = othersOf(kinds, about.still, words);
  return named => {
    const isCounted = !named?.firing || (about.follows && first.occasion === 'firing');
    if (isOver(first) || first.test || !isCounted) return all(named);
    const some = alongside.slice(0, named?.firing ?? 0);
    const head = before(first, words) + words.alerts.total(total);
    const cut = some.length < alongside.length ? ' ...' : '';
    return joined([
      some.length === 0 ? head : `${head}: ${namesOf(some, words, named?.places)}${cut}`,
      others(named && { ...named, firing: named.firing - some.length }),
    ]);
  };
}

/** What follows after a text's first kind: `WARNING SlowQuery x2; +17 more warnings`; empty if there are no others. */
export function othersOf(others: readonly AlertKind[], still: number, words: Words): Listing {
  const firing = others.filter(kind => !isOver(kind));
  const over = others.filter(isOver);
  return named => {
    if (named === null) return others.length === 0 ? '' : words.alerts.uncounted(sum(others));
    const some = firing.slice(0, named.firing);
    const inOneRow = [
      ...some.filter(({ test }) => !test),
      ...over.slice(0, named.over),
      ...some.filter(({ test }) => test),
    ];
    const left = [...firing.slice(named.firing), ...over.slice(named.over)];
    return joined([...sections(inOneRow, still, words, named.places), words.alerts.rest(countsOf(left))]);
  };
}

/** How many of these that are over a text makes room for before anything else that can be left out: at most so many. */
export const firstEnds = (kinds: readonly AlertKind[]): number =>
  Math.min(FIRST_ENDS, kinds.filter(isOver).length);

/**
 * The text with all names and places if they fit; otherwise the first that are over, as many as fit of those that fire, and then
 * the others that are over.
 *
 * @param first so many of those that fire are named before any that is over
 */
export function mostNamed(
  kinds: readonly AlertKind[],
  render: Listing,
  fits: (text: string) => boolean,
  first = 0,
): string {
  const over = Math.min(kinds.filter(isOver).length, MAX_NAMES);
  const firing = Math.min(kinds.length, MAX_NAMES) - over;
  const tried = function* (): Generator<NamedKinds> {
    if (kinds.length <= MAX_NAMES) yield { firing, over, places: true };
    for (let more = over; more > firstEnds(kinds); more--) yield { firing, over: more };
    for (let ends = firstEnds(kinds); ends >= 0; ends--)
      for (let named = firing; named >= (ends > 0 ? first : 0); named--) yield { firing: named, over: ends };
  };
  for (const named of tried()) {
    const text = render(named);
    if (fits(text)) return text;
  }
  return render(null);
}

function sections(kinds: readonly AlertKind[], still: number, words: Words, places?: boolean): string[] {
  const found: AlertKind[][] = [];
  for (const kind of kinds) {
    const last = found.at(-1);
    if (last?.[0] && isAlongside(last[0], kind)) last.push(kind);
    else found.push([kind]);
  }
  return found.flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = isOver(first) && still > 0 ? ` ${words.alerts.more({ alerts: 0, still })}` : '';
    const names = namesOf([first, ...others], words, places);
    return words.alerts.introduced({ head: headOf(first, words), names }) + more;
  });
}

/** What stands before a text about an alert that was texted before. */
export const before = ({ occasion }: Pick<AlertKind, 'occasion'>, words: Words): string =>
  occasion === 'reminder' ? words.alerts.reminder : '';

/** The word that introduces an alert. */
export function headOf(kind: Pick<AlertKind, 'occasion' | 'severity' | 'test'>, words: Words): string {
  if (kind.test) return words.alerts.test;
  if (isOver(kind)) return words.alerts.resolved;
  return before(kind, words) + words.alerts.severity[kind.severity];
}

function namesOf(kinds: readonly AlertKind[], words: Words, places = false): string {
  const names = kinds.map(kind => {
    const { called, place, alerts } = kind;
    const short = atMost(NAME_CHARACTERS, called);
    const name = alerts > 1 ? words.alerts.times({ name: short, alerts }) : short;
    return place && (places || isOver(kind)) && !called.includes(place)
      ? words.alerts.placed({ name, place: atMost(PLACE_CHARACTERS, place) })
      : name;
  });
  return names.join(', ');
}

function atMost(limit: number, text: string): string {
  const characters = [...text];
  return characters.length > limit ? withEllipsis(characters.slice(0, limit).join('').trimEnd()) : text;
}

/** How many of each severity fire, the most severe first, how many are tests, and how many are over. */
function countsOf(kinds: readonly AlertKind[]): Parameters<Words['alerts']['rest']>[0] {
  const [bySeverity, counts] = [new Map<Severity, number>(), { tests: 0, resolved: 0 }];
  for (const { severity, alerts, test, occasion } of kinds) {
    if (test) counts.tests += alerts;
    else if (occasion === 'resolved') counts.resolved += alerts;
    else bySeverity.set(severity, (bySeverity.get(severity) ?? 0) + alerts);
  }
  const firing = [...bySeverity].map(([severity, alerts]) => ({ severity, alerts }));
  return { ...counts, firing: firing.sort((one, other) => rank(one.severity) - rank(other.severity)) };
}

/** Three dots in GSM-7, which has no `…`; the single character if the text is Unicode anyway. */
export function withEllipsis(text: string): string {
  if (text === '') return '';
  return countParts(text).encoding === 'GSM-7' ? `${text}...` : `${text}…`;
}

const joined = (sections: readonly string[]): string => sections.filter(Boolean).join('; ');

const sum = (kinds: readonly AlertKind[]): number => kinds.reduce((total, { alerts }) => total + alerts, 0);
