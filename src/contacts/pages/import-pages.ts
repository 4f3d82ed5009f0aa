import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../kit/day.ts';
import type { ReadBody } from '../../kit/http/body.ts';
import { BYTE_ORDER_MARK, csvLines } from '../../kit/pages/file-pages.ts';
import type { Html } from '../../kit/pages/layout.ts';
import type { LinkAddress, PageLink } from '../../kit/pages/magic-links.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { isFeatureRecipient } from '../../texts/recipient.ts';
import type { IsRecipient, RecipientUse } from '../../texts/recipient-uses.ts';
import type { People } from '../../workspace/people.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { isGroupName, MAX_GROUPS, MAX_NAME } from '../contact.ts';
import { type FileFault, MAX_FILE_BYTES, MAX_FILE_GROUPS } from '../imported.ts';
import { type Importing, intoGroup } from '../importing/importing.ts';
import { type FileTable, weightOf } from '../importing/reading/table.ts';
import type { ReadFile } from '../importing/reading/thread.ts';
import { headingsOf } from '../importing/rules/rows.ts';
import { rowsOf, rowsUnaccounted } from '../importing/rules/sheets.ts';
import type { Sorted, SortRows } from '../importing/sort-rows.ts';
import type { Imports } from '../store/imports.ts';
import { isActive } from '../store/imports-model.ts';
import type { Contacts } from '../store/store.ts';
import {
  type Choices,
  chosenGroup,
  firstChoices,
  NEW_GROUP,
  problemView,
  progressView,
  readChoices,
  readView,
  sourceView,
  undoView,
} from './import-view.ts';

const FORM_BYTES = 64 * 1024;
/** Phones upload slowly. */
const FILE_MS = 120_000;
const FORM_MS = 10_000;
/** The most recent imports that the page loads, to offer undoing those that are done. */
const MAX_RECENT = 5;

/** The answer to a request: a part of the page, a file, or a status that the page's script handles. */
export type PagePart =
  | { kind: 'part'; part: Html }
  | { kind: 'csv'; name: string; text: string }
  /** 409: the page must upload the file again. */
  | { kind: 'status'; status: 400 | 404 | 409 | 413 };

export type ImportPages = {
  permission: Permission<PageLink>;
  /** The page behind a link that this browser has opened. */
  page(link: PageLink, words: Wording): Promise<Html>;
  /** Answers a request from the page. */
  answer(
    link: PageLink,
    address: LinkAddress,
    words: Wording,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<PagePart>;
};

const statusPart = (status: 400 | 404 | 409 | 413): PagePart => ({ kind: 'status', status });
const htmlPart = (part: Html): PagePart => ({ kind: 'part', part });

/** Matches these contacts and groups, by id. */
const isAmong =
  (all: Readonly<Record<'contacts' | 'groups', ReadonlySet<string>>>): IsRecipient =>
  recipient => {
    if (!isFeatureRecipient(recipient)) return false;
    const { kind, data } = recipient;
    return kind === 'contact' ? all.contacts.has(data.id) : kind === 'group' && all.groups.has(data.id);
  };

export function createImportPages(deps: {
  contacts: Contacts;
  imports: Imports;
  importing: Importing;
  sortRows: SortRows;
  readFile: ReadFile;
  readBody: ReadBody;
  uploads: Uploads;
  people: Pick<People, 'knownName'>;
  /** The hooks, rotas and schedules that text a recipient whom `isIt` accepts. */
  usesOf: (workspace: string, isIt: IsRecipient) => Promise<RecipientUse[]>;
}): ImportPages {
  const { usesOf, people, contacts, imports, importing, sortRows, readFile, readBody, uploads } = deps;

  async function groupsOf(workspace: string): Promise<{ id: string; name: string }[]> {
    return (await contacts.find(workspace, { allGroups: true })).groups.slice(0, MAX_GROUPS);
  }

  async function sortedBy(link: PageLink, upload: Upload, choices: Choices): Promise<Sorted> {
    const { sheet, withHidden, heading, roles, group } = choices;
    const by = JSON.stringify([sheet, withHidden, heading, roles, group]);
    const result = upload.sorted?.by === by ? upload.sorted.result : await sorted();
    upload.sorted = { by, choices, result };
    return result;

    async function sorted(): Promise<Sorted> {
      const reading = { heading, roles, inGroup: group !== '' };
      // A new group has no id yet, so joining it doesn't count as a change here.
      return sortRows(link.workspace, rowsOf(upload.table, sheet, withHidden), reading, chosenGroup(choices));
    }
  }

  async function view(
    link: PageLink,
    { token }: LinkAddress,
    words: Wording,
    upload: Upload,
    choices: Choices,
    refused: string | null = null,
  ): Promise<PagePart> {
    const [sorted, groups] = await Promise.all([sortedBy(link, upload, choices), groupsOf(link.workspace)]);
    const importWords = words.pages.import;
    const problem = choices.roles.includes('number')
      ? (refused ?? sortedProblem(importWords, upload.table, choices, sorted))
      : importWords.noNumberColumn;
    return htmlPart(
      readView(importWords, upload.table, choices, groups, sorted, problem, `${token}/refused`),
    );
  }

  async function takeFile(...[link, address, words, request]: Parameters<ImportPages['answer']>) {
    const body = await readBody(request, { limit: MAX_FILE_BYTES, ms: FILE_MS });
    const importWords = words.pages.import;
    const fault = (why: FileFault): PagePart => htmlPart(problemView(importWords.fault[why]));
    if (typeof body === 'string') return fault(body === 'too_large' ? 'too_large' : 'busy');
    const table = await readFile(link.workspace, body);
    if (typeof table === 'string') return fault(table);
    const upload = uploads.keep(link.id, table);
    return view(link, address, words, upload, firstChoices(table, link.about));
  }

  async function start(
    link: PageLink,
    address: LinkAddress,
    words: Wording,
    upload: Upload,
    choices: Choices,
  ) {
    const importWords = words.pages.import;
    if (choices.group === NEW_GROUP && !isGroupName(choices.groupName))
      return view(link, address, words, upload, choices, importWords.groupNameWrong(MAX_NAME));
    if (!choices.roles.includes('number')) return view(link, address, words, upload, choices);
    // Sorts again, because the workspace's contacts may have changed since.
    upload.sorted = null;
    const sorted = await sortedBy(link, upload, choices);
    if (sorted.people === 0 || sortedProblem(importWords, upload.table, choices, sorted))
      return view(link, address, words, upload, choices);
    const name = choices.group === NEW_GROUP ? choices.groupName : '';
    const into = intoGroup(name, chosenGroup(choices));
    const begun = await importing.start(link.workspace, link.userId, sorted, into);
    if (typeof begun === 'string')
      return view(link, address, words, upload, choices, importWords.refused[begun]);
    return htmlPart(progressView(importWords, begun));
  }

  async function refusedRows(link: PageLink, { pages }: Wording): Promise<PagePart> {
    const upload = uploads.of(link.id);
    if (!upload?.sorted) return statusPart(409);
    const { choices, result } = upload.sorted;
    const rows = rowsOf(upload.table, choices.sheet, choices.withHidden);
    const cells = new Map(rows.map(row => [row.line, row.cells]));
    const { refusedLine, reason, rowFault } = pages.import;
    const head = [refusedLine, reason, ...headingsOf(rows, choices.heading)];
    const lines = result.rows.flatMap(row =>
      row.kind === 'refused' ? [[String(row.line), rowFault[row.fault], ...(cells.get(row.line) ?? [])]] : [],
    );
    return { kind: 'csv', name: 'refused', text: BYTE_ORDER_MARK + csvLines([head, ...lines]) };
  }

  async function progress(
    link: PageLink,
    { token }: LinkAddress,
    words: Wording,
    importId: string | null,
  ): Promise<PagePart> {
    const current = importId && (await imports.one(link.workspace, importId));
    if (!current) return statusPart(404);
    // The process that began the import may be dead.
    if (isActive(current.state)) importing.worker.wake();
    const result = uploads.of(link.id)?.sorted?.result;
    const refused = result ? { count: result.counts.refused, href: `${token}/refused` } : null;
    return htmlPart(progressView(words.pages.import, current, refused));
  }

  async function undo(link: PageLink, words: Wording, form: URLSearchParams): Promise<PagePart> {
    const importWords = words.pages.import;
    const importId = form.get('import') ?? '';
    if (form.get('sure') !== 'yes') {
      const current = await imports.one(link.workspace, importId);
      if (current?.state !== 'done') return htmlPart(problemView(importWords.refused.gone));
      const used = await usesOf(link.workspace, isAmong(await imports.added(current)));
      return htmlPart(undoView(words, current, used));
    }
    const begun = await importing.undo(link.workspace, importId);
    return htmlPart(
      typeof begun === 'string' ? problemView(importWords.refused[begun]) : progressView(importWords, begun),
    );
  }

  return {
    permission: manager,

    async page(link, words) {
      const recent = await imports.of(link.workspace, MAX_RECENT);
      const undoable = recent
        .filter(({ state }) => state === 'done')
        .map(async record => ({ record, by: await people.knownName(link.workspace, record.by) }));
      return sourceView(words.pages.import, await Promise.all(undoable));
    },

    async answer(link, address, words, request, response) {
      const { subpath: action } = address;
      if (request.method === 'GET') {
        const query = new URLSearchParams(request.url?.split('?', 2)[1] ?? '');
        if (action === 'progress') return progress(link, address, words, query.get('import'));
        return action === 'refused' ? refusedRows(link, words) : statusPart(404);
      }
      if (action === 'file') return takeFile(link, address, words, request, response);
      const body = await readBody(request, { limit: FORM_BYTES, ms: FORM_MS });
      if (typeof body === 'string') return statusPart(body === 'too_large' ? 413 : 400);
      const form = new URLSearchParams(body.toString('utf8'));
      if (action === 'undo') return undo(link, words, form);
      if (action === 'progress') return progress(link, address, words, form.get('import'));
      if (action !== 'look' && action !== 'import' && action !== 'back') return statusPart(404);
      const upload = uploads.of(link.id);
      if (!upload) return statusPart(409);
      const choices = action === 'back' ? upload.sorted?.choices : readChoices(form, upload.table);
      if (!choices) return statusPart(400);
      if (action === 'import') return start(link, address, words, upload, choices);
      // Sorts again, because the import changed who is new.
      if (action === 'back') upload.sorted = null;
      return view(link, address, words, upload, choices);
    },
  };
}

/**
 * Why the file can't be imported with these choices; null if it can. A column with too many names doesn't hold
 * groups, and no row may be lost silently.
 */
function sortedProblem(
  words: Wording['pages']['import'],
  table: FileTable,
  choices: Choices,
  { rows, groups }: Sorted,
): string | null {
  if (groups.length > MAX_FILE_GROUPS) return words.tooManyGroups(MAX_FILE_GROUPS);
  const lost = rowsUnaccounted(table, choices, rows.length);
  return lost === 0 ? null : words.rowsLost(Math.abs(lost));
}

/** An uploaded file, with its rows as last sorted. */
type Upload = {
  table: FileTable;
  /** `by`: the choices for which the rows were sorted, as JSON. Null before the first sorting. */
  sorted: { by: string; choices: Choices; result: Sorted } | null;
};

/** Limits of files and their characters in memory; beyond them, the least recently used goes. */
const MAX_UPLOADS = 20;
const MAX_UPLOAD_CHARACTERS = 40_000_000;

/** Uploaded files, by the id of their page's link. Kept in memory only, for at most an hour. */
type Uploads = {
  of(linkId: string): Upload | null;
  keep(linkId: string, table: FileTable): Upload;
};

export function createUploads(): Uploads {
  const cache = new LRUCache<string, Upload>({
    max: MAX_UPLOADS,
    maxSize: MAX_UPLOAD_CHARACTERS,
    ttl: HOUR_MS,
    sizeCalculation: ({ table }) =>
      1 + table.sheets.flatMap(({ rows }) => rows).reduce((sum, { cells }) => sum + weightOf(cells), 0),
  });
  return {
    of: linkId => cache.get(linkId) ?? null,
    keep(linkId, table) {
      const upload: Upload = { table, sorted: null };
      cache.set(linkId, upload);
      return upload;
    },
  };
}
