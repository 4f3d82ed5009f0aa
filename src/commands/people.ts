import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, secretsOf } from '../config.ts';
import { isGroupName, MAX_NAME } from '../contacts/contact.ts';
import { createDoNotTextHash, createDoNotTextList } from '../contacts/do-not-text.ts';
import { MAX_FILE_BYTES, MAX_FILE_GROUPS } from '../contacts/imported.ts';
import {
  createImporting,
  createSortRows,
  intoGroup,
  type Sorted,
  unclearIn,
} from '../contacts/importing/importing.ts';
import type { FileTable } from '../contacts/importing/reading/table.ts';
import { createReadInThread } from '../contacts/importing/reading/thread.ts';
import { type ChosenSheet, chooseSheet, recogniseSheet, rowsOf, rowsUnaccounted } from '../contacts/importing/rules/sheets.ts';
import { notReadLines } from '../contacts/pages/import-view.ts';
import { wordingIn } from '../features.ts';
import { type Clock, systemTime } from '../kit/clock.ts';
import { StorageError } from '../kit/store/errors.ts';
import type { Storage } from '../kit/store/storage.ts';
import type { Wording } from '../kit/words/wording.ts';
import { createLog } from '../log.ts';
import { isSameName, tidyName } from '../texts/parse/name.ts';
import { openStorage } from '../wiring/storage.ts';
import { createSealer, embeddedEncryptionKeys } from '../workspace/sealing.ts';
import { printError, printLines } from './terminal.ts';

/*
 * `npm run people`: imports contacts where no browser reaches the app, by the same rules as its page. With SQLite, stop the app
 * first; with Redis it may run.
 */

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

/** What the operator asked for, that can't be done. */
class Refusal extends Error {}

/** Some rows were refused. */
const SOME = 2;

try {
  process.exitCode = await run(argumentsIn(process.argv.slice(2)));
} catch (error) {
  const isSaid = error instanceof ConfigError || error instanceof StorageError || error instanceof Refusal;
  printError(process.stderr, String(isSaid ? error.message : (error as Error).stack));
  process.exitCode = 1;
}
process.exit();

type AskedImport = { file: string; workspace: string; group: string; dryRun: boolean } & AskedSheet;
type AskedSheet = { sheet: string | undefined; headings: number | undefined; hidden: boolean };

function argumentsIn(given: string[]): AskedImport {
  try {
    const { positionals, values } = parseArgs({
      args: given,
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

async function run(asked: AskedImport): Promise<number> {
  const config = readConfig(process.env);
  const { pages } = wordingIn(config.language);
  if (asked.group !== '' && !isGroupName(asked.group))
    throw new Refusal(pages.import.groupNameWrong(MAX_NAME));
  const { size } = await stat(asked.file).catch(() => {
    throw new Refusal(`There is no file ${asked.file}.`);
  });
  if (size > MAX_FILE_BYTES) throw new Refusal(pages.import.fault.too_large);
  const log = createLog({ level: 'warn', stream: process.stderr, secrets: secretsOf(config) });
  const table = await createReadInThread(error => log.error({ err: error }, 'reading a file failed'))(
    await readFile(asked.file),
  );
  if (typeof table === 'string') throw new Refusal(pages.import.fault[table]);
  const newId = (): string => crypto.randomUUID();
  const storage = await openStorage(config.storage, { time: systemTime, newId, log });
  try {
    const keys = config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir);
    const doNotTextHash = createDoNotTextHash({ ...storage, sealer: createSealer(keys) });
    const clock = clockOf(storage);
    const doNotTextList = createDoNotTextList({ ...storage, doNotTextHash, clock, newId });
    const group = await existingGroup(storage, asked);
    const chosen = chosenIn(table, asked);
    const rows = rowsOf(table, chosen.sheet, chosen.withHidden);
    const reading = { ...chosen, inGroup: asked.group !== '' };
    if (!reading.roles.includes('number')) throw new Refusal(pages.import.noNumberColumn);
    const sortRows = createSortRows({ contacts: storage.contacts, doNotTextList });
    const sorted = await sortRows(asked.workspace, rows, reading, group);
    if (sorted.groups.length > MAX_FILE_GROUPS)
      throw new Refusal(pages.import.tooManyGroups(MAX_FILE_GROUPS));
    const lost = rowsUnaccounted(table, chosen, sorted.rows.length);
    if (lost !== 0) throw new Refusal(pages.import.rowsLost(Math.abs(lost)));
    say(...reportLines(pages.import, sorted), ...notReadLines(pages.import, table, chosen));
    if (sorted.people === 0) return 1;
    if (!asked.dryRun) {
      const importing = createImporting({
        imports: storage.imports,
        isShared: false,
        clock,
        newId,
        log,
        removed: async () => undefined,
      });
      const into = intoGroup(asked.group, group);
      const begun = await importing.start(asked.workspace, 'operator', sorted, into);
      if (typeof begun === 'string') throw new Refusal(pages.import.refused[begun]);
      await importing.finish(begun.id);
      await importing.worker.stop();
      const done = await storage.imports.one(asked.workspace, begun.id);
      if (done) say('', pages.import.done({ ...done.counts, groups: done.groups.map(({ name }) => name) }));
    }
    return sorted.counts.refused > 0 ? SOME : 0;
  } finally {
    await storage.close();
  }
}

/** The sheet and the headings that were asked for, or those that are recognised. */
function chosenIn(table: FileTable, { sheet, headings, hidden }: AskedSheet): ChosenSheet {
  const named = table.sheets.findIndex(({ name }) => name === sheet);
  if (sheet !== undefined && !table.sheets[named]?.rows.length)
    throw new Refusal(`There is no sheet ${sheet} with anything in it.`);
  const index = named < 0 ? chooseSheet(table).sheet : named;
  const said = headings === undefined ? undefined : headings === 0 ? null : headings;
  return recogniseSheet(table, index, said, hidden);
}

/** The id of the group that was asked for, if it is there. A mistyped workspace would take contacts that nobody ever sees. */
async function existingGroup(storage: Storage, { workspace, group }: AskedImport): Promise<string | null> {
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
  const kinds = ['new', 'changed', 'same', 'repaired', 'twice', 'doNotText', 'refused'] as const;
  const refused = rows.flatMap(row => {
    if (row.kind !== 'refused') return [];
    return [
      `  ${words.line} ${row.line}, ${row.written || '–'}, “${row.typed}”: ${words.rowFault[row.fault]}`,
    ];
  });
  return [
    ...kinds.map(kind => `${words.kind[kind]}: ${counts[kind]}`),
    ...(unclear.length > 0 ? [words.unclear(unclear)] : []),
    ...refused,
  ];
}

function clockOf({ now, wall }: Storage): Clock {
  return { now, wall, after: () => () => undefined };
}

function say(...lines: string[]): void {
  printLines(process.stdout, lines);
}
