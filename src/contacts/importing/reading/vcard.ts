import { linesIn, type RowCollector, UnreadableFile } from './table.ts';

/* Address cards from phones, versions 2.1 to 4.0: the few properties that say who somebody is. */

const HEADINGS = ['Name', 'Mobile', 'Phone', 'Note', 'Groups'];
/** The properties we read; the rest of a card, such as a picture, is skipped. */
const READ = /^(?:[\w-]+\.)?(?:BEGIN|END|FN|N|TEL|NOTE|CATEGORIES)(?=[;:])/i;
/** What we read of a property, however many lines it goes on for, and how many of a card's. */
const MOST_PROPERTY = 8_000;
const MOST_PROPERTIES = 50;

type CardLine = { name: string; parameters: string; value: string };

/** Collects a row for each card, below a heading; a card's number is its row's. */
export function readVcards(text: string, rows: RowCollector): void {
  rows.add(0, HEADINGS);
  let count = 0;
  for (const lines of cardsIn(text)) {
    count += 1;
    rows.add(count, rowOf(lines));
  }
  if (count === 0) throw new UnreadableFile('broken');
}

function rowOf(wanted: readonly CardLine[]): string[] {
  const of = (name: string) => wanted.filter(one => one.name === name);
  const values = (name: string): string[] => of(name).map(({ value }) => unescaped(value));
  // A card's mobile number comes before its others.
  const numbers = of('TEL').map(({ value, parameters }) => ({
    value: unescaped(value).replace(/^tel:/i, ''),
    isMobile: /cell|mobile/i.test(parameters),
  }));
  const [mobile, ...others] = numbers.toSorted((one, other) => Number(other.isMobile) - Number(one.isMobile));
  return [
    values('FN')[0] ?? unescaped(nameOf(wanted)),
    mobile?.value ?? '',
    others.map(({ value }) => value).join(' / '),
    values('NOTE').join('\n'),
    of('CATEGORIES')
      .map(({ value }) => value)
      .join(','),
  ];
}

const unescaped = (value: string): string =>
  value.replace(/\\(.)/gs, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one));

/** Given, middle and family name from `N`, which may be all an old card has. */
function nameOf(lines: readonly CardLine[]): string {
  const [family = '', given = '', middle = ''] =
    lines.find(({ name }) => name === 'N')?.value.split(/(?<!\\);/) ?? [];
  return [given, middle, family].filter(Boolean).join(' ') || '?';
}

/** What we read of each card, decoded. */
function* cardsIn(text: string): Generator<CardLine[]> {
  let card: CardLine[] | null = null;
  for (const line of wholeLines(text)) {
    const read = lineOf(line);
    if (!read) continue;
    if (read.name === 'BEGIN') card = [];
    else if (read.name === 'END') {
      if (card) yield card;
      card = null;
    } else if (card && card.length < MOST_PROPERTIES) card.push(read);
  }
}

/**
 * The lines of properties that we read, with those that continue them: after white space, or in quoted-printable after `=`.
 * Each line is looked at once, and only so much of a property is kept.
 */
function* wholeLines(text: string): Generator<string> {
  /** Null: a property that we don't read. */
  let pieces: string[] | null = null;
  let size = 0;
  let isQuoted = false;
  let goesOn = false;
  const add = (line: string): void => {
    goesOn = isQuoted && line.endsWith('=');
    const piece = (goesOn ? line.slice(0, -1) : line).slice(0, MOST_PROPERTY - size);
    size += piece.length;
    if (piece !== '') pieces?.push(piece);
  };
  for (const line of linesIn(text)) {
    if (goesOn) add(line);
    else if (/^[ \t]/.test(line) && size > 0) add(line.slice(1));
    else {
      if (pieces) yield pieces.join('');
      pieces = READ.test(line) ? [] : null;
      isQuoted = /;(?:encoding=)?quoted-printable/i.test(line.slice(0, 200));
      size = 0;
      add(line);
    }
  }
  if (pieces) yield pieces.join('');
}

function lineOf(line: string): CardLine | null {
  const [, named = '', parameters = '', value = ''] =
    /^(?:[\w-]+\.)?([A-Za-z-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s.exec(line) ?? [];
  if (named === '') return null;
  const name = named.toUpperCase();
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
  // As it is written without quoted-printable.
  return decoded.replace(/\r\n|\r|\n/g, '\\n');
}
