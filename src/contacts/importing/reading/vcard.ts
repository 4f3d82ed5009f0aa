import { linesIn, type RowCollector, UnreadableFile } from './table.ts';

/* Address cards from phones (vCard 2.1 to 4.0): reads the few properties that describe a person. */

const HEADINGS = ['Name', 'Mobile', 'Phone', 'Note', 'Groups'];
/** Other properties, such as a picture, are skipped. */
const READ = /^(?:[\w-]+\.)?(?:BEGIN|END|AGENT|FN|N|ORG|NICKNAME|TEL|NOTE|CATEGORIES)(?=[;:])/i;
/** Each of these begins a card, even without BEGIN. */
const WHOSE = /^(?:FN|N|TEL)$/;
/** The most characters of a property, over all its lines, and the most properties of a card. */
const MAX_PROPERTY_CHARACTERS = 8_000;
const MAX_PROPERTIES = 50;

type CardLine = { name: string; parameters: string; value: string };

/** Collects a row for each card, below a heading. The card's position is its line. */
export function readVcards(text: string, rows: RowCollector): void {
  rows.add(0, HEADINGS);
  let count = 0;
  const [, indent = ''] = /^([ \t]+)BEGIN:VCARD/im.exec(text) ?? [];
  const whole = indent === '' ? text : text.replace(new RegExp(`^${indent}`, 'gm'), '');
  for (const lines of cardsIn(whole)) {
    count += 1;
    rows.add(count, rowOf(lines));
  }
  if (count === 0) throw new UnreadableFile('broken');
}

function rowOf(lines: readonly CardLine[]): string[] {
  const of = (name: string) => lines.filter(line => line.name === name);
  const values = (name: string): string[] => of(name).map(({ value }) => unescaped(value));
  // A mobile number comes before the others.
  const numbers = of('TEL').map(({ value, parameters }) => ({
    value: unescaped(value).replace(/^tel:/i, ''),
    isMobile: /cell|mobile/i.test(parameters),
  }));
  const [mobile, ...otherNumbers] = numbers.toSorted(
    (one, other) => Number(other.isMobile) - Number(one.isMobile),
  );
  return [
    // A card without name and number gets a name, so that it counts as a row.
    nameOf(lines) || (numbers.length > 0 ? '' : '?'),
    mobile?.value ?? '',
    otherNumbers.map(({ value }) => value).join(' / '),
    values('NOTE').join('\n'),
    of('CATEGORIES')
      .map(({ value }) => value)
      .join(','),
  ];
}

const unescaped = (value: string): string =>
  value.replace(/\\(.)/gs, (_, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  );

/** The full name; else the parts in `N`, which may be all that an old card has; else the company or nickname. */
function nameOf(lines: readonly CardLine[]): string {
  const first = (name: string, of: (value: string) => string): string =>
    lines.flatMap(line => (line.name === name ? [unescaped(of(line.value)).trim()] : [])).find(Boolean) ?? '';
  const parts = (value: string): string[] => value.split(/(?<!\\);/);
  const person = first('FN', value => value) || first('N', value => wholeName(parts(value)));
  return (
    person || first('ORG', value => parts(value).find(Boolean) ?? '') || first('NICKNAME', value => value)
  );
}

const wholeName = ([familyName = '', givenName = '', middleName = '']: readonly string[]): string =>
  [givenName, middleName, familyName].filter(part => part.trim() !== '').join(' ');

/**
 * Yields each card's decoded properties, without those of an agent's card inside. A card without END ends where
 * another begins or the file does; one without BEGIN begins with a person's property.
 */
function* cardsIn(text: string): Generator<CardLine[]> {
  let card: CardLine[] | null = null;
  /** The number of open agents' cards, and whether the next BEGIN opens one. */
  let agents = 0;
  let isAgents = false;
  for (const line of wholeLines(text)) {
    const read = lineOf(line);
    if (!read) continue;
    const { name, value } = read;
    if (!card && WHOSE.test(name) && value.trim() !== '') card = [];
    if (name === 'BEGIN' && card && isAgents) agents += 1;
    else if (name === 'BEGIN') {
      if (card && card.length > 0) yield card;
      [card, agents] = [[], 0];
    } else if (name === 'END' && agents > 0) agents -= 1;
    else if (name === 'END') {
      if (card) yield card;
      card = null;
    } else if (name === 'AGENT' && /^\s*BEGIN:VCARD\s*$/i.test(value)) agents += 1;
    else if (name !== 'AGENT' && agents === 0 && card && card.length < MAX_PROPERTIES) card.push(read);
    isAgents = name === 'AGENT' && value.trim() === '';
  }
  if (card && card.length > 0) yield card;
}

/**
 * Private-use characters that mark where a quoted-printable line was broken: after `=`, after `=` with white space
 * following, or by white space alone.
 */
const [SOFT, SOFT_SPACE, FOLD] = ['\ue001', '\ue002', '\ue003'];

/**
 * Yields the properties that we read, each with its continuation lines: those that begin with white space, or
 * follow `=` in quoted-printable. Linear time and bounded memory.
 */
function* wholeLines(text: string): Generator<string> {
  /** Null while a property is skipped. */
  let pieces: string[] | null = null;
  let size = 0;
  let isQuoted = false;
  let goesOn = false;
  /** Version 2.1 breaks lines only at white space, which stays. */
  let isOld = false;
  const add = (line: string): void => {
    goesOn = isQuoted && line.endsWith('=');
    const piece = (goesOn ? line.slice(0, -1) : line).slice(0, MAX_PROPERTY_CHARACTERS - size);
    size += piece.length;
    if (piece !== '') pieces?.push(piece);
  };
  for (const line of linesIn(text)) {
    const isFolded = /^[ \t]/.test(line);
    if (goesOn && !READ.test(line)) add(isFolded ? SOFT_SPACE + line.slice(1) : SOFT + line);
    else if (isFolded && size > 0) add(isQuoted ? FOLD + line.slice(1) : isOld ? line : line.slice(1));
    else {
      if (pieces) yield pieces.join('');
      pieces = READ.test(line) ? [] : null;
      isQuoted = /;(?:encoding=)?quoted-printable/i.test(line.slice(0, 200));
      if (/^VERSION:/i.test(line)) isOld = line.slice(8).trim() === '2.1';
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
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(parameters) ?? [];
  if (/(?:^|;)(?:encoding=)?"?(?:b|base64)"?(?:;|$)/i.test(parameters))
    return { name, parameters, value: textIn(Buffer.from(value, 'base64'), charset) };
  if (!/quoted-printable/i.test(parameters)) return { name, parameters, value };
  return { name, parameters, value: fromQuotedPrintable(value, charset) };
}

/** True if no letter is broken, and no vowel sign stands alone. */
const isWhole = (decoded: string): boolean => !/\ufffd|\s\p{M}/u.test(decoded);

/** Programs break lines differently, so this takes the first reading that makes sense. */
function fromQuotedPrintable(value: string, charset: string): string {
  const asWritten = value.replaceAll(SOFT, '').replace(/[\ue002\ue003]/g, ' ');
  const withoutSpace = value.replace(/[\ue001-\ue003]/g, '');
  const inEscapes = value.replace(/[\ue001\ue002](?=[0-9A-F]{2})/g, '=').replace(/[\ue001-\ue003]/g, '');
  const [first = '', ...more] = [asWritten, withoutSpace, inEscapes].map(reading =>
    decoded(reading, charset),
  );
  return [first, ...more].find(isWhole) ?? first;
}

function decoded(value: string, charset: string): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return textIn(bytes, charset);
}

/** Decodes bytes, with line ends escaped as in unencoded values. */
function textIn(bytes: Buffer, charset: string): string {
  let text: string;
  try {
    text = new TextDecoder(charset).decode(bytes);
  } catch {
    text = new TextDecoder().decode(bytes); // The charset is unknown.
  }
  return text.replace(/\r\n|\r|\n/g, '\\n');
}
