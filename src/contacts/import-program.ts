import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Clock } from '../kit/clock.ts';
import { type OperatorProgram, type ProgramContext, Refusal } from '../kit/program.ts';
import type { Storage } from '../kit/store/storage.ts';
import type { Wording } from '../kit/words/wording.ts';
import { isSameName, tidyName } from '../texts/parse/name.ts';
import { createSealer, embeddedEncryptionKeys } from '../workspace/sealing.ts';
import { isGroupName, MAX_NAME } from './contact.ts';
import { createDoNotTextHash, createDoNotTextList } from './do-not-text.ts';
import { MAX_FILE_BYTES, MAX_FILE_GROUPS } from './imported.ts';
import { createImporting, intoGroup } from './importing/importing.ts';
import type { FileTable } from './importing/reading/table.ts';
import { createReadInThread } from './importing/reading/thread.ts';
import {
  type ChosenSheet,
  chooseSheet,
  recogniseSheet,
  rowsOf,
  rowsUnaccounted,
} from './importing/rules/sheets.ts';
import { createSortRows, type Sorted, unclearIn } from './importing/sort-rows.ts';
import { notReadLines, SHOWN_KINDS } from './pages/import-view.ts';

/* `npm run people`: imports contacts where no browser reaches the app, by the same rules as the import page. */

const USAGE = `npm run people -- import FILE --workspace T… [--group NAME]
    [--sheet NAME] [--headings ROW] [--hidden] [--dry-run]

FILE         a spreadsheet (.xlsx), CSV or vCard file
--workspace  the workspace's ID: the T… in the address of Slack in a browser
--group      everyone is added to this group; a new name makes a new group
--sheet      a workbook's sheet, where it isn't the first with a column of numbers
--headings   the row with the headings, where it isn't recognised; 0: there are none
--hidden     also the rows that are hidden in the sheet, or filtered out
--dry-run    says what an import would do, and does nothing

Ends with 0 when all rows are imported, with 2 when some were refused, with 1 when nothing was imported.`;

/** The exit code if some rows were refused. */
const SOME_REFUSED = 2;

export const people: OperatorProgram = (args, open) => importFile(parseArguments(args), open());

type ImportOptions = { file: string; workspace: string; group: string; dryRun: boolean } & SheetOptions;
type SheetOptions = { sheet: string | undefined; headings: number | undefined; hidden: boolean };

function parseArguments(args: readonly string[]): ImportOptions {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        workspace: { type: 'string' },
        group: { type: 'string', default: '' },
        sheet: { type: 'string' },
        headings: { type: 'string' },
        hidden: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [command, file, ...more] = positionals;
    const { workspace, group, sheet, hidden, 'dry-run': dryRun } = values;
    const headings = values.headings === undefined ? undefined : Number(values.headings);
    if (command !== 'import' || !file || more.length > 0 || !workspace || Number.isNaN(headings))
      throw new Refusal(USAGE);
    return { file, workspace, group: tidyName(group), sheet, headings, hidden, dryRun };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function importFile(options: ImportOptions, context: ProgramContext): Promise<number> {
  const { config, words, log, newId, openStorage, print } = context;
  const { pages } = words;
  if (options.group !== '' && !isGroupName(options.group))
    throw new Refusal(pages.import.groupNameWrong(MAX_NAME));
  const { size } = await stat(options.file).catch(() => {
    throw new Refusal(`There is no file ${options.file}.`);
  });
  if (size > MAX_FILE_BYTES) throw new Refusal(pages.import.fault.too_large);
  const table = await createReadInThread(error => log.error({ err: error }, 'reading a file failed'))(
    await readFile(options.file),
  );
  if (typeof table === 'string') throw new Refusal(pages.import.fault[table]);
  const storage = await openStorage();
  try {
    const keys = config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir);
    const doNotTextHash = createDoNotTextHash({ ...storage, sealer: createSealer(keys) });
    const clock = clockOf(storage);
    const doNotTextList = createDoNotTextList({ ...storage, doNotTextHash, clock, newId });
    const group = await existingGroup(storage, options);
    const chosen = chosenIn(table, options);
    const rows = rowsOf(table, chosen.sheet, chosen.withHidden);
    const reading = { ...chosen, inGroup: options.group !== '' };
    if (!reading.roles.includes('number')) throw new Refusal(pages.import.noNumberColumn);
    const sortRows = createSortRows({ contacts: storage.contacts, doNotTextList });
    const sorted = await sortRows(options.workspace, rows, reading, group);
    if (sorted.groups.length > MAX_FILE_GROUPS)
      throw new Refusal(pages.import.tooManyGroups(MAX_FILE_GROUPS));
    const lost = rowsUnaccounted(table, chosen, sorted.rows.length);
    if (lost !== 0) throw new Refusal(pages.import.rowsLost(Math.abs(lost)));
    print([...reportLines(pages.import, sorted), ...notReadLines(pages.import, table, chosen)]);
    if (sorted.people === 0) return 1;
    if (!options.dryRun) {
      const importing = createImporting({
        imports: storage.imports,
        isShared: false,
        clock,
        newId,
        log,
        removed: async () => undefined,
      });
      const into = intoGroup(options.group, group);
      const begun = await importing.start(options.workspace, 'operator', sorted, into);
      if (typeof begun === 'string') throw new Refusal(pages.import.refused[begun]);
      await importing.finish(begun.id);
      await importing.worker.stop();
      const done = await storage.imports.one(options.workspace, begun.id);
      if (done)
        print(['', pages.import.done({ ...done.counts, groups: done.groups.map(({ name }) => name) })]);
    }
    return sorted.counts.refused > 0 ? SOME_REFUSED : 0;
  } finally {
    await storage.close();
  }
}

/** The sheet and headings that the options name; otherwise the recognised ones. */
function chosenIn(table: FileTable, { sheet, headings, hidden }: SheetOptions): ChosenSheet {
  const named = table.sheets.findIndex(({ name }) => name === sheet);
  if (sheet !== undefined && !table.sheets[named]?.rows.length)
    throw new Refusal(`There is no sheet ${sheet} with anything in it.`);
  const index = named < 0 ? chooseSheet(table).sheet : named;
  const headingRow = headings === undefined ? undefined : headings === 0 ? null : headings;
  return recogniseSheet(table, index, headingRow, hidden);
}

/**
 * The id of the named group; null if it is new. Refuses an unknown workspace, because no user would ever see its
 * contacts.
 */
async function existingGroup(storage: Storage, { workspace, group }: ImportOptions): Promise<string | null> {
  const { groups, counts } = await storage.contacts.find(workspace, { names: group === '' ? [] : [group] });
  if (counts.contacts + counts.groups === 0 && (await storage.documents.keys(workspace)).length === 0) {
    throw new Refusal(
      `Nothing is known here of a workspace ${workspace}. Check the ID, or open the app's Home tab there first.`,
    );
  }
  return groups.find(({ name }) => isSameName(name, group))?.id ?? null;
}

function reportLines(words: Wording['pages']['import'], sorted: Sorted): string[] {
  const { rows, counts } = sorted;
  const unclear = unclearIn(sorted);
  const refused = rows.flatMap(row => {
    if (row.kind !== 'refused') return [];
    return [
      `  ${words.line} ${row.line}, ${row.written || '–'}, “${row.typed}”: ${words.rowFault[row.fault]}`,
    ];
  });
  return [
    ...SHOWN_KINDS.map(kind => `${words.kind[kind]}: ${counts[kind]}`),
    ...(unclear.length > 0 ? [words.unclear(unclear)] : []),
    ...refused,
  ];
}

function clockOf({ now, wall }: Storage): Clock {
  return { now, wall, after: () => () => undefined };
}
