import type { Alert, AlertMatch } from './alert.ts';
import { isStateWord } from './payloads/states.ts';

/*
 * Finds the alert of a call with an unknown fingerprint: by an id that may be new in each call, by the id of the thing that the alert is
 * about, or by its words. An end that fits several alerts ends none, because a false all-clear costs more than a missing one.
 */

type OpenAlert = Pick<Alert, 'place' | 'match'>;

/**
 * The open alert that an alert of a call means: the last one with the same loose id; without one, the nearest by thing or words if the
 * alert ends.
 *
 * @param open the firing alerts of the same hook
 * @returns null if none fits, or if several are equally near
 */
export function matchOpenAlert<Open extends OpenAlert>(
  { match, place, status }: Pick<Alert, 'place' | 'match'> & { status: Alert['status'] | 'ended' },
  open: readonly Open[],
): Open | null {
  if (match === null) return null;
  // Alerts with different ids of their own are two alerts, even with the same words.
  const candidates = open.filter(alert => alert.match !== null && !(match.hasId && alert.match.hasId));
  const byId = candidates.filter(alert => match.looseId !== '' && alert.match?.looseId === match.looseId);
  if (byId.length > 0 || status === 'firing') return byId.at(-1) ?? null;
  const byThing = candidates.filter(alert => match.thingId !== '' && alert.match?.thingId === match.thingId);
  const byWords = candidates.filter(alert => isSimilar(match, place, alert));
  return nearest(match, place, byThing) ?? nearest(match, place, byWords);
}

function isSimilar(match: AlertMatch, place: string, alert: OpenAlert): boolean {
  const open = alert.match;
  if (open === null || !isWithin(match.subject, open.subject)) return false;
  const isElsewhere =
    place !== '' && alert.place !== '' && isDisjoint(piecesOf(place), piecesOf(alert.place));
  if (isElsewhere) return false;
  const [name, openName] = [leadingName(match.words), leadingName(open.words)];
  if (name !== null && openName !== null) return name === openName;
  const hosts = hostsIn(`${match.subject} ${match.words}`);
  const openHosts = hostsIn(`${open.subject} ${open.words}`);
  return hosts.size === 0 || openHosts.size === 0 || !isDisjoint(hosts, openHosts);
}

/** True if one subject has all words of the other. */
function isWithin(subject: string, openSubject: string): boolean {
  if (subject === '' || openSubject === '') return false;
  const [words, openWords] = [new Set(subject.split(' ')), new Set(openSubject.split(' '))];
  return isSubset(words, openWords) || isSubset(openWords, words);
}

const isSubset = (words: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...words].every(word => all.has(word));

const isDisjoint = (words: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  ![...words].some(word => all.has(word));

const piecesOf = (place: string): Set<string> => new Set(place.toLowerCase().split(', '));

/** The name at the start of `[web-1] …` or `orders: …`; null if there is none. */
function leadingName(words: string): string | null {
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

/** The alert with the most in common; null if there is none, or several are equally near. */
function nearest<Open extends OpenAlert>(
  match: AlertMatch,
  place: string,
  among: readonly Open[],
): Open | null {
  const scored = among.map(alert => ({ alert, score: likeness(match, place, alert) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const [first, second] = scored.filter(({ score }) => score === best);
  return first && !second ? first.alert : null;
}

function likeness(match: AlertMatch, place: string, alert: OpenAlert): number {
  const open = alert.match;
  if (open === null) return 0;
  const words = new Set(match.words.split(' ').filter(Boolean));
  const sharedWords = open.words.split(' ').filter(word => words.has(word)).length;
  return (
    (leadingName(match.words) === leadingName(open.words) ? 10 : 0) +
    (place === alert.place ? 5 : 0) +
    (match.subject === open.subject ? 5 : 0) +
    sharedWords
  );
}
