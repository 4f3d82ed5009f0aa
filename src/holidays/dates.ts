import { DAY_MS } from '../kit/day.ts';

/*
 * Dates as people write them: 2027-03-20, 20/03/2027 (the day first), 20 March 2027, ২০ মার্চ ২০২৭, 20-Mar-2027,
 * March 20, 2027; in ranges (20–22 March 2027, 30 March to 2 April 2027) and lists (20, 21 and 22 March 2027).
 */

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const BANGLA_MONTHS = [
  ...['জানুয়ারি', 'ফেব্রুয়ারি', 'মার্চ', 'এপ্রিল', 'মে', 'জুন'],
  ...['জুলাই', 'আগস্ট', 'সেপ্টেম্বর', 'অক্টোবর', 'নভেম্বর', 'ডিসেম্বর'],
].map(month => month.normalize('NFC'));
const TO = new Set(['to', 'until', 'till', 'থেকে', 'হতে']);
const AND = new Set(['and', '&', 'ও', 'এবং']);

/**
 * A word, number or sign. `kind`: `Y` a year, `d` a day or a month as a number, `M` a month's name, `w` any other word;
 * a sign is its own kind, `-` also for “to” and `,` for “and”. `start`, `end`: where it stands in the line.
 */
type Token = { kind: string; value: number; start: number; end: number };

const TOKEN = /(\d+)(?:st|nd|rd|th|শে|ই|লা|রা|ঠা)?(?![\p{L}\p{M}])|[\d\p{L}\p{M}']+\.?|\S/gu;

function tokensOf(line: string): Token[] {
  return [...line.matchAll(TOKEN)].map(({ 0: whole, 1: digits, index: start }) => ({
    ...(digits === undefined ? wordOf(whole) : numberOf(digits)),
    start,
    end: start + whole.length,
  }));
}

function numberOf(digits: string): Pick<Token, 'kind' | 'value'> {
  const kind = /^20\d\d$/.test(digits) ? 'Y' : digits.length <= 2 ? 'd' : 'w';
  return { kind, value: Number(digits) };
}

function wordOf(word: string): Pick<Token, 'kind' | 'value'> {
  const name = word.replace(/\.$/, '');
  const spelled = name.replaceAll('ী', 'ি').replaceAll('ষ্ট', 'স্ট');
  const isMonth = (month: string) => month === name || month.slice(0, 3) === name || name === 'sept';
  const english = name === 'sept' ? 8 : MONTHS.findIndex(isMonth);
  const month = english >= 0 ? english : BANGLA_MONTHS.indexOf(spelled);
  if (month >= 0) return { kind: 'M', value: month + 1 };
  if (TO.has(name)) return { kind: '-', value: 0 };
  if (AND.has(name)) return { kind: ',', value: 0 };
  return { kind: '-/.,'.includes(word) ? word : 'w', value: 0 };
}

/** The parts of a date in the order in which a form has them. */
type Part = 'year' | 'month' | 'day';
type DateForm = { shape: RegExp; order: readonly Part[] };
const FULL: readonly DateForm[] = [
  { shape: /Y([-/.])d\1d/y, order: ['year', 'month', 'day'] },
  { shape: /d([-/.])d\1Y/y, order: ['day', 'month', 'year'] },
  { shape: /d[-/.]?M[-/.,]?Y/y, order: ['day', 'month', 'year'] },
  { shape: /Md,?Y/y, order: ['month', 'day', 'year'] },
];
/** Dates without a year, before another one that has it. */
const WITHOUT_YEAR: readonly DateForm[] = [
  { shape: /d[/.]d/y, order: ['day', 'month'] },
  { shape: /dM/y, order: ['day', 'month'] },
  { shape: /Md/y, order: ['month', 'day'] },
];
/** Days before one with a month and a year, and days after their month. */
const DAYS_FIRST = /(?:d[-,])+(?=d(?:M|[/.]d[/.]Y))/y;
const MONTH_FIRST = /M(?:d[-,])+d,?Y/y;

type DateParts = Partial<Record<Part, number>>;
type DateLine = { tokens: readonly Token[]; shape: string };

/** @param pattern sticky, so that it matches there only */
function matchAt({ shape }: DateLine, pattern: RegExp, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(shape) ? pattern.lastIndex : null;
}

/** The date at a token, in one of these forms, and the token after it. */
function dateAt(
  line: DateLine,
  forms: readonly DateForm[],
  at: number,
): { date: DateParts; end: number } | null {
  for (const { shape, order } of forms) {
    const end = matchAt(line, shape, at);
    if (end === null) continue;
    const values = line.tokens.slice(at, end).filter(({ kind }) => 'YdM'.includes(kind));
    return { date: Object.fromEntries(order.map((part, index) => [part, values[index]?.value])), end };
  }
  return null;
}

/** What stands at a token: one date, a range or a list. `spans`: first and last days. */
type Dates = { spans: { from: DateParts; to: DateParts }[]; end: number };

function datesAt(line: DateLine, at: number): Dates | null {
  const first = dateAt(line, FULL, at);
  if (first) {
    if (line.shape[first.end] !== '-') return datesFrom(first.date, first.date, first.end);
    const last = dateAt(line, FULL, first.end + 1);
    if (last) return datesFrom(first.date, last.date, last.end);
    const isOnlyDay = matchAt(line, /d(?![-/.\dMY])/, first.end + 1) !== null && line.shape[at] === 'Y';
    if (!isOnlyDay) return datesFrom(first.date, first.date, first.end);
    const day = line.tokens[first.end + 1]?.value ?? 0;
    return datesFrom(first.date, { ...first.date, day }, first.end + 2);
  }
  const begin = dateAt(line, WITHOUT_YEAR, at);
  const end = begin && line.shape[begin.end] === '-' ? dateAt(line, FULL, begin.end + 1) : null;
  if (begin && end) {
    const { year = 0, month = 0 } = end.date;
    // In “30 December – 2 January 2028” the year is the end's.
    const isYearBefore = (begin.date.month ?? 0) > month;
    return datesFrom({ ...begin.date, year: isYearBefore ? year - 1 : year }, end.date, end.end);
  }
  return dayListAt(line, at);
}

const datesFrom = (from: DateParts, to: DateParts, end: number): Dates => ({ spans: [{ from, to }], end });

function dayListAt(line: DateLine, at: number): Dates | null {
  const beforeLast = matchAt(line, DAYS_FIRST, at);
  const last = beforeLast === null ? null : dateAt(line, FULL, beforeLast);
  const monthFirst = matchAt(line, MONTH_FIRST, at);
  const end = last?.end ?? monthFirst;
  if (end === null) return null;
  const within = line.tokens.slice(at, end);
  const around = last?.date ?? { month: within[0]?.value, year: within.at(-1)?.value };
  const days = last && beforeLast !== null ? line.tokens.slice(at, beforeLast + 1) : within.slice(1, -1);
  const spans: Dates['spans'] = [];
  for (const [index, { kind, value: day }] of days.entries()) {
    if (kind !== 'd') continue;
    const date = { ...around, day } as DateParts;
    const open = spans.at(-1);
    if (open && days[index - 1]?.kind === '-') open.to = date;
    else spans.push({ from: date, to: date });
  }
  return { spans, end };
}

/** The number of a date's day, as `dayOf` counts; null if there is no such day. */
function dayNumber({ year = 0, month = 0, day = 0 }: DateParts): number | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.getTime() / DAY_MS : null;
}

/**
 * Why a line has no readable date:
 * - `no_date`: nothing looks like one
 * - `no_year`: the year is missing, or doesn't have four digits
 * - `no_such_day`: 31 February, or the month written first
 * - `backwards`: a range ends before it begins
 * - `two_dates`: more than one date that no “to” joins
 */
export const DATE_FAULTS = ['no_date', 'no_year', 'no_such_day', 'backwards', 'two_dates'] as const;
export type DateFault = (typeof DATE_FAULTS)[number];

/** First and last days, by number; `start` and `end`: where the dates stand in the line. */
type FoundDates = { spans: { from: number; to: number }[]; start: number; end: number };

/** Finds the dates in a line. @param line with ASCII digits and signs, in lower case */
export function findDates(line: string): FoundDates | DateFault {
  const tokens = tokensOf(line);
  const read = { tokens, shape: tokens.map(({ kind }) => kind).join('') };
  const starts = tokens.map((_token, index) => index);
  const first = starts.map(at => ({ at, dates: datesAt(read, at) })).find(({ dates }) => dates !== null);
  if (!first?.dates) return /dM|Md|d[-/.]d/.test(read.shape) ? 'no_year' : 'no_date';
  const { at, dates } = first;
  // A digit left over beside the date means that it was meant otherwise.
  if (/[dMY][-/.]$/.test(read.shape.slice(0, at)) || /^[-/.]d/.test(read.shape.slice(dates.end)))
    return 'no_date';
  if (starts.slice(dates.end).some(start => dateAt(read, FULL, start))) return 'two_dates';
  const spans: FoundDates['spans'] = [];
  for (const { from, to } of dates.spans) {
    const [begins, ends] = [dayNumber(from), dayNumber(to)];
    if (begins === null || ends === null) return 'no_such_day';
    if (ends < begins) return 'backwards';
    spans.push({ from: begins, to: ends });
  }
  return { spans, start: tokens[at]?.start ?? 0, end: tokens[dates.end - 1]?.end ?? 0 };
}
