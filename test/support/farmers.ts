import { type Cell, makeXlsx } from './xlsx.ts';

/*
 * A list of farmers as field offices write it: Bangla names, their own columns, and every fault of such lists. Always the
 * same list.
 */

/** Faults of a farmer's number or name. */
export const FAULTS = [
  'lost zero',
  'country code',
  'bengali digits',
  'apostrophe',
  'two numbers',
  'rounded',
  'landline',
  'foreign',
  'too short',
  'missing',
  'old font',
  'twice',
] as const;
export type Fault = (typeof FAULTS)[number];

export type Farmer = {
  serial: number;
  name: string;
  number: string;
  written: Cell;
  village: string;
  crop: string;
  fault: Fault | null;
};

const FIRST = [
  'রানু',
  'শিরিন',
  'রহিম',
  'করিম',
  'ফাতেমা',
  'আব্দুল',
  'নুসরাত',
  'জাহানারা',
  'সোহেল',
  'অমল',
  'ছায়া',
  'ময়না',
  'উৎপল',
  'রফিক',
  'হাসিনা',
  'বিমল',
];
const LAST = [
  'বেগম',
  'খাতুন',
  'মিয়া',
  'হোসেন',
  'আক্তার',
  'শেখ',
  'বড়ুয়া',
  'সরকার',
  'মণ্ডল',
  'গাজী',
  'ইসলাম',
  'দাস',
  'বিশ্বাস',
  'প্রামাণিক',
];
const VILLAGES = ['চরফ্যাশন', 'শ্যামনগর', 'মধুপুর', 'কাশিয়ানী', 'ধুনট', 'বড়াইগ্রাম'];
const CROPS = ['আমন ধান', 'পাট', 'আলু', 'সরিষা', 'ভুট্টা'];
export const HEADINGS = ['ক্রমিক নং', 'কৃষকের নাম', 'মোবাইল নম্বর', 'গ্রাম', 'ফসল'];

const digits = (text: string): string => text.replace(/\d/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

/** `count` farmers; every twentieth has a fault, each fault in turn. */
export function farmers(count = 2000): Farmer[] {
  const list: Farmer[] = [];
  for (let serial = 1; serial <= count; serial++) {
    const first = FIRST[serial % FIRST.length] ?? '';
    const last = LAST[Math.floor(serial / FIRST.length) % LAST.length] ?? '';
    const group = Math.floor(serial / (FIRST.length * LAST.length));
    const name = group === 0 ? `${first} ${last}` : `${first} ${last} ${digits(String(group + 1))}`;
    const number = `01${3 + (serial % 7)}${String(10_000_000 + serial * 4321).slice(-8)}`;
    const fault = serial % 20 === 0 ? (FAULTS[(serial / 20) % FAULTS.length] ?? null) : null;
    const before = list[serial - 11]?.number ?? number;
    list.push({
      serial,
      name: fault === 'old font' ? '†gvt Avãyj Kwig' : name,
      number: fault === 'twice' ? before : number,
      written: writtenWith(fault, number, before),
      village: VILLAGES[serial % VILLAGES.length] ?? '',
      crop: CROPS[serial % CROPS.length] ?? '',
      fault,
    });
  }
  return list;
}

function writtenWith(fault: Fault | null, number: string, before: string): Cell {
  switch (fault) {
    case 'lost zero':
      return Number(number);
    case 'country code':
      return Number(`880${number.slice(1)}`);
    case 'bengali digits':
      return digits(number);
    case 'apostrophe':
      return `'${number}`;
    case 'two numbers':
      return `${number.slice(0, 5)}-${number.slice(5)} / 01812345678`;
    case 'rounded':
      return '8.80E+12';
    case 'landline':
      return '02-9551234';
    case 'foreign':
      return '+91 98765 43210';
    case 'too short':
      return number.slice(0, 9);
    case 'missing':
      return '';
    case 'twice':
      return before;
    default:
      return number;
  }
}

const rowsOf = (list: readonly Farmer[]): Cell[][] => [
  HEADINGS,
  ...list.map(({ serial, name, written, village, crop }) => [serial, name, written, village, crop]),
];

export function farmersXlsx(count?: number): Buffer {
  return makeXlsx(rowsOf(farmers(count)));
}

/** Excel's text formats: "CSV UTF-8", "Unicode Text", and "CSV", which loses characters that Windows-1252 lacks. */
export type SavedAs = 'csv-utf8' | 'unicode-text' | 'csv-windows';

export function farmersText(as: SavedAs, count?: number): Buffer {
  const delimiter = as === 'unicode-text' ? '\t' : ',';
  const quoted = (cell: string): string =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = rowsOf(farmers(count))
    .map(row => `${row.map(cell => quoted(shown(cell))).join(delimiter)}\r\n`)
    .join('');
  switch (as) {
    case 'csv-utf8':
      return Buffer.from(`\ufeff${text}`);
    case 'unicode-text':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'csv-windows':
      return Buffer.from([...text].map(character => windows(character)));
  }
}

/** Excel shows and saves a number of twelve digits or more rounded. */
function shown(cell: Cell): string {
  if (typeof cell !== 'number') return typeof cell === 'string' ? cell : cell.result;
  return cell >= 1e11 ? cell.toExponential(2).replace('e+', 'E+') : String(cell);
}

const SPECIAL: Record<string, number> = { '†': 0x86, '‡': 0x87, '’': 0x92, '‘': 0x91 };

function windows(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return SPECIAL[character] ?? (code < 256 ? code : 0x3f);
}
