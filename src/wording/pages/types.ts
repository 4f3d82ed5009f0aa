import type { ColumnRole, FileFault, RowFault, RowKind, RowRepair } from '../../domain/imported.ts';

type TitledText = { title: string; text: string };

/** Why an import can't be begun or undone. */
export type ImportRefusal = 'busy' | 'full' | 'too_many_groups' | 'group_taken' | 'group_gone' | 'gone';

/** Pages of ours in a browser, for people who came from Slack. What is filled in is plain text. */
export type PagesWording = {
  /** The link was opened by another browser, is too old, or there is none. */
  over: TitledText;
  /** The person with the link may no longer do this. */
  notAllowed: TitledText;
  away: TitledText;
  /** The address has a page, but not for this. */
  wrongRequest: TitledText;
  import: {
    title: string;
    /** Before the link is opened. */
    intro: string;
    open: string;
    needsScript: string;
    file: string;
    fileHint: string;
    drop: string;
    paste: string;
    pasteHint: string;
    read: string;
    reading: string;
    failed: string;
    fault: Record<FileFault, string>;
    columns: string;
    columnsHint: string;
    /** What a column is, for those who only hear it. */
    columnIs(column: { heading: string }): string;
    column(index: number): string;
    sheet: string;
    sheetName(sheet: { name: string; isHidden: boolean; rows: number }): string;
    /** Which row the headings are in. */
    headings: string;
    noHeadings: string;
    headingRow(row: { line: number; cells: string }): string;
    /** What is in the file but isn't read. */
    otherSheets(names: readonly string[]): string;
    sheetFault(sheet: { name: string; reason: string }): string;
    rowsAbove(count: number): string;
    role: Record<ColumnRole, string>;
    noNumberColumn: string;
    group: string;
    groupHint: string;
    noGroup: string;
    newGroup: string;
    newGroupName: string;
    groupNameWrong(limit: number): string;
    tooManyGroups(limit: number): string;
    rows: string;
    kind: Record<RowKind | 'repaired', string>;
    kindHint: Record<RowKind | 'repaired', string>;
    line: string;
    name: string;
    number: string;
    what: string;
    repair: Record<RowRepair, string>;
    rowFault: Record<RowFault, string>;
    none: string;
    shown(page: { from: number; to: number; total: number }): string;
    next: string;
    previous: string;
    downloadRefused: string;
    /** The columns that the refused rows get. */
    refusedLine: string;
    reason: string;
    submit(people: number): string;
    importing(progress: { done: number; total: number }): string;
    done(counts: { new: number; changed: number; same: number; groups: readonly string[] }): string;
    doneRefused(rows: number): string;
    closePage: string;
    back: string;
    undo: string;
    undoAsk(counts: { new: number; changed: number; groups: readonly string[] }): string;
    undoYes(people: number): string;
    undoNo: string;
    undoHint: string;
    undoing(progress: { done: number; total: number }): string;
    undone: string;
    refused: Record<ImportRefusal, string>;
    again: string;
    recent: string;
    /** `by`: who imported them, by name; null: not known. */
    recentLine(one: { people: number; groups: readonly string[]; at: number; by: string | null }): string;
  };
  export: {
    title: string;
    intro(people: number): string;
    download: string;
    /** Headings of the file's columns, which an import recognises. */
    heading: { name: string; number: string; language: string; note: string; never: string; groups: string };
    yes: string;
    language: Record<'en' | 'bn', string>;
  };
  /** In Slack. */
  slack: {
    import: string;
    export: string;
    /** The modal with the link. */
    linkTitle: string;
    importLink: string;
    exportLink: string;
    openPage: string;
    /** Where nobody set the address of the app. */
    noAddress: string;
    pasteField: { label: string; hint: string };
    pasteGroup: { label: string; hint: string };
    pasteSubmit: string;
    pasteTitle: string;
    nothingPasted: string;
    /** What an import of pasted text would do, a line each. */
    report(counts: Record<RowKind | 'repaired', number>): string;
    refusedRow(row: { line: number; name: string; typed: string; reason: string }): string;
    moreRefused(count: number): string;
    begun(people: number): string;
  };
};
