import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, secretsOf } from './config.ts';
import { type Clock, systemTime } from './domain/clock.ts';
import { tidyName } from './domain/contact.ts';
import { MAX_FILE_BYTES } from './domain/imported.ts';
import { createLog } from './log.ts';
import { createImporting, intoGroup } from './people/importing.ts';
import { createReadFile } from './people/reading/thread.ts';
import { recogniseColumns } from './people/rules/columns.ts';
import { createSortRows, type Sorted } from './people/sorting.ts';
import { StorageError } from './storage/errors.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/ports.ts';
import { wordingIn } from './wording/index.ts';
import { embeddedEncryptionKeys } from './workspaces/encryption-keys.ts';
import { createNeverHash } from './workspaces/never-hash.ts';
import { createNeverText } from './workspaces/never-text.ts';
import { isGroupName, isSameName, MAX_NAME } from './workspaces/number-group.ts';
import { createSealer } from './workspaces/sealing.ts';

/*
 * `npm run people`: imports contacts where no browser reaches the app, by the same rules as its page. With SQLite, stop the app
 * first; with Redis it may run.
 */

const USAGE = `npm run people -- import FILE --workspace T… [--group NAME] [--dry-run]

FILE         a spreadsheet (.xlsx), CSV or vCard file
--workspace  the workspace's ID: the T… in the address of Slack in a browser
--group      everyone is added to this group; a new name makes a new group
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
  process.stderr.write(`${isSaid ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
process.exit();

type AskedImport = { file: string; workspace: string; group: string; dryRun: boolean };

function argumentsIn(given: string[]): AskedImport {
  try {
    const { positionals, values } = parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        workspace: { type: 'string' },
        group: { type: 'string', default: '' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [command, file, ...more] = positionals;
    const { workspace, group, 'dry-run': dryRun } = values;
    if (command !== 'import' || !file || more.length > 0 || !workspace) throw new Refusal(USAGE);
    return { file, workspace, group: tidyName(group), dryRun };
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
  const table = await createReadFile(error => log.error({ err: error }, 'reading a file failed'))(
    await readFile(asked.file),
  );
  if (typeof table === 'string') throw new Refusal(pages.import.fault[table]);
  const newId = (): string => crypto.randomUUID();
  const storage = await openStorage(config.storage, { time: systemTime, newId, log });
  try {
    const keys = config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir);
    const neverHash = createNeverHash({ ...storage, sealer: createSealer(keys) });
    const clock = clockOf(storage);
    const neverText = createNeverText({ ...storage, neverHash, clock, newId });
    const group = await existingGroup(storage, asked);
    const reading = { ...recogniseColumns(table.rows), inGroup: asked.group !== '' };
    if (!reading.roles.includes('number')) throw new Refusal(pages.import.noNumberColumn);
    const sortRows = createSortRows({ contacts: storage.contacts, neverText });
    const sorted = await sortRows(asked.workspace, table.rows, reading, group);
    say(...reportLines(pages.import, sorted));
    if (sorted.people === 0) return 1;
    if (!asked.dryRun) {
      const importing = createImporting({ imports: storage.imports, isShared: false, clock, newId, log });
      const into = intoGroup(asked.group, group);
      const begun = await importing.start(asked.workspace, 'operator', sorted, into);
      if (typeof begun === 'string') throw new Refusal(pages.import.refused[begun]);
      await importing.finish(begun.id);
      await importing.worker.stop();
      const done = await storage.imports.one(asked.workspace, begun.id);
      if (done) say('', pages.import.done({ ...done.counts, group: done.group?.name ?? null }));
    }
    return sorted.counts.refused > 0 ? SOME : 0;
  } finally {
    await storage.close();
  }
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

function reportLines(
  words: ReturnType<typeof wordingIn>['pages']['import'],
  { rows, counts }: Sorted,
): string[] {
  const kinds = ['new', 'changed', 'same', 'repaired', 'twice', 'never', 'refused'] as const;
  const refused = rows.flatMap(row => {
    if (row.kind !== 'refused') return [];
    return [`  ${words.line} ${row.line}, “${row.typed}”: ${words.rowFault[row.fault]}`];
  });
  return [...kinds.map(kind => `${words.kind[kind]}: ${counts[kind]}`), ...refused];
}

function clockOf({ now, wall }: Storage): Clock {
  return { now, wall, after: () => () => undefined };
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
