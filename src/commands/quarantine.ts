import { type OperatorProgram, Refusal } from '../kit/program.ts';
import type { Storage } from '../kit/store/storage.ts';

/* `npm run quarantine`: lists unreadable records, retries and discards them. */

const USAGE = `npm run quarantine -- list            what can't be read, with the ID of each
npm run quarantine -- retry           gives all of it its turn again
npm run quarantine -- retry ID …      only these
npm run quarantine -- discard ID …    deletes these for good`;

export const quarantine: OperatorProgram = async ([command = '', ...ids], open) => {
  const run = commandFor(command, ids);
  if (!run) throw new Refusal(USAGE);
  const { openStorage, print } = open();
  const storage = await openStorage();
  const lines = await run(storage, ids);
  await storage.close();
  print(lines);
  return 0;
};

type Command = (storage: Storage, ids: readonly string[]) => Promise<string[]>;

function commandFor(command: string, ids: readonly string[]): Command | null {
  if (command === 'list' && ids.length === 0) return list;
  if (command === 'retry') return retry;
  return command === 'discard' && ids.length > 0 ? discard : null;
}

/** One line for each record, then one for each of their kinds, with the effect of its quarantine. */
async function list({ quarantine, wall }: Storage): Promise<string[]> {
  const records = await quarantine.list();
  if (records.length === 0) return ['Nothing is in quarantine.'];
  const lines = records.map(
    ({ id, kind, workspace, at, why }) =>
      `${id}  ${kind} of ${workspace ?? 'an unknown workspace'}, ${new Date(wall(at)).toISOString()}, ${why}`,
  );
  const effects = new Map(records.map(({ kind, effect }) => [kind, effect]));
  return [...lines, '', ...[...effects].map(([kind, effect]) => `${kind}: ${effect}`)];
}

async function retry({ quarantine, now }: Storage, ids: readonly string[]): Promise<string[]> {
  const retriedIds = await quarantine.retry(ids.length > 0 ? ids : null, now());
  const remaining = ids.filter(id => !retriedIds.includes(id));
  return [
    `They have their turn again: ${retriedIds.length}. What still can't be read stays there.`,
    ...remaining.map(id => `Not quarantined, or still not to be read: ${id}`),
  ];
}

async function discard({ quarantine }: Storage, ids: readonly string[]): Promise<string[]> {
  const discardedIds = await quarantine.discard(ids);
  const remaining = ids.filter(id => !discardedIds.includes(id));
  return [`Deleted for good: ${discardedIds.length}.`, ...remaining.map(id => `Not quarantined: ${id}`)];
}
