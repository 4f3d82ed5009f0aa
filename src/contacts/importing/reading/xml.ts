import sax from 'sax';
import { UnreadableFile } from './table.ts';

/** No part of a workbook nests this deep, nor has an element with so many attributes. */
const MOST_DEPTH = 64;
const MOST_ATTRIBUTES = 200;

/** What is told about a document as it is read; names are without their prefix. */
export type XmlListener = {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  /** Some of an element's text: it may come in several pieces. */
  text?(piece: string): void;
  close?(name: string): void;
};

/**
 * Reads an XML document piece by piece. Nothing is kept but the open elements' names; entities that the document itself
 * declares are refused.
 *
 * @throws UnreadableFile `broken`, and whatever the listener throws
 */
export async function readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> {
  const reader = sax.parser(true);
  let depth = 0;
  let attributes = 0;
  const tooMuch = (): never => {
    throw new UnreadableFile('broken');
  };
  reader.onopentagstart = () => {
    attributes = 0;
    depth += 1;
    if (depth > MOST_DEPTH) tooMuch();
  };
  reader.onattribute = () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) tooMuch();
  };
  reader.onopentag = tag => {
    const given = (tag as sax.Tag).attributes;
    const { open } = listener;
    if (open) open(local(tag.name), name => given[name] ?? prefixed(given, name));
  };
  reader.onclosetag = name => {
    depth -= 1;
    listener.close?.(local(name));
  };
  reader.ontext = piece => listener.text?.(piece);
  reader.oncdata = piece => listener.text?.(piece);
  reader.onerror = cause => {
    throw new UnreadableFile('broken', { cause });
  };
  let decode: Decode | null = null;
  for await (const piece of pieces) {
    decode ??= decoderFor(piece);
    reader.write(decode(piece));
  }
  if (decode) reader.close();
}

type Decode = (piece: Buffer) => string;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function prefixed(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(attributes).find(one => one.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

function decoderFor([first, second]: Buffer): Decode {
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const decoder = new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
  return piece => decoder.decode(piece, { stream: true });
}
