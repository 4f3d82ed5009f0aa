import { z } from 'zod';
import { type Html, html } from '../../kit/pages/layout.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { tidyName } from '../../texts/parse/name.ts';
import type { RecipientUse } from '../../texts/recipient-uses.ts';
import { COLUMN_ROLES, type ColumnRole, MAX_FILE_ROWS, type RowRepair } from '../imported.ts';
import type { FileRow, FileTable } from '../importing/reading/table.ts';
import { headingsOf } from '../importing/rules/rows.ts';
import { type ChosenSheet, chooseSheet, notRead, recogniseSheet, rowsOf } from '../importing/rules/sheets.ts';
import { isRepaired, type Sorted, type SortedRow, unclearIn } from '../importing/sort-rows.ts';
import type { Import } from '../store/imports-model.ts';

export const SHOWN_KINDS = ['new', 'changed', 'same', 'repaired', 'twice', 'doNotText', 'refused'] as const;
type ShownKind = (typeof SHOWN_KINDS)[number];

/** The choice of a new group, instead of a group's id. */
export const NEW_GROUP = 'new';

/** All choices on an import's page. */
export type Choices = ChosenSheet & {
  /** A group's id, `NEW_GROUP`, or empty. */
  group: string;
  groupName: string;
  /** The kind of rows that is shown, from `offset` on; null: the first kind that has rows. */
  kind: ShownKind | null;
  offset: number;
};

const choicesSchema = z.object({
  sheet: z.coerce.number().int().min(0),
  /** The line of the headings; empty if there are none. */
  heading: z.union([z.literal('').transform(() => null), z.coerce.number().int().min(0)]),
  /** A checkbox, which browsers send only if it is ticked. */
  withHidden: z.literal('yes').optional(),
  /** The sheet and headings for which the columns were chosen. */
  basis: z.string(),
  group: z.string().max(100).default(''),
  groupName: z.string().max(200).default(''),
  kind: z.enum(SHOWN_KINDS).nullable().catch(null),
  offset: z.coerce.number().int().min(0).max(MAX_FILE_ROWS).catch(0),
});
const roleSchema = z.enum(COLUMN_ROLES).catch('none');

export function firstChoices(table: FileTable, group: string | null): Choices {
  return { ...chooseSheet(table), group: group ?? '', groupName: '', kind: null, offset: 0 };
}

const basisOf = ({ sheet, heading }: Pick<Choices, 'sheet' | 'heading'>): string =>
  `${sheet} ${heading ?? ''}`;

/**
 * Reads a submitted form; null if it isn't one of ours. If the user chose another sheet or other headings,
 * recognises its columns again.
 */
export function readChoices(form: URLSearchParams, table: FileTable): Choices | null {
  const { data } = choicesSchema.safeParse(Object.fromEntries(form));
  if (!data || rowsOf(table, data.sheet, true).length === 0) return null;
  const { basis, ...submitted } = data;
  const withHidden = submitted.withHidden !== undefined;
  const chosen = { ...submitted, withHidden, groupName: tidyName(submitted.groupName) };
  if (basis === basisOf(submitted)) {
    const columns = recogniseSheet(table, submitted.sheet, submitted.heading, withHidden).roles.length;
    const roles = Array.from(
      { length: columns },
      (_, index): ColumnRole => roleSchema.parse(form.get(`role${index}`)),
    );
    return { ...chosen, roles };
  }
  const isSheet = basis.startsWith(`${submitted.sheet} `);
  const recognised = recogniseSheet(
    table,
    submitted.sheet,
    isSheet ? submitted.heading : undefined,
    withHidden,
  );
  return { ...chosen, kind: null, offset: 0, ...recognised };
}

/** The id of the chosen group; null for none or a new one. */
export const chosenGroup = ({ group }: Choices): string | null =>
  group === '' || group === NEW_GROUP ? null : group;

type ImportWords = Wording['pages']['import'];

const PAGE_SIZE = 50;
const SAMPLE_ROWS = 3;
/** The first rows, any of which may be the headings. */
const MAX_HEADING_ROWS = 20;
/** Repairs that may be wrong, so these rows come first. */
const DOUBTFUL: readonly RowRepair[] = ['name', 'group', 'letter', 'several', 'around'];

/** An import's page before a file is chosen. */
export function sourceView(
  words: ImportWords,
  recent: readonly { record: Import; by: string | null }[],
): Html {
  return html`<div class="wide"></div>
<p>${words.intro}</p>
<noscript><p class="problem">${words.needsScript}</p></noscript>
<form id="source" method="post" data-reading="${words.reading}" data-failed="${words.failed}">
<p><label for="file">${words.file}</label><br>
<input id="file" type="file" name="file" accept=".xlsx,.csv,.tsv,.txt,.vcf,text/csv,text/vcard" aria-describedby="file-hint"><br>
<small id="file-hint">${words.fileHint} ${words.drop}</small></p>
<p><label for="paste">${words.paste}</label><br>
<textarea id="paste" name="paste" rows="5" aria-describedby="paste-hint"></textarea><br>
<small id="paste-hint">${words.pasteHint}</small></p>
<p><button id="read" disabled>${words.read}</button></p>
</form>
<p id="status" role="status" aria-live="polite"></p>
<div id="result"></div>
${recent.length > 0 && html`<section><h2>${words.recent}</h2>${recent.map(({ record, by }) => undoForm(words, record, by))}</section>`}`;
}

/** The file as we understand it, and what an import would do. */
export function readView(
  words: ImportWords,
  table: FileTable,
  choices: Choices,
  groups: readonly { id: string; name: string }[],
  sorted: Sorted,
  problem: string | null,
  refusedHref: string,
): Html {
  const rows = rowsOf(table, choices.sheet, choices.withHidden);
  return html`<form data-to="look">
<h2 tabindex="-1">${words.columns}</h2>
<p>${words.columnsHint}</p>
<input type="hidden" name="basis" value="${basisOf(choices)}">
${sheetChoice(words, table, choices)}
<p><label for="heading">${words.headings}</label><br>
<select id="heading" name="heading"><option value="">${words.noHeadings}</option>
${headingRows(rows, choices).map(({ line, cells }) => html`<option value="${line}"${selected(choices.heading === line)}>${words.headingRow({ line, cells: shortOf(cells) })}</option>`)}
</select></p>
${notReadLines(words, table, choices).map(line => html`<p>${line}</p>`)}
${hiddenChoice(words, table, choices)}
<div class="table"><table><thead><tr>${choices.roles.map((_, index) => columnHead(words, rows, choices, index))}</tr></thead>
<tbody>${sampleRows(rows, choices)}</tbody></table></div>
<p><label for="group">${words.group}</label><br>
<select id="group" name="group" aria-describedby="group-hint">
<option value="">${words.noGroup}</option>
<option value="${NEW_GROUP}"${selected(choices.group === NEW_GROUP)}>${words.newGroup}</option>
${groups.map(({ id, name }) => html`<option value="${id}"${selected(choices.group === id)}>${name}</option>`)}
</select><br><small id="group-hint">${words.groupHint}</small></p>
${
  choices.group === NEW_GROUP &&
  html`<p><label for="group-name">${words.newGroupName}</label><br>
<input id="group-name" name="groupName" maxlength="100" value="${choices.groupName}"></p>`
}
${rowsView(words, choices, sorted, { refusedHref, press: pressView(words, sorted, problem) })}
</form>`;
}

function sheetChoice(words: ImportWords, { sheets }: FileTable, { sheet }: Choices): Html | false {
  const filled = sheets.flatMap((entry, index) => (entry.rows.length > 0 ? [{ ...entry, index }] : []));
  if (filled.length < 2) return html`<input type="hidden" name="sheet" value="${sheet}">`;
  return html`<p><label for="sheet">${words.sheet}</label><br><select id="sheet" name="sheet">
${filled.map(({ name, isHidden, rows, index }) => html`<option value="${index}"${selected(index === sheet)}>${words.sheetName({ name, isHidden, rows: rows.length })}</option>`)}
</select></p>`;
}

/** The rows that can be chosen as headings. */
function headingRows(rows: readonly FileRow[], { heading }: Choices): FileRow[] {
  return rows
    .filter(({ line }, index) => index < MAX_HEADING_ROWS || line === heading)
    .slice(0, MAX_HEADING_ROWS + 1);
}

const shortOf = (cells: readonly string[]): string =>
  cells
    .filter(cell => cell !== '')
    .slice(0, 4)
    .map(cell => cell.slice(0, 30))
    .join(', ');

/** Offers to read hidden rows. */
function hiddenChoice(
  words: ImportWords,
  { sheets }: FileTable,
  { sheet, withHidden }: Choices,
): Html | false {
  const hidden = sheets[sheet]?.rows.filter(({ isHidden }) => isHidden).length ?? 0;
  return (
    hidden > 0 &&
    html`<p><label><input type="checkbox" name="withHidden" value="yes"${withHidden && html` checked`}> ${words.withHidden(hidden)}</label></p>`
  );
}

/** Lists the parts of the file that aren't read. */
export function notReadLines(words: ImportWords, table: FileTable, choices: ChosenSheet): string[] {
  const { sheets, above, hidden, hiddenColumns, farCells } = notRead(table, choices);
  return [
    ...(sheets.length > 0 ? [words.otherSheets(sheets.map(({ name }) => name))] : []),
    ...sheets.flatMap(({ name, fault }) =>
      fault ? [words.sheetFault({ name, reason: words.fault[fault] })] : [],
    ),
    ...(above > 0 ? [words.rowsAbove(above)] : []),
    ...(hidden > 0 ? [words.rowsHidden(hidden)] : []),
    ...(hiddenColumns.length > 0 ? [words.columnsHidden(hiddenColumns)] : []),
    ...(farCells.length > 0 ? [words.cellsFar(farCells)] : []),
  ];
}

function columnHead(
  words: ImportWords,
  rows: readonly FileRow[],
  { heading, roles }: Choices,
  index: number,
): Html {
  const title = headingsOf(rows, heading)[index]?.trim() || words.column(index + 1);
  return html`<th scope="col">${title}<br><select id="role${index}" name="role${index}" aria-label="${words.columnIs({ heading: title })}">
${COLUMN_ROLES.map(role => html`<option value="${role}"${selected(roles[index] === role)}>${words.role[role]}</option>`)}
</select></th>`;
}

function sampleRows(rows: readonly FileRow[], { heading, roles }: Choices): Html[] {
  return rows
    .filter(({ line }) => line > (heading ?? -1))
    .slice(0, SAMPLE_ROWS)
    .map(
      ({ cells }) =>
        html`<tr>${roles.map((_, index) => html`<td>${(cells[index] ?? '').slice(0, 60)}</td>`)}</tr>`,
    );
}

/** The import button comes before the rows, because there may be fifty of them. */
const pressView = (words: ImportWords, { people }: Sorted, problem: string | null): Html =>
  html`${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<p><button data-to="import"${disabled(people === 0)}>${words.submit(people)}</button></p>`;

function rowsView(
  words: ImportWords,
  choices: Choices,
  sorted: Sorted,
  { refusedHref, press }: { refusedHref: string; press: Html },
): Html {
  const { rows, counts } = sorted;
  const unclear = unclearIn(sorted);
  const kind = choices.kind ?? SHOWN_KINDS.find(candidate => counts[candidate] > 0) ?? 'new';
  const offset = choices.offset < counts[kind] ? choices.offset : 0;
  const ofKind = rows.filter(row => isOf(row, kind));
  if (kind === 'repaired') ofKind.sort((one, other) => Number(isDoubtful(other)) - Number(isDoubtful(one)));
  const shown = ofKind.slice(offset, offset + PAGE_SIZE);
  const turn = (to: number, label: string): Html =>
    html`<button class="second" name="offset" value="${to}" id="turn${to > offset ? 'next' : 'back'}">${label}</button>`;
  return html`<h2>${words.rows}</h2>
<p>${words.rowsListed(rows.length)}</p>
<input type="hidden" name="kind" value="${kind}">
<p class="kinds">${SHOWN_KINDS.map(
    shownKind =>
      html`<button class="second" id="kind-${shownKind}" name="kind" value="${shownKind}" aria-pressed="${shownKind === kind ? 'true' : 'false'}">${words.kind[shownKind]} <b>${counts[shownKind]}</b></button>`,
  )}</p>
${unclear.length > 0 && html`<p>${words.unclear(unclear)}</p>`}
${press}
<p>${words.kindHint[kind]}</p>
${
  shown.length === 0
    ? html`<p>${words.none}</p>`
    : html`<div class="table"><table><thead><tr><th scope="col">${words.line}</th><th scope="col">${words.name}</th><th scope="col">${words.number}</th><th scope="col">${words.role.groups}</th><th scope="col">${words.what}</th></tr></thead>
<tbody>${shown.map(row => rowView(words, row))}</tbody></table></div>
<p>${words.shown({ from: offset + 1, to: offset + shown.length, total: counts[kind] })}
${offset > 0 && turn(Math.max(0, offset - PAGE_SIZE), words.previous)}
${offset + PAGE_SIZE < counts[kind] && turn(offset + PAGE_SIZE, words.next)}</p>`
}
${counts.refused > 0 && html`<p><a href="${refusedHref}" download>${words.downloadRefused}</a></p>`}`;
}

function rowView(words: ImportWords, row: SortedRow): Html {
  if (row.kind === 'refused')
    return html`<tr><td>${row.line}</td><td>${row.written}</td><td>${row.typed}</td><td></td><td>${words.rowFault[row.fault]}</td></tr>`;
  const { person, repairs, first } = row;
  const repaired = repairs.map(repair => {
    if (repair === 'group' || repair === 'letter') return words.repair[repair];
    return `“${repair === 'name' ? row.written : row.typed}”: ${words.repair[repair]}`;
  });
  return html`<tr><td>${row.line}</td><td>${person.name}</td><td>${person.number}</td><td>${person.groups.join(', ')}</td><td>${[...(first === null ? [] : [words.sameAsRow(first)]), ...repaired].join('; ')}</td></tr>`;
}

function isOf(row: SortedRow, kind: ShownKind): boolean {
  return kind === 'repaired' ? isRepaired(row) : row.kind === kind;
}

function isDoubtful(row: SortedRow): boolean {
  return row.kind !== 'refused' && row.repairs.some(repair => DOUBTFUL.includes(repair));
}

/**
 * The progress of an import, or of undoing it. The page polls it until the end.
 *
 * @param refused the number of refused rows of the import's file; null if this process doesn't have the file
 */
export function progressView(
  words: ImportWords,
  record: Import,
  refused: { count: number; href: string } | null = null,
): Html {
  const groups = record.groups.map(({ name }) => name);
  if (record.state === 'undone')
    return html`<h2 tabindex="-1">${words.undone}</h2>${againView(words, refused)}`;
  if (record.state === 'done')
    return html`<h2 tabindex="-1">${words.done({ ...record.counts, groups })}</h2>
${
  refused !== null &&
  refused.count > 0 &&
  html`<p>${words.doneRefused(refused.count)} <a href="${refused.href}" download>${words.downloadRefused}</a></p>`
}
${undoForm(words, record, null)}<p>${words.undoHint}</p>${againView(words, refused)}`;
  const done = record.pieces === 0 ? 0 : Math.floor((record.people * record.next) / record.pieces);
  const progress = { done, total: record.people };
  const label = record.state === 'undoing' ? words.undoing(progress) : words.importing(progress);
  return html`<div data-again="progress?import=${record.id}"><p><label>${label}<br>
<progress max="${record.people}" value="${done}"></progress></label></p></div>`;
}

function undoForm(words: ImportWords, record: Import, by: string | null): Html {
  const groups = record.groups.map(({ name }) => name);
  return html`<form data-to="undo" method="post"><input type="hidden" name="import" value="${record.id}">
<p>${words.recentLine({ people: record.people, groups, at: record.at, by })} <button class="second">${words.undo}</button></p></form>`;
}

/** Asks before an import is undone. */
export function undoView({ pages, uses }: Wording, record: Import, used: readonly RecipientUse[]): Html {
  const words = pages.import;
  const groups = record.groups.map(({ name }) => name);
  const emptied = used.filter(({ isEmptied }) => isEmptied);
  return html`<h2 tabindex="-1">${words.undoAsk({ ...record.counts, groups })}</h2>
${used.length > 0 && html`<p>${words.undoUsed(uses.named(used))}</p>`}
${emptied.length > 0 && html`<p class="problem">${words.undoEmptied(uses.named(emptied))}</p>`}
<p>${words.undoHint}</p>
<form data-to="undo" data-undoes="${record.id}" method="post"><input type="hidden" name="import" value="${record.id}">
<p><button name="sure" value="yes">${words.undoYes(record.people)}</button>
<button class="second" data-to="progress">${words.undoNo}</button></p></form>`;
}

function againView(words: ImportWords, refused: unknown): Html {
  return html`<p>${words.closePage}</p>
${refused !== null && html`<form data-to="back" method="post"><p><button class="second">${words.back}</button></p></form>`}
<p><a href="">${words.again}</a></p>`;
}

export function problemView(problem: string): Html {
  return html`<p class="problem" role="alert">${problem}</p>`;
}

const selected = (is: boolean): Html | false => is && html` selected`;
const disabled = (is: boolean): Html | false => is && html` disabled`;
