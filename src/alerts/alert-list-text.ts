import { countParts } from '../texts/parts.ts';
import type { Occasion } from './alert.ts';
import { rank, type Severity } from './alert.ts';
import type { Words } from './words/en.ts';

/** Alerts of a text with the same name, severity and occasion. */
export type AlertKind = {
  occasion: Occasion;
  severity: Severity;
  called: string;
  /** The place of a single alert, or both places of two that ended. */
  place?: string;
  alerts: number;
  test?: boolean;
};

/** The most characters of a name, and of its place, in a list. */
const NAME_CHARACTERS = 32;
const PLACE_CHARACTERS = 40;
/** The most kinds to name. No text has room for more. */
const MAX_NAMES = 80;
/** The most ended alerts that are named before further firing ones, because people who were texted about them must know which ended. */
const MAX_FIRST_ENDS = 2;

const isOver = ({ occasion }: Pick<AlertKind, 'occasion'>): boolean => occasion === 'resolved';

/** The most important first: firing before ended alerts, then the most severe, then news, then the most alerts. Tests come last. */
export const inOrder = (one: AlertKind, other: AlertKind): number =>
  Number(one.test ?? false) - Number(other.test ?? false) ||
  Number(isOver(one)) - Number(isOver(other)) ||
  rank(one.severity) - rank(other.severity) ||
  Number(one.occasion === 'reminder') - Number(other.occasion === 'reminder') ||
  other.alerts - one.alerts;

/** True if one word introduces both kinds: `CRITICAL DiskFull x4, HighCPU`. */
export const isAlongside = (one: AlertKind, other: AlertKind): boolean =>
  one.occasion === other.occasion &&
  one.test === other.test &&
  (isOver(one) || one.severity === other.severity);

/**
 * The numbers of firing and ended kinds to name. The remaining kinds are counted. `places`: firing kinds are named with their places, as
 * ended kinds are in any case. Null if all kinds are counted together.
 */
type NamedKinds = { firing: number; over: number; places?: boolean } | null;

/** Lists several kinds, as many by name as given. */
export type Listing = (named: NamedKinds) => string;

/**
 * A whole text about several kinds: `CRITICAL DiskFull x4, HighCPU; +17 more warnings`, or `97 more critical: DiskFull x20, HostDown
 * x20 ...`.
 *
 * @param about `still`: how many alerts still fire beside the ended ones; `follows`: the reader got a text a moment ago
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
  const listOthers = othersOf(kinds.slice(alongside.length), about.still, words);
  const listAll = othersOf(kinds, about.still, words);
  return named => {
    const isCounted = !named?.firing || (about.follows && first.occasion === 'firing');
    if (isOver(first) || first.test || !isCounted) return listAll(named);
    const some = alongside.slice(0, named?.firing ?? 0);
    const head = before(first, words) + words.alerts.total(total);
    const cut = some.length < alongside.length ? ' ...' : '';
    return joined([
      some.length === 0 ? head : `${head}: ${namesOf(some, words, named?.places)}${cut}`,
      listOthers(named && { ...named, firing: named.firing - some.length }),
    ]);
  };
}

/** Lists the kinds after a text's first: `WARNING SlowQuery x2; +17 more warnings`; empty if there are none. */
export function othersOf(kinds: readonly AlertKind[], still: number, words: Words): Listing {
  const firing = kinds.filter(kind => !isOver(kind));
  const over = kinds.filter(isOver);
  return named => {
    if (named === null) return kinds.length === 0 ? '' : words.alerts.uncounted(sum(kinds));
    const some = firing.slice(0, named.firing);
    const inOneRow = [
      ...some.filter(({ test }) => !test),
      ...over.slice(0, named.over),
      ...some.filter(({ test }) => test),
    ];
    const counted = [...firing.slice(named.firing), ...over.slice(named.over)];
    return joined([...sections(inOneRow, still, words, named.places), words.alerts.rest(countsOf(counted))]);
  };
}

/** The number of ended kinds that a text makes room for first. */
export const firstEnds = (kinds: readonly AlertKind[]): number =>
  Math.min(MAX_FIRST_ENDS, kinds.filter(isOver).length);

/**
 * The text with all names and places if they fit. Otherwise it names the first ended kinds, then as many firing kinds as fit, then the
 * other ended kinds.
 *
 * @param first the number of firing kinds that are named before any ended one
 */
export function mostNamed(
  kinds: readonly AlertKind[],
  render: Listing,
  fits: (text: string) => boolean,
  first = 0,
): string {
  const over = Math.min(kinds.filter(isOver).length, MAX_NAMES);
  const firing = Math.min(kinds.length, MAX_NAMES) - over;
  const choices = function* (): Generator<NamedKinds> {
    if (kinds.length <= MAX_NAMES) yield { firing, over, places: true };
    for (let more = over; more > firstEnds(kinds); more--) yield { firing, over: more };
    for (let ends = firstEnds(kinds); ends >= 0; ends--)
      for (let named = firing; named >= (ends > 0 ? first : 0); named--) yield { firing: named, over: ends };
  };
  for (const named of choices()) {
    const text = render(named);
    if (fits(text)) return text;
  }
  return render(null);
}

function sections(kinds: readonly AlertKind[], still: number, words: Words, places?: boolean): string[] {
  const rows: AlertKind[][] = [];
  for (const kind of kinds) {
    const last = rows.at(-1);
    if (last?.[0] && isAlongside(last[0], kind)) last.push(kind);
    else rows.push([kind]);
  }
  return rows.flatMap(row => {
    const [first] = row;
    if (!first) return [];
    const more = isOver(first) && still > 0 ? ` ${words.alerts.more({ alerts: 0, still })}` : '';
    const names = namesOf(row, words, places);
    return words.alerts.introduced({ head: headOf(first, words), names }) + more;
  });
}

/** The word before a reminder; empty for other texts. */
export const before = ({ occasion }: Pick<AlertKind, 'occasion'>, words: Words): string =>
  occasion === 'reminder' ? words.alerts.reminder : '';

/** The word that introduces an alert, such as its severity. */
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

/** The numbers of firing alerts by severity, the most severe first, and of tests and ended alerts. */
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

/** Ends in three dots if the text is GSM-7, which has no `…`; otherwise in the single character. */
export function withEllipsis(text: string): string {
  if (text === '') return '';
  return countParts(text).encoding === 'GSM-7' ? `${text}...` : `${text}…`;
}

const joined = (sections: readonly string[]): string => sections.filter(Boolean).join('; ');

const sum = (kinds: readonly AlertKind[]): number => kinds.reduce((total, { alerts }) => total + alerts, 0);
