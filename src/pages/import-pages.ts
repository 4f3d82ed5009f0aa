import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_GROUPS } from '../domain/contact.ts';
import { type FileFault, MAX_FILE_BYTES } from '../domain/imported.ts';
import type { ReadBody } from '../http/body.ts';
import type { Importing } from '../people/importing.ts';
import type { ReadFile } from '../people/reading/thread.ts';
import { recogniseColumns } from '../people/rules/columns.ts';
import type { SortRows } from '../people/sorting.ts';
import type { Contacts, Import, Imports, PageLink } from '../storage/ports.ts';
import type { Wording } from '../wording/index.ts';
import { isGroupName, MAX_NAME } from '../workspaces/number-group.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import type { LinkAddress } from './door.ts';
import type { Html } from './html.ts';
import { type Choices, firstChoices, intoGroup, NEW_GROUP, readChoices } from './import-choices.ts';
import { problemView, progressView, readView, sourceView } from './import-view.ts';
import type { Upload, Uploads } from './uploads.ts';

const FORM_BYTES = 64 * 1024;
/** Phones send slowly. */
const FILE_MS = 120_000;
const FORM_MS = 10_000;
/** How many of the last day's imports can be undone on a page. */
const RECENT = 5;

/** The answer to a request: a part of the page, a file, or a status that the page understands. */
export type PagePart =
  | { kind: 'part'; part: Html }
  | { kind: 'csv'; name: string; text: string }
  /** 409: the file must be sent again. */
  | { kind: 'status'; status: 400 | 404 | 409 | 413 };

export type ImportPages = {
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

const STATUS = (status: 400 | 404 | 409 | 413): PagePart => ({ kind: 'status', status });
const PART = (part: Html): PagePart => ({ kind: 'part', part });

export function createImportPages(parts: {
  contacts: Contacts;
  imports: Imports;
  importing: Importing;
  sortRows: SortRows;
  readFile: ReadFile;
  readBody: ReadBody;
  uploads: Uploads;
}): ImportPages {
  const { contacts, imports, importing, sortRows, readFile, readBody, uploads } = parts;

  async function groupsOf(workspace: string): Promise<{ id: string; name: string }[]> {
    return (await contacts.find(workspace, { allGroups: true })).groups.slice(0, MAX_GROUPS);
  }

  async function sortedBy(link: PageLink, upload: Upload, choices: Choices) {
    const { heading, roles, group } = choices;
    const by = JSON.stringify([heading, roles, group]);
    if (upload.sorted?.by !== by) {
      const id = group === '' || group === NEW_GROUP ? null : group;
      const reading = { heading, roles, inGroup: group !== '' };
      const result = await sortRows(link.workspace, upload.table.rows, reading, id);
      // A new group's members are all new to it.
      upload.sorted = { by, heading, result };
    }
    return upload.sorted.result;
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
    const its = words.pages.import;
    const problem = choices.roles.includes('number') ? refused : its.noNumberColumn;
    return PART(readView(its, upload.table, choices, groups, sorted, problem, `${token}/refused`));
  }

  async function takeFile(...[link, address, words, request]: Parameters<ImportPages['answer']>) {
    const body = await readBody(request, { limit: MAX_FILE_BYTES, ms: FILE_MS });
    const its = words.pages.import;
    const fault = (why: FileFault): PagePart => PART(problemView(its.fault[why]));
    if (typeof body === 'string') return fault(body === 'too_large' ? 'too_large' : 'busy');
    const table = await readFile(body);
    if (typeof table === 'string') return fault(table);
    const upload = uploads.keep(link.id, table);
    return view(link, address, words, upload, firstChoices(recogniseColumns(table.rows), link.group));
  }

  async function start(
    link: PageLink,
    address: LinkAddress,
    words: Wording,
    upload: Upload,
    choices: Choices,
  ) {
    const its = words.pages.import;
    if (choices.group === NEW_GROUP && !isGroupName(choices.groupName))
      return view(link, address, words, upload, choices, its.groupNameWrong(MAX_NAME));
    if (!choices.roles.includes('number')) return view(link, address, words, upload, choices);
    // Based on how things are right now.
    upload.sorted = null;
    const sorted = await sortedBy(link, upload, choices);
    if (sorted.people === 0) return view(link, address, words, upload, choices);
    const begun = await importing.start(link.workspace, link.userId, sorted, intoGroup(choices));
    if (typeof begun === 'string') return view(link, address, words, upload, choices, its.refused[begun]);
    uploads.forget(link.id);
    return PART(progressView(its, begun));
  }

  async function refusedRows(link: PageLink, { pages }: Wording): Promise<PagePart> {
    const upload = uploads.of(link.id);
    if (!upload?.sorted) return STATUS(409);
    const { table, sorted } = upload;
    const { refusedLine, reason, rowFault } = pages.import;
    const head = [refusedLine, reason, ...(sorted.heading ? (table.rows[0] ?? []) : [])];
    const lines = sorted.result.rows.flatMap(row =>
      row.kind === 'refused'
        ? [csvLine([String(row.line), rowFault[row.fault], ...(table.rows[row.line - 1] ?? [])])]
        : [],
    );
    return { kind: 'csv', name: 'refused', text: BYTE_ORDER_MARK + csvLine(head) + lines.join('') };
  }

  async function progress(link: PageLink, words: Wording, importId: string | null): Promise<PagePart> {
    const one = importId && (await imports.one(link.workspace, importId));
    // Whoever began it may be gone.
    if (one && (one.state === 'applying' || one.state === 'undoing')) importing.worker.wake();
    return one ? PART(progressView(words.pages.import, one)) : STATUS(404);
  }

  async function undo(link: PageLink, words: Wording, importId: string | null): Promise<PagePart> {
    const begun = await importing.undo(link.workspace, importId ?? '');
    const its = words.pages.import;
    return PART(typeof begun === 'string' ? problemView(its.refused[begun]) : progressView(its, begun));
  }

  return {
    async page(link, words) {
      const recent = await imports.of(link.workspace, RECENT);
      const isUndoable = ({ state }: Import): boolean => state === 'done';
      return sourceView(words.pages.import, recent.filter(isUndoable));
    },

    async answer(link, address, words, request, response) {
      const { rest } = address;
      if (request.method === 'GET') {
        const query = new URLSearchParams(request.url?.split('?', 2)[1] ?? '');
        if (rest === 'progress') return progress(link, words, query.get('import'));
        return rest === 'refused' ? refusedRows(link, words) : STATUS(404);
      }
      if (rest === 'file') return takeFile(link, address, words, request, response);
      const body = await readBody(request, { limit: FORM_BYTES, ms: FORM_MS });
      if (typeof body === 'string') return STATUS(body === 'too_large' ? 413 : 400);
      const form = new URLSearchParams(body.toString('utf8'));
      if (rest === 'undo') return undo(link, words, form.get('import'));
      if (rest !== 'look' && rest !== 'import') return STATUS(404);
      const upload = uploads.of(link.id);
      if (!upload) return STATUS(409);
      const columns = upload.table.rows.reduce((most, row) => Math.max(most, row.length), 0);
      const choices = readChoices(form, columns);
      if (!choices) return STATUS(400);
      return rest === 'look'
        ? view(link, address, words, upload, choices)
        : start(link, address, words, upload, choices);
    },
  };
}
