import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A spreadsheet cell: a text, a number, or a formula with its last result. */
export type Cell = string | number | { formula: string; result: string };

/** A workbook with one sheet, in Excel's style: numbers as numbers, texts in a shared table. */
export function makeXlsx(rows: readonly (readonly Cell[])[], more: Record<string, string> = {}): Buffer {
  const texts: string[] = [];
  const indexes = new Map<string, number>();
  const shared = (text: string): number => {
    const index = indexes.get(text) ?? texts.push(text) - 1;
    indexes.set(text, index);
    return index;
  };
  const sheet = rows.map((row, r) => {
    const cells = row.map((cell, c) => {
      const at = `${column(c)}${r + 1}`;
      if (cell === '') return '';
      if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
      if (typeof cell === 'object')
        return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.result)}</v></c>`;
      return `<c r="${at}" t="s"><v>${shared(cell)}</v></c>`;
    });
    return `<row r="${r + 1}">${cells.join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  return makeZip({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Farmers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map(text => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...more,
  });
}

/** Compressed content, too large to create uncompressed. */
type Packed = { packed: Buffer; size: number };

/** `megabytes` of spaces, compressed. */
export function swollen(megabytes: number): Packed {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: megabytes }, () => megabyte);
  return { packed: Buffer.concat([...pieces, deflateRawSync('')]), size: megabytes * 1024 * 1024 };
}

/** A ZIP archive of these files. `says`: false unpacked sizes, by name. */
export function makeZip(
  files: Record<string, string | Buffer | Packed>,
  says: Readonly<Record<string, number>> = {},
): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' || Buffer.isBuffer(content) ? Buffer.from(content) : null;
    const { packed, size } = bytes
      ? { packed: deflateRawSync(bytes), size: bytes.length }
      : (content as Packed);
    const named = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(bytes ? crc32(bytes) : 0, 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(says[name] ?? size, 18);
    about.writeUInt16LE(named.length, 22);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(at, 12);
    parts.push(Buffer.from([0x50, 0x4b, 3, 4]), about, named, packed);
    central.push(
      Buffer.from([0x50, 0x4b, 1, 2, 20, 0]),
      about.subarray(0, 24),
      Buffer.alloc(2),
      entry.subarray(2),
      named,
    );
    at += 30 + named.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

function column(index: number): string {
  const before = Math.floor(index / 26);
  return (before > 0 ? column(before - 1) : '') + String.fromCharCode(65 + (index % 26));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
