import { makeXlsx, makeZip, swollen } from './xlsx.ts';

/*
 * Hand-made workbooks in the style that Excel and Google Sheets are documented to write (ECMA-376, and descriptions of
 * their files). Neither program was run for this.
 */

const DATES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="&quot;day &quot;0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of these sheets, given as XML; a name that starts with `-` hides the sheet. */
export function workbookOf(
  sheets: Record<string, string>,
  { strings = '', settings = '', styles = DATES, prefix = '' } = {},
): Buffer {
  const names = Object.keys(sheets);
  const parts = names.map((name, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheets[name] ?? '']);
  const kinds = ['styles', 'sharedStrings', ...names.map(() => 'worksheet')];
  const targets = ['styles.xml', '/xl/sharedStrings.xml', ...parts.map(([part]) => part?.slice(3))];
  const sheet = (name: string, index: number): string =>
    `<${prefix}sheet name="${name.replace(/^-/, '')}" ${name.startsWith('-') ? 'state="veryHidden" ' : ''}r:id="r${index + 2}"/>`;
  return makeZip({
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><${prefix}workbook>${settings}<${prefix}sheets>${names.map(sheet).join('')}</${prefix}sheets></${prefix}workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${kinds.map((kind, index) => `<Relationship Id="r${index}" Type="${OFFICE}/${kind}" Target="${targets[index]}"/>`).join('')}</Relationships>`,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    ...Object.fromEntries(parts),
  });
}

export const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** In Excel's style: shared, rich and phonetic texts, omitted cells and rows, booleans, errors, formulas, dates. */
export const asExcelWrites = (settings = ''): Buffer =>
  workbookOf(
    {
      Sheet1: sheetOf(
        '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
          '<row r="5"><c r="A5" s="1"><v>30741</v></c><c r="B5" s="2"><v>46082.604166666664</v></c><c r="C5"><v>2.2999999999999998</v></c><c r="D5" t="b"><v>1</v></c><c r="E5" t="e"><v>#REF!</v></c><c r="F5" t="str"><f>A1&amp;"x"</f><v>a_x000D_&amp;</v></c><c r="G5" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="H5" t="d"><v>2026-03-01T00:00:00Z</v></c><c r="I5" s="3"><v>7</v></c><c r="J5" s="1"><v>59</v></c></row>',
      ),
      '-Old': sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>'),
    },
    {
      strings:
        '<si><r><t>রা</t></r><r><rPr><b/></rPr><t xml:space="preserve">নু </t></r><rPh><t>ra</t></rPh></si><si><t>b</t></si>',
      settings,
    },
  );

/** In Google Sheets' style: all numbers as floats, no cell references, its own prefix. */
export const asGoogleWrites = (): Buffer =>
  workbookOf(
    {
      কৃষক: sheetOf(
        '<x:row><x:c><x:v>1.712345678E9</x:v></x:c><x:c t="inlineStr"><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c></x:row><x:row/><x:row><x:c s="2"><x:v>45292.0</x:v></x:c></x:row>',
      ).replace('<worksheet>', '<worksheet xmlns:x="x">'),
    },
    { prefix: 'x:' },
  );

/** A kilobyte with one cell far from the others. */
export const withOneFarCell = (at: string): Buffer =>
  workbookOf({ Far: sheetOf(`<row r="${/\d+$/.exec(at)?.[0]}"><c r="${at}"><v>1</v></c></row>`) });

/**
 * Zip bombs of `megabytes` unpacked: in a sheet with its true size, in one with a false size, and in a part that the
 * archive's directory doesn't list.
 */
export function bombs(megabytes: number): { honest: Buffer; lying: Buffer; unlisted: Buffer } {
  const large = swollen(megabytes);
  const name = 'xl/worksheets/sheet1.xml';
  const workbook = { 'xl/workbook.xml': '<workbook><sheets><sheet name="a" id="r1"/></sheets></workbook>' };
  const relations = {
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  };
  const parts = { ...workbook, ...relations, [name]: large };
  const listed = makeXlsx([['Name', '01712345678']]);
  const local = makeZip({ 'xl/worksheets/sheet9.xml': large });
  return {
    honest: makeZip(parts),
    lying: makeZip(parts, { [name]: 10 }),
    unlisted: before(local.subarray(0, local.lastIndexOf('PK\x01\x02')), listed),
  };
}

/** An archive with bytes before it, and a directory with the moved offsets. */
function before(first: Buffer, archive: Buffer): Buffer {
  const moved = Buffer.from(archive);
  const end = moved.lastIndexOf('PK\x05\x06');
  const directory = moved.readUInt32LE(end + 16);
  for (let at = directory; moved.readUInt32LE(at) === 0x02014b50; ) {
    moved.writeUInt32LE(moved.readUInt32LE(at + 42) + first.length, at + 42);
    at += 46 + moved.readUInt16LE(at + 28) + moved.readUInt16LE(at + 30) + moved.readUInt16LE(at + 32);
  }
  moved.writeUInt32LE(directory + first.length, end + 16);
  return Buffer.concat([first, moved]);
}
