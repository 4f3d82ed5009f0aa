import { parse } from 'vcard4';
import { MAX_FILE_ROWS } from '../../domain/imported.ts';
import { UnreadableFile } from './table.ts';

/*
 * Address cards from phones, versions 2.1 to 4.0. The library reads only version 4.0, so we first rewrite what older
 * ones write differently: quoted-printable, charsets, types without a name.
 */

const HEADINGS = ['Name', 'Mobile', 'Phone', 'Note'];
/** The properties we read; the rest of a card, such as a picture, is skipped. */
const READ = new Set(['FN', 'N', 'TEL', 'NOTE']);

type CardLine = { name: string; parameters: string; value: string };

/** A row for each card, below a heading. */
export function readVcards(text: string): string[][] {
  const rows = [HEADINGS];
  for (const lines of cardsIn(text)) {
    if (rows.length > MAX_FILE_ROWS + 1) break;
    rows.push(rowOf(lines));
  }
  if (rows.length === 1) throw new UnreadableFile('broken');
  return rows;
}

function rowOf(lines: readonly CardLine[]): string[] {
  const wanted = lines.filter(({ name }) => READ.has(name));
  const body = wanted.map(({ name, value }) => `${name}:${value}`);
  const hasName = wanted.some(({ name }) => name === 'FN');
  const card = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    ...(hasName ? [] : [`FN:${nameOf(wanted)}`]),
    ...body,
    'END:VCARD',
  ];
  let read: ReturnType<typeof parse>;
  try {
    read = parse(`${card.join('\r\n')}\r\n`);
  } catch (cause) {
    throw new UnreadableFile('broken', { cause });
  }
  const first = Array.isArray(read) ? read[0] : read;
  const values = (name: string): string[] => {
    const found = first?.getProperty(name) ?? [];
    return (Array.isArray(found) ? found : [found]).map(one => String((one as { value: unknown }).value));
  };
  // A card's mobile number comes before its others.
  const tels = wanted.filter(({ name }) => name === 'TEL');
  const numbers = values('TEL').map((value, index) => ({
    value: value.replace(/^tel:/i, ''),
    isMobile: /cell|mobile/i.test(tels[index]?.parameters ?? ''),
  }));
  const [mobile, ...others] = numbers.toSorted((one, other) => Number(other.isMobile) - Number(one.isMobile));
  return [
    values('FN')[0] ?? '',
    mobile?.value ?? '',
    others.map(({ value }) => value).join(' / '),
    values('NOTE').join('\n'),
  ];
}

/** Given, middle and family name from `N`, which may be all an old card has. */
function nameOf(lines: readonly CardLine[]): string {
  const [family = '', given = '', middle = ''] =
    lines.find(({ name }) => name === 'N')?.value.split(/(?<!\\);/) ?? [];
  return [given, middle, family].filter(Boolean).join(' ') || '?';
}

/** The cards' lines, each complete and decoded. */
function* cardsIn(text: string): Generator<CardLine[]> {
  let card: CardLine[] | null = null;
  for (const line of wholeLines(text)) {
    const read = lineOf(line);
    if (!read) continue;
    if (read.name === 'BEGIN') card = [];
    else if (read.name === 'END') {
      if (card) yield card;
      card = null;
    } else card?.push(read);
  }
}

/** Joins continued lines: those after white space, or in quoted-printable after `=`. */
function* wholeLines(text: string): Generator<string> {
  let whole = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (whole.endsWith('=') && /;(?:encoding=)?quoted-printable/i.test(whole))
      whole = whole.slice(0, -1) + line;
    else if (/^[ \t]/.test(line) && whole !== '') whole += line.slice(1);
    else {
      if (whole !== '') yield whole;
      whole = line;
    }
  }
  if (whole !== '') yield whole;
}

function lineOf(line: string): CardLine | null {
  const [, named = '', parameters = '', value = ''] =
    /^(?:[\w-]+\.)?([A-Za-z-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s.exec(line) ?? [];
  if (named === '') return null;
  const name = named.toUpperCase();
  if (!READ.has(name)) return { name, parameters, value };
  if (!/quoted-printable/i.test(parameters)) return { name, parameters, value };
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(parameters) ?? [];
  return { name, parameters, value: fromQuotedPrintable(value, charset) };
}

function fromQuotedPrintable(value: string, charset: string): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  let decoded: string;
  try {
    decoded = new TextDecoder(charset).decode(bytes);
  } catch {
    decoded = new TextDecoder().decode(bytes); // An unknown charset.
  }
  // As version 4.0 writes it.
  return decoded.replace(/\r\n|\r|\n/g, '\\n');
}
