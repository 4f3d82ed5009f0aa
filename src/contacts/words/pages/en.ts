import {
  intoGroups as into,
  n,
  numberFault,
  people,
  plural,
  quoted,
  thereAt,
} from '../../../kit/words/english.ts';
import type { ColumnRole, FileFault, RowFault, RowKind, RowRepair } from '../../imported.ts';
import type { Import, ImportRefused } from '../../store/imports-model.ts';

/** An import's results, and the groups that people joined. */
type Imported = Import['counts'] & { groups: readonly string[] };

type RecentImport = { people: number; groups: readonly string[]; at: number; by: string | null };

/** Our pages in a browser, for people who come from Slack. Inserted values are plain text. */
const pages = {
  /** Another browser opened the link, the link is too old, or no such link exists. */
  over: {
    title: 'This link no longer works',
    text: 'A link works once, in the browser that opens it first, and for 15 minutes. Go back to Slack and press the button again to get a new one.',
  },
  /** The link's person lost the permission. */
  notAllowed: {
    title: 'You can no longer do this',
    text: 'Only admins and managers of the workspace can import and export contacts. Ask one of them.',
  },
  away: {
    title: 'Something didn’t answer',
    text: 'Slack or our own database didn’t answer in time. Nothing has changed. Try again in a minute.',
  },
  /** The page exists, but doesn't serve this request. */
  wrongRequest: {
    title: 'That didn’t work',
    text: 'This page can’t do that. Go back to Slack and press the button again.',
  },
  import: {
    title: 'Import contacts',
    /** Before the link is opened. */
    intro:
      'Bring in contacts from a spreadsheet, or from the contacts on a phone, in Google or in Outlook. You’ll see everything before anything is saved.',
    open: 'Start',
    needsScript: 'This page needs JavaScript. Switch it on, then reload the page.',
    file: 'Choose a file',
    fileHint: 'Excel (.xlsx), CSV or vCard (.vcf), up to 10 MB and 50,000 rows.',
    drop: 'You can also drop the file anywhere on this page.',
    paste: 'Or paste your list',
    pasteHint: 'For example from a spreadsheet, or one person per line: Ranu Begum 01712345678',
    read: 'Show the contacts',
    reading: 'Reading…',
    failed: 'That didn’t work. Check your connection and try again.',
    fault: {
      too_large: 'The file is larger than 10 MB. Split it, or save only the sheet you need.',
      too_many_rows: 'The file has more than 50,000 rows. Split it.',
      too_many_columns: 'The file has more than 200 columns. Remove the ones you don’t need.',
      empty: 'There is nothing in it.',
      old_excel:
        'This is an old Excel file, or one with a password. In Excel, save it as “Excel Workbook (.xlsx)” without a password.',
      open_document:
        'This is an OpenDocument spreadsheet (.ods). Open it, choose “Save as”, and save it as “Excel (.xlsx)”.',
      macros: 'This workbook contains macros. In Excel, save it as “Excel Workbook (.xlsx)”, which has none.',
      not_a_table: 'This isn’t a spreadsheet, a CSV file or a vCard.',
      web_page:
        'This is a web page (HTML), even if its name ends in “.xls”. Open it in Excel, and save it as “Excel Workbook (.xlsx)”.',
      json: 'This is data for programs (JSON), not a list. Export it as CSV or Excel (.xlsx) instead.',
      sql: 'These are commands for a database (SQL), not a list. Export it as CSV or Excel (.xlsx) instead.',
      swells:
        'This file takes up far too much space once it is unpacked. Save only the sheet you need, without formatting.',
      too_slow: 'Reading this file takes too long. Save only the sheet you need, or split it.',
      letters_lost:
        'Excel has replaced the Bangla letters in this file with question marks. In Excel, save it as “CSV UTF-8” or “Excel Workbook (.xlsx)”.',
      quotes:
        'A quotation mark (") in the file is never closed, so its rows can’t be told apart. Add the missing one, or save the file as “Excel Workbook (.xlsx)”.',
      broken: 'The file is damaged. Open it in the program that made it, and save it again.',
      busy: 'Other files are still being read. Try again in a minute.',
    } satisfies Record<FileFault, string>,
    columns: 'Columns',
    columnsHint: 'Check what each column contains, and change what isn’t right.',
    /** The label of a column's choice, for screen readers. */
    columnIs: ({ heading }: { heading: string }) => `What “${heading}” contains`,
    column: (index: number) => `Column ${index}`,
    sheet: 'Sheet',
    sheetName: ({ name, isHidden, rows }: { name: string; isHidden: boolean; rows: number }) =>
      `${name} (${plural(rows, 'row')}${isHidden ? ', hidden' : ''})`,
    /** The choice of the row with the headings. */
    headings: 'Headings',
    noHeadings: 'There are no headings',
    headingRow: ({ line, cells }: { line: number; cells: string }) => `Row ${line}: ${cells}`,
    /** Parts of the file that aren't read. */
    otherSheets: (names: readonly string[]) =>
      names.length === 1
        ? `One sheet isn’t read: ${quoted(names[0] ?? '')}. You can import it afterwards.`
        : `${names.length} sheets aren’t read: ${names.slice(0, 5).map(quoted).join(', ')}${names.length > 5 ? ' …' : ''}. You can import them afterwards.`,
    sheetFault: ({ name, reason }: { name: string; reason: string }) =>
      `Sheet ${quoted(name)} can’t be read. ${reason}`,
    /** All rows below the headings. */
    rowsListed: (count: number) =>
      `${plural(count, 'row')} of the file ${count === 1 ? 'is' : 'are'} listed here.`,
    rowsLost: (count: number) =>
      `${plural(count, 'row')} of this file can’t be accounted for, so nothing can be imported from it. Save it as “Excel Workbook (.xlsx)”, and try again.`,
    rowsHidden: (count: number) =>
      `${plural(count, 'row that is', 'rows that are')} hidden in the sheet, or filtered out, ${count === 1 ? 'isn’t' : 'aren’t'} read.`,
    /** `headings`: the headings of the hidden columns. */
    columnsHidden: (headings: readonly string[]) =>
      `${plural(headings.length, 'column is', 'columns are')} hidden in the sheet and left out: ${headings.slice(0, 5).map(quoted).join(', ')}${headings.length > 5 ? ' …' : ''}. To use one, choose what it contains.`,
    /** `cells`: the first cell of each column that is too far right, such as XFD3. */
    cellsFar: (cells: readonly string[]) =>
      `There is something beyond the first 200 columns, at ${cells.map(quoted).join(', ')}. It isn’t read.`,
    withHidden: (count: number) => `Also read the ${plural(count, 'hidden row')}`,
    /** `values`: unclear cells about consent, one a row. */
    unclear: (values: readonly string[]) =>
      `${plural(values.length, 'row isn’t', 'rows aren’t')} clear about texting, such as ${[...new Set(values)].slice(0, 3).map(quoted).join(', ')}. ${values.length === 1 ? 'This person is' : 'These people are'} marked “never text”.`,
    rowsAbove: (count: number) =>
      `${plural(count, 'row')} above the headings ${count === 1 ? 'isn’t' : 'aren’t'} read.`,
    role: {
      number: 'Mobile number',
      name: 'Name',
      firm: 'Company, where there is no name',
      groups: 'Groups',
      note: 'Note',
      language: 'Language',
      doNotText: 'Never text',
      mayText: 'May be texted (never, if it says no)',
      own: 'Keep as a column',
      none: 'Leave out',
    } satisfies Record<ColumnRole, string>,
    noNumberColumn: 'Choose the column that contains the mobile numbers.',
    group: 'Group',
    groupHint: 'Everyone you import is added to this group.',
    noGroup: 'No group',
    newGroup: 'New group…',
    newGroupName: 'Name of the new group',
    groupNameWrong: (limit: number) =>
      `Enter a name of up to ${limit} characters that starts with a letter, isn’t a command such as “log”, and contains no comma, semicolon, < or >.`,
    tooManyGroups: (limit: number) =>
      `The column for groups names more than ${n(limit)} groups. Choose “Keep as a column” for it, or split the file.`,
    rows: 'Rows',
    kind: {
      new: 'New',
      changed: 'Changed',
      same: 'The same',
      repaired: 'Repaired',
      twice: 'Twice in the file',
      doNotText: 'Never text',
      refused: 'Refused',
    } satisfies Record<RowKind | 'repaired', string>,
    kindHint: {
      new: 'People who aren’t contacts yet.',
      changed: 'Contacts that get a new name or other details, or are added to the group.',
      same: 'Contacts that are already like this.',
      repaired:
        'Check these: something was written in an unusual way, and we put it right. They’re counted under the other headings too.',
      twice: 'The number is further up as well. Only the first row counts.',
      doNotText: 'People marked “never text”, in your contacts or in the file. They won’t be texted.',
      refused: 'These rows can’t be imported. Download them, correct them, and import them again.',
    } satisfies Record<RowKind | 'repaired', string>,
    line: 'Row',
    name: 'Name',
    number: 'Number',
    what: 'What was found',
    sameAsRow: (line: number) => `same number as row ${line}`,
    repair: {
      zero: 'the 0 at the start was missing',
      digits: 'had Bangla digits',
      apostrophe: 'had an apostrophe in front',
      decimal: 'was formatted as a decimal number',
      several: 'first of several numbers',
      around: 'had other words around it',
      name: 'changed, because a name starts with a letter and contains no comma',
      group: 'left out of a group whose name can’t be kept',
      letter: 'has a damaged letter (�); correct it in the file',
    } satisfies Record<RowRepair, string>,
    rowFault: {
      ...numberFault,
      not_mobile: 'not a mobile number; a landline can’t get texts',
      foreign: 'a foreign number; you can only text mobile numbers in Bangladesh',
      no_number: 'no number',
      rounded: 'Excel has rounded this number; format the column as text and enter the number again',
      old_font: 'the name is written in an old Bangla font (Bijoy); convert it to Unicode first',
      name: 'nobody can have this name here: it is too long, has no letters, or is a command',
      no_name: 'no name; choose a group to import numbers without names',
      open_quote:
        'a quotation mark (") before the name is never closed, so the next rows are part of it; remove the mark',
    } satisfies Record<RowFault, string>,
    none: 'No rows.',
    shown: ({ from, to, total }: { from: number; to: number; total: number }) =>
      `Rows ${n(from)} to ${n(to)} of ${n(total)}`,
    next: 'Next rows',
    previous: 'Previous rows',
    downloadRefused: 'Download the refused rows',
    /** Headings of the columns that the file of refused rows adds. */
    refusedLine: 'Row',
    reason: 'Reason',
    submit: (count: number) => `Import ${people(count)}`,
    importing: ({ done, total }: { done: number; total: number }) => `Importing: ${n(done)} of ${n(total)}`,
    done: ({ new: added, changed, same, groups }: Imported) =>
      `Done. Imported${into(groups)}: ${n(added)} new, ${n(changed)} changed, ${n(same)} the same.`,
    doneRefused: (rows: number) => `${plural(rows, 'row was', 'rows were')} refused and not imported.`,
    closePage: 'You can close this page. Your contacts are in Slack, under “People” in the app’s Home tab.',
    back: 'Back to this file',
    undo: 'Undo this import',
    undoAsk: ({ new: added, changed, groups }: Omit<Imported, 'same'>) =>
      `Undo this import${into(groups)}? ${people(added)} will be removed, and ${plural(changed, 'contact')} will be as before.`,
    /**
     * `uses`: the hooks, rotas and schedules that text the import's people or groups; below, those that will have no
     * recipient left.
     */
    undoUsed: (uses: string) =>
      `People or groups of this import are used by ${uses}. These may no longer text them.`,
    undoEmptied: (uses: string) =>
      `Nobody may be left in ${uses}. Choose someone else there first, or nobody gets those texts.`,
    undoYes: (count: number) => `Undo the import of ${people(count)}`,
    undoNo: 'Keep the import',
    undoHint: 'For a day, you can undo the import. Anything someone has changed since then stays.',
    undoing: ({ done, total }: { done: number; total: number }) => `Undoing: ${n(done)} of ${n(total)}`,
    undone: 'Undone. Your contacts are as they were before, apart from what someone has changed since.',
    refused: {
      busy: 'Nothing was imported: another import is in progress in this workspace. Try again when it is done.',
      full: 'Nothing was imported: a workspace can have 50,000 people, and this would be more.',
      too_many_groups:
        'Nothing was imported: a workspace can have 1,000 groups, and yours has that many already.',
      group_taken:
        'Nothing was imported: there is already a group with this name. Choose it from the list, or enter another name.',
      group_gone:
        'Nothing was imported: this group no longer exists, someone deleted it. Choose another one.',
      gone: 'That’s no longer possible.',
    } satisfies Record<ImportRefused, string>,
    again: 'Import another file',
    recent: 'Imports of the last day',
    /** `by`: the name of the user who imported; null if unknown. */
    recentLine: ({ people: count, groups, at, by }: RecentImport) =>
      `${thereAt(at)}${by === null ? '' : `, ${by}`}: ${people(count)}${into(groups)}`,
  },
  export: {
    title: 'Export contacts',
    intro: (count: number) =>
      `Download ${people(count)} as a CSV file, with names, numbers, notes and groups. Keep the file safe. The audit log shows that you exported it.`,
    download: 'Download',
    /** The exported file's headings. An import recognises them. */
    heading: {
      name: 'Name',
      number: 'Mobile',
      language: 'Language',
      note: 'Note',
      doNotText: 'Never text',
      groups: 'Groups',
    },
    yes: 'yes',
    language: { en: 'English', bn: 'Bangla' },
  },
  slack: {
    import: 'Import',
    export: 'Export',
    /** Titles of the modals with the links. */
    importTitle: 'Import contacts',
    linkTitle: 'Contacts',
    importLink:
      'Import contacts from a file, or from a list you paste, on a page in your browser. The link works once, only for you, within 15 minutes.',
    exportLink:
      'Download the contacts on a page in your browser. The link works once, only for you, within 15 minutes.',
    openPage: 'Open the page',
    /** Shown if the app has no public address. */
    noAddress:
      'This app has no public address (`PUBLIC_URL`), so browsers may not reach that page. If it doesn’t open, ask whoever runs the app to set the address, or to import your file with `npm run people`.',
  },
};

export const en = { pages };

export type Words = typeof en;
