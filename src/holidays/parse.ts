import { toAscii } from '../kit/number.ts';
import { cut } from '../kit/slack-text.ts';
import { withoutStrayUnseen } from '../kit/unseen.ts';
import { type DateFault, findDates } from './dates.ts';
import { type Holiday, inOrder, MAX_HOLIDAY_NAME, MAX_HOLIDAYS } from './holiday.ts';

/* Reads the list as people type it or paste it from a table: a line has a date, a range or a list of days, and a name. */

/** `too_long`: the range has more days than a whole list may have. */
export type LineFault = DateFault | 'too_long';
/** No holiday's line is longer; the rest isn't read. */
const MAX_LINE = 300;

/** `line`: its number in the text, from 1. */
export type BadLine = { line: number; typed: string; why: LineFault };
/** `days`: in order, each once. */
type ReadHolidays = { days: Holiday[]; bad: BadLine[] };

export function readHolidays(typed: string): ReadHolidays {
  const days: Holiday[] = [];
  const bad: BadLine[] = [];
  for (const [index, text] of typed.split(/\r\n|[\n\r\u2028]/).entries()) {
    const line = withoutStrayUnseen(cut(text.trim(), MAX_LINE)).normalize('NFC').trim();
    if (line === '') continue;
    const read = readLine(line);
    if (typeof read === 'string') bad.push({ line: index + 1, typed: line, why: read });
    else days.push(...read);
  }
  return { days: inOrder(days), bad };
}

function readLine(line: string): Holiday[] | LineFault {
  const characters = [...line];
  // One ASCII character for each, so that positions are the same in both.
  const plain = characters.map(character => {
    const ascii = toAscii(character);
    return ascii.length === 1 ? ascii : ' ';
  });
  const dates = findDates(plain.join('').toLowerCase());
  if (typeof dates === 'string') return dates;
  const before = characters.slice(0, dates.start).join('');
  const after = characters.slice(dates.end).join('').replace(END_OF_DATE, '').replace(WEEKDAY_AT_START, '');
  const cells = [...before.split('\t'), ...after.split('\t')].map(tidy);
  const name = cut(cells.filter(cell => cell !== '' && !IS_NOISE.test(cell)).join(' '), MAX_HOLIDAY_NAME);
  if (dates.spans.some(({ from, to }) => to - from >= MAX_HOLIDAYS)) return 'too_long';
  return dates.spans.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ day: from + index, name: name.trim() })),
  );
}

const WEEKDAY = [
  '(?:sun|mon|tues|wednes|thurs|fri|satur)day|sun|mon|tues?|wed|thur?s?|fri|sat',
  '(?:শনি|রবি|সোম|মঙ্গল|বুধ|বৃহস্পতি|শুক্র)(?:বার)?',
].join('|');
const FULL_WEEKDAY = '(?:sun|mon|tues|wednes|thurs|fri|satur)day|(?:শনি|রবি|সোম|মঙ্গল|বুধ|বৃহস্পতি|শুক্র)বার';
/** A Bangla word that ends a date, and a weekday behind it, in brackets or not. */
const END_OF_DATE = /^[\s,]*(?:পর্যন্ত|তারিখে?|সাল)(?![\p{L}\p{M}])/u;
const WEEKDAY_AT_START = new RegExp(
  `^[\\s,]*(?:\\((?:${WEEKDAY})\\)|(?:${FULL_WEEKDAY})(?![\\p{L}\\p{M}]))`,
  'iu',
);
/** A table's columns of weekdays and of numbers. */
const IS_NOISE = new RegExp(`^(?:\\p{Nd}+|(?:${WEEKDAY})|\\((?:${WEEKDAY})\\))$`, 'iu');

/** A name without what separates it from the date. */
const tidy = (cell: string): string =>
  cell
    .replace(/\s+/gu, ' ')
    .replace(/^[\s\p{Pd}:;,.|·•*]+|[\s\p{Pd}:;,|·•*]+$/gu, '')
    .trim();
