import { readdirSync, readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { farmersXlsx } from './farmers.ts';
import { asExcelWrites, asGoogleWrites, bombs, withOneFarCell } from './workbooks.ts';
import { makeZip } from './xlsx.ts';

const SAMPLES = new URL('../samples/people/', import.meta.url);
/** Pieces that confuse a parser in the wrong place. */
const AWKWARD = [
  ...[
    '<',
    '>',
    '</row>',
    '<row r="9">',
    '<c r="XFD1">',
    ' t="s"',
    '<v>1e999</v>',
    '&#xD800;',
    '&lt;',
    '<![CDATA[',
  ],
  ...[
    '<!DOCTYPE a [',
    ']]>',
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\r',
    '=\n',
    ' ',
    '\ufeff',
    '\0',
    'BEGIN:VCARD\n',
    'END:VCARD\n',
  ],
  ...['TEL:', '9007199254740993', '-1', '01712345678', '১', '::: '],
].map(text => Buffer.from(text));

/** Files as people upload them, some with bad intent. */
function corpus(): Buffer[] {
  const samples = readdirSync(SAMPLES).filter(name => !name.endsWith('.md'));
  return [
    ...samples.map(name => readFileSync(new URL(name, SAMPLES))),
    ...[farmersXlsx(50), asExcelWrites(), asGoogleWrites(), withOneFarCell('A9'), bombs(1).honest],
  ];
}

type Change = {
  part: number;
  at: number;
  kind: 'cut' | 'flip' | 'put' | 'twice';
  length: number;
  what: number;
};
const change: fc.Arbitrary<Change> = fc.record({
  part: fc.nat(20),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('cut', 'flip', 'put', 'twice'),
  length: fc.integer({ min: 1, max: 40 }),
  what: fc.nat(255),
});

/** A file of the corpus with some changes to its bytes or, in a workbook, to its unpacked parts. */
export function fuzzedFiles(files = corpus()): fc.Arbitrary<Buffer> {
  return fc
    .record({
      file: fc.constantFrom(...files),
      isInside: fc.boolean(),
      changes: fc.array(change, { minLength: 1, maxLength: 12 }),
    })
    .map(({ file, isInside, changes }) => {
      const parts = isInside ? partsOf(file) : null;
      if (!parts) return changes.reduce(changed, file);
      const names = Object.keys(parts);
      for (const single of changes) {
        const name = names[single.part % names.length] ?? '';
        parts[name] = changed(parts[name] ?? Buffer.alloc(0), single);
      }
      return makeZip(parts);
    });
}

function changed(bytes: Buffer, { at, kind, length, what: byte }: Change): Buffer {
  const from = Math.floor(at * bytes.length);
  const [before, piece, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  switch (kind) {
    case 'cut':
      return Buffer.concat([before, after]);
    case 'flip':
      return Buffer.concat([before, piece.map(original => original ^ byte), after]);
    case 'put':
      return Buffer.concat([before, AWKWARD[byte % AWKWARD.length] ?? piece, piece, after]);
    case 'twice':
      return Buffer.concat([before, ...Array.from({ length: byte * 4 }, () => piece), after]);
  }
}

/** The unpacked parts of a workbook; null for any other file. */
function partsOf(file: Buffer): Record<string, Buffer> | null {
  if (file.readUInt32LE(0) !== 0x04034b50) return null;
  const parts: Record<string, Buffer> = {};
  const end = file.lastIndexOf('PK\x05\x06');
  for (let at = file.readUInt32LE(end + 16); file.readUInt32LE(at) === 0x02014b50; ) {
    const [name, extra, comment] = [28, 30, 32].map(field => file.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(from, from + file.readUInt32LE(at + 20));
    const isPacked = file.readUInt16LE(at + 10) === 8;
    parts[file.toString('utf8', at + 46, at + 46 + name)] = isPacked ? inflateRawSync(packed) : packed;
    at += 46 + name + extra + comment;
  }
  return parts;
}
