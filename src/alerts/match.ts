import type { Alert, AlertMatch } from './alert.ts';
import { isStateWord } from './payloads/states.ts';

/*
 * Which alert a call means whose fingerprint isn't that of any: by an id that may be new each time, by the id of what it is about, or
 * by its words. An end that could be of several ends none: an all-clear that isn't true costs more than one that is missing.
 */

/** An alert that fires. */
type OpenAlert = Pick<Alert, 'place' | 'match'>;

/** @param open alerts of the same hook that fire; null: it means none of them, or nobody can say which */
export function meantBy<Open extends OpenAlert>(
  { match, place, status }: Pick<Alert, 'place' | 'match'> & { status: Alert['status'] | 'ended' },
  open: readonly Open[],
): Open | null {
  if (match === null) return null;
  // Two ids of alerts that differ are two alerts, whatever they say.
  const others = open.filter(one => one.match !== null && !(match.hasId && one.match.hasId));
  const byId = others.filter(one => match.looseId !== '' && one.match?.looseId === match.looseId);
  if (byId.length > 0 || status === 'firing') return byId.at(-1) ?? null;
  const ofThing = others.filter(one => match.thingId !== '' && one.match?.thingId === match.thingId);
  return (
    nearest(match, place, ofThing) ??
    nearest(
      match,
      place,
      others.filter(one => isLike(match, place, one)),
    )
  );
}

function isLike(match: AlertMatch, place: string, one: OpenAlert): boolean {
  const other = one.match;
  if (other === null || !isOneOf(match.subject, other.subject)) return false;
  const isElsewhere = place !== '' && one.place !== '' && !isShared(piecesOf(place), piecesOf(one.place));
  if (isElsewhere) return false;
  const [own, its] = [namedIn(match.words), namedIn(other.words)];
  if (own !== null && its !== null) return own === its;
  return !areApart(hostsIn(`${match.subject} ${match.words}`), hostsIn(`${other.subject} ${other.words}`));
}

/** Whether all words of one are among the other's. */
function isOneOf(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  const [few, many] = [new Set(one.split(' ')), new Set(other.split(' '))].sort((a, b) => a.size - b.size);
  return few !== undefined && many !== undefined && [...few].every(word => many.has(word));
}

const isShared = (some: Iterable<string>, others: ReadonlySet<string>): boolean =>
  [...some].some(one => others.has(one));

const piecesOf = (place: string): Set<string> => new Set(place.toLowerCase().split(', '));

const areApart = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size > 0 && others.size > 0 && !isShared(some, others);

/** What words begin with that tells them apart: `[web-1] …`, `orders: …`; null: they don't. */
function namedIn(words: string): string | null {
  const [, inBrackets, before] = /^(?:\[([^\]]{2,60})\]|([^\s:,]{2,40}):\s)/.exec(words) ?? [];
  const name = inBrackets ?? before ?? '';
  const isGeneral =
    name === '' || isStateWord(name) || /^(?:status|state|info|reason|message|value|host)$/.test(name);
  return isGeneral ? null : name;
}

/** Words that name a machine: with a digit, and a letter or a dot. */
const hostsIn = (words: string): Set<string> =>
  new Set(
    words.match(/[\p{L}\d][\p{L}\d_.-]{2,60}/gu)?.filter(word => /\d/.test(word) && /[\p{L}.]/u.test(word)),
  );

/** The one that says most of the same; null: none, or several do alike. */
function nearest<Open extends OpenAlert>(
  match: AlertMatch,
  place: string,
  among: readonly Open[],
): Open | null {
  const scored = among.map(one => ({ one, score: likeness(match, place, one) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const [first, second] = scored.filter(({ score }) => score === best);
  return first && !second ? first.one : null;
}

function likeness(match: AlertMatch, place: string, one: OpenAlert): number {
  const other = one.match;
  if (other === null) return 0;
  const words = new Set(match.words.split(' ').filter(Boolean));
  const alike = other.words.split(' ').filter(word => words.has(word)).length;
  return (
    (namedIn(match.words) === namedIn(other.words) ? 10 : 0) +
    (place === one.place ? 5 : 0) +
    (match.subject === other.subject ? 5 : 0) +
    alike
  );
}
