import { countParts } from '../texts/parts.ts';
import type { Occasion } from './alert.ts';
import { rank, type Severity } from './alert.ts';
import type { Words } from './words/en.ts';

/** Alerts that people call the same, of one severity: how many of them a text tells of, and why. */
export type AlertKind = {
  occasion: Occasion;
  severity: Severity;
  called: string;
  /** Where it is, of a single alert. */
  place?: string;
  alerts: number;
  test?: boolean;
};

/** The most characters of a name among others. */
const NAME_CHARACTERS = 32;
const PLACE_CHARACTERS = 24;
/** No text has room for more names. */
const MAX_NAMES = 80;

/** The most important first: what fires before what is over, then the most severe, then the news, then the most alerts. */
export const inOrder = (one: AlertKind, other: AlertKind): number =>
  Number(one.occasion === 'resolved') - Number(other.occasion === 'resolved') ||
  rank(one.severity) - rank(other.severity) ||
  Number(one.occasion === 'reminder') - Number(other.occasion === 'reminder') ||
  other.alerts - one.alerts;

/** Whether one word introduces them both: `CRITICAL DiskFull x4, HighCPU`. */
export const isAlongside = (one: AlertKind, other: AlertKind): boolean =>
  one.occasion === other.occasion &&
  one.test === other.test &&
  (one.occasion === 'resolved' || one.severity === other.severity);

/**
 * What is said of several kinds: the first `named` by their names, the others by their severity. -1: the others only by their
 * number. `where`: each name with its place.
 */
export type Listing = (named: number, where?: boolean) => string;

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
  return (named, where) => {
    const isCounted = named <= 0 || (about.follows && first.occasion === 'firing');
    if (first.occasion === 'resolved' || !isCounted) return all(named, where);
    const names = namesOf(alongside.slice(0, Math.max(0, named)), words, where);
    const cut = named < alongside.length ? ' ...' : '';
    const head = before(first, words) + words.alerts.total(total);
    return joined([
      names === '' ? head : `${head}: ${names}${cut}`,
      others(named < 0 ? named : Math.max(0, named - alongside.length), where),
    ]);
  };
}

/** What follows after a text's first kind: `WARNING SlowQuery x2; +17 more warnings`; empty if there are no others. */
export function othersOf(others: readonly AlertKind[], still: number, words: Words): Listing {
  return (named, where) => {
    if (named < 0)
      return words.alerts.rest({ severity: 'none', alerts: 0, others: sum(others), resolved: 0 });
    return joined([
      ...sections(others.slice(0, named), still, words, where),
      words.alerts.rest(countsOf(others.slice(named))),
    ]);
  };
}

/** The text with all names and places if they fit, otherwise with as many names as fit. */
export function mostNamed(kinds: number, render: Listing, fits: (text: string) => boolean): string {
  const whole = kinds > MAX_NAMES ? null : render(kinds, true);
  if (whole !== null && fits(whole)) return whole;
  for (let named = Math.min(kinds, MAX_NAMES); named >= 0; named--) {
    const text = render(named);
    if (fits(text)) return text;
  }
  return render(-1);
}

function sections(kinds: readonly AlertKind[], still: number, words: Words, where?: boolean): string[] {
  const found: AlertKind[][] = [];
  for (const kind of kinds) {
    const last = found.at(-1);
    if (last?.[0] && isAlongside(last[0], kind)) last.push(kind);
    else found.push([kind]);
  }
  return found.flatMap(([first, ...others]) => {
    if (!first) return [];
    const isOver = first.occasion === 'resolved';
    const more = isOver && still > 0 ? ` ${words.alerts.more({ alerts: 0, still })}` : '';
    return `${headOf(first, words)} ${namesOf([first, ...others], words, where)}${more}`;
  });
}

/** What stands before a text about an alert that was texted before. */
export const before = ({ occasion }: Pick<AlertKind, 'occasion'>, words: Words): string =>
  occasion === 'reminder' ? words.alerts.reminder : '';

/** The word that introduces an alert. */
export function headOf(kind: Pick<AlertKind, 'occasion' | 'severity' | 'test'>, words: Words): string {
  if (kind.test) return words.alerts.test;
  if (kind.occasion === 'resolved') return words.alerts.resolved;
  return before(kind, words) + words.alerts.severity[kind.severity];
}

function namesOf(kinds: readonly AlertKind[], words: Words, where = false): string {
  const names = kinds.map(({ called, place, alerts }) => {
    const name = atMost(NAME_CHARACTERS, called);
    if (alerts > 1) return words.alerts.times({ name, alerts });
    return where && place && !called.includes(place)
      ? words.alerts.placed({ name, place: atMost(PLACE_CHARACTERS, place) })
      : name;
  });
  return names.join(', ');
}

function atMost(limit: number, text: string): string {
  const characters = [...text];
  return characters.length > limit ? withEllipsis(characters.slice(0, limit).join('').trimEnd()) : text;
}

type RestCounts = Parameters<Words['alerts']['rest']>[0];

function countsOf(kinds: readonly AlertKind[]): RestCounts {
  const firing = kinds.filter(({ occasion }) => occasion !== 'resolved');
  const severity = firing[0]?.severity ?? 'none';
  const alerts = sum(firing.filter(kind => kind.severity === severity));
  return { severity, alerts, others: sum(firing) - alerts, resolved: sum(kinds) - sum(firing) };
}

/** Three dots in GSM-7, which has no `…`; the single character if the text is Unicode anyway. */
export function withEllipsis(text: string): string {
  if (text === '') return '';
  return countParts(text).encoding === 'GSM-7' ? `${text}...` : `${text}…`;
}

const joined = (sections: readonly string[]): string => sections.filter(Boolean).join('; ');

const sum = (kinds: readonly AlertKind[]): number => kinds.reduce((total, { alerts }) => total + alerts, 0);
