import { digestOf as digestOfValue } from '../../kit/json.ts';
import { cut } from '../../kit/slack-text.ts';
import { severityOf } from '../alert.ts';
import { oneLine } from './plain.ts';
import { isStateWord } from './states.ts';

/* Identifies the alert of a call without an id: by its words, without values that change. */

export const digestOf = (...parts: string[]): string => digestOfValue(parts);

/** A number after one of these words is part of a name: room 1 and room 2 are two places. */
const NUMBERED = new Set(
  `room|freezer|fridge|node|disk|drive|volume|port|shard|partition|replica|rack|floor|line|lane|unit|zone|sensor|
  pump|gate|door|camera|server|host|site|branch|store|shop|machine|printer|channel|slot|bay|core|gpu|fan|psu|battery|tank|tower|
  vlan|ap|switch|router|cell|device|cluster|pool|worker|kiosk|atm|lift|generator|feeder|phase|link|isp|ward|bed|plant|area|block`
    .replace(/\s/g, '')
    .split('|'),
);

/** Times and ids, each a word of its own. Numbers in a name, such as web-1 or 10.0.0.5, stay. */
const CHANGING = [
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))*\b/gi,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b(?=[0-9a-f]*\d)[0-9a-f]{16,64}\b/gi,
  /\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:am|pm)?\b/gi,
];

/** A text in lower case, without times, ids and quantities, because they differ from one call to the next. */
export function unchanging(text: string): string {
  let line = text.normalize('NFC').toLowerCase();
  for (const changing of CHANGING) line = line.replace(changing, ' ');
  const words = line.split(/\s+/);
  return oneLine(words.filter((word, index) => !isQuantity(word, words[index - 1] ?? '')).join(' '));
}

/** Longer words aren't quantities. */
const MAX_QUANTITY_CHARACTERS = 60;

function isQuantity(word: string, before: string): boolean {
  if (word.length > MAX_QUANTITY_CHARACTERS) return false;
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%°]+$/gu, '');
  if (!/^[\d০-৯]/.test(bare)) return false;
  // An IP address, with or without a port.
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(bare)) return false;
  if (NUMBERED.has(before.replace(/[^\p{L}]+/gu, ''))) return false;
  return (
    /^[\d০-৯][\d০-৯.,:/]*(?:[%°]|\p{L}{0,5}(?:\/s)?)?$/u.test(bare) && !/^\d+(?:st|nd|rd|th)$/.test(bare)
  );
}

const FILLERS = new Set(
  `a an the is are was were has have had been be being now again to of in on at for with by and all running this it from still
  not no there back after went since minute minutes hour hours second seconds downtime duration status state host monitor
  ist sind nicht wieder da est sont de nouveau es está son não não nao foi de nuevo en línea ligne не снова отвечает был была
  আছে আবার হয়েছে হয়েছে হয়ে গেছে নেই এখন है फिर से गया`.split(/\s+/),
);

/** The words of a headline except states, severities and fillers, each once, sorted. */
export function subjectOf(headline: string): string {
  const words = unchanging(headline).match(/[\p{L}\p{M}\p{N}_./@-]+/gu) ?? [];
  const telling = words
    .map(word => word.replace(/^[._/-]+|[._/-]+$/g, ''))
    .filter(word => word && !FILLERS.has(word) && !isStateWord(word) && severityOf(word) === null);
  return cut([...new Set(telling)].sort().join(' '), SUBJECT_CHARACTERS);
}

const SUBJECT_CHARACTERS = 160;

/** The part of a headline before its verb, so that “… is FAILING - Reason: …” and “… is recovered” are about the same alert. */
export function clauseOf(headline: string): string {
  const [, clause] = /^(.{2,200}?)\s(?:has|have|is|are|was|were|went|became)\b/i.exec(headline) ?? [];
  return clause ?? headline;
}
