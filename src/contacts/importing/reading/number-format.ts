/*
 * Shows a number by a workbook's number format (ECMA-376, 18.8.30 and 18.8.31), as far as lists of people need it.
 * Formats with conditions, fractions and the like show the plain number.
 */

/** Formats that every workbook has without declaring them. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  46: '[h]:mm:ss',
  48: '##0.0E+0',
};

/** The number as the format shows it; null: show the plain number. */
type ShowValue = (value: number) => string | null;

/** @param code as the workbook declares it; undefined for a built-in format */
export function numberFormat(id: number, code: string | undefined): ShowValue {
  const formatCode = code ?? BUILT_IN[id];
  if (formatCode === undefined) return () => null;
  const sections = sectionsIn(formatCode);
  return value => {
    const [positive = '', negative, zero] = sections;
    const isOwn = value < 0 && negative !== undefined;
    const section = isOwn ? negative : value === 0 && zero !== undefined ? zero : positive;
    // A section without a digit shows a text (`"none"`), or hides the number.
    if (sections.length > 1 && WITHOUT_NUMBER.test(section)) return textOf(tokensOf(section)).trim();
    return shown(isOwn ? -value : value, section);
  };
}

/** A format's sections: for positive numbers, negative ones, zero and text. */
function sectionsIn(code: string): string[] {
  const sections = [''];
  for (const [token] of code.matchAll(TOKEN)) {
    if (token === ';') sections.push('');
    else sections[sections.length - 1] += token;
  }
  return sections;
}

/** A quoted text, an escaped character, a gap, brackets, or any other character. */
const TOKEN = /"[^"]*"|\\.|_.|\*.|\[[^\][]*\]|./gsu;
const DIGIT = /^[0#?]$/;
/** A section without a digit, or anything else that depends on the number. */
const WITHOUT_NUMBER = /^(?:"[^"]*"|\\.|_.|\*.|\[(?![<>=hms])[^\][]*\]|[\s()+-])*$/isu;
const tokensOf = (section: string): string[] => [...section.matchAll(TOKEN)].map(([token]) => token);
const textOf = (some: readonly string[]): string => some.map(literal).join('');
/** A phone number, in which a format's separators would be wrong. */
const PHONE = /^(?:880|0)?1[3-9][0-9]{8}$/;
/** A number that a spreadsheet read from a text such as 1.71235E+09, so its last digits are lost. */
const isRounded = (value: number): boolean => PHONE.test(String(value)) && value % 10_000 === 0;
/** Larger numbers aren't exact. */
const MAX_EXACT = 1e15;

function shown(value: number, section: string): string | null {
  const elapsed = elapsedIn(value, section);
  if (elapsed !== null) return elapsed;
  const tokens = tokensOf(section);
  if (!(Math.abs(value) < MAX_EXACT) || /general/i.test(section)) return null;
  if (tokens.some(token => /^e$/i.test(token)) && isRounded(value))
    return value.toExponential().toUpperCase();
  if (tokens.some(token => /^(?:\[[<>=].*|[eE/@])$/s.test(token)) || !tokens.some(token => DIGIT.test(token)))
    return null;
  const first = tokens.findIndex(token => DIGIT.test(token));
  const last = tokens.findLastIndex(token => DIGIT.test(token));
  const digits = tokens.slice(first, last + 1);
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits : digits.slice(0, point);
  const isGrouped = whole.includes(',');
  if (PHONE.test(String(value)) && (isGrouped || point >= 0)) return null;
  const behind = tokens.slice(last + 1);
  const thousands = behind.findIndex(token => token !== ',');
  const scale =
    100 ** tokens.filter(token => token === '%').length / 1000 ** (thousands < 0 ? behind.length : thousands);
  const decimals = point < 0 ? [] : digits.slice(point + 1).filter(token => DIGIT.test(token));
  const fixed = Math.abs(Number((value * scale).toPrecision(15))).toFixed(Math.min(decimals.length, 20));
  const [before = '', after = ''] = fixed.split('.');
  const least = decimals.lastIndexOf('0') + 1;
  let fraction = after;
  while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  const number = [placed(before, whole, isGrouped), ...(fraction === '' ? [] : [fraction])].join('.');
  const sign = value < 0 && Number(fixed) !== 0 ? '-' : '';
  const all = `${sign}${textOf(tokens.slice(0, first))}${number}${textOf(behind)}`.trim();
  return /\[\$-5[0-9A-F]{6}\]/i.test(section)
    ? all.replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? digit)
    : all;
}

/** Puts the integer part's digits into their places; digits without a place come first. */
function placed(number: string, places: readonly string[], isGrouped: boolean): string {
  const least = places.filter(place => place === '0').length;
  const digits = (number === '0' ? '' : number).padStart(least, '0');
  if (isGrouped) return grouped(digits, /,[#0]{2},[#0]{3}$/.test(places.join('')));
  let remaining = digits.length;
  const out: string[] = [];
  for (const token of places.toReversed()) {
    if (!DIGIT.test(token)) out.unshift(literal(token));
    else if (remaining > 0) {
      remaining -= 1;
      out.unshift(digits.charAt(remaining));
    }
  }
  return digits.slice(0, remaining) + out.join('');
}

/** Groups digits in threes, or as lakh and crore: 12,34,567. */
function grouped(digits: string, isLakh: boolean): string {
  const end = digits.slice(-3);
  const start = digits.slice(0, -3);
  if (start === '') return end;
  const size = isLakh ? 2 : 3;
  const groups: string[] = [];
  for (let at = start.length; at > 0; at -= size) groups.unshift(start.slice(Math.max(0, at - size), at));
  return `${groups.join(',')},${end}`;
}

/** The text of a token that holds no digit. */
function literal(token: string): string {
  if (token.startsWith('"')) return token.slice(1, -1);
  if (token.startsWith('\\')) return token.slice(1);
  if (token.startsWith('_')) return ' ';
  if (token.startsWith('*') || token === ',') return '';
  return token.startsWith('[') ? (/^\[\$([^-\]]*)/.exec(token)?.[1] ?? '') : token;
}

/** A duration (`[h]:mm`), which may exceed a day; null if the format isn't for durations. */
function elapsedIn(value: number, section: string): string | null {
  const [, unit = ''] = /\[(h+|m+|s+)\]/i.exec(section) ?? [];
  if (unit === '' || !(value >= 0 && value < 1e6)) return null;
  const seconds = Math.round(value * 86_400);
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const withSeconds = /s/i.test(section.replace(/\[[^\][]*\]/g, '')) && seconds % 60 !== 0;
  switch (unit.charAt(0).toLowerCase()) {
    case 'h':
      return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}${withSeconds ? `:${two(seconds % 60)}` : ''}`;
    case 'm':
      return `${Math.floor(seconds / 60)}${withSeconds ? `:${two(seconds % 60)}` : ''}`;
    default:
      return String(seconds);
  }
}
