import { type OperatorProgram, Refusal } from '../kit/program.ts';
import type { Quarantine } from '../kit/store/quarantine.ts';
import type { Storage } from '../kit/store/storage.ts';

/* `npm run quarantine`: lists unreadable records, and retries them. */

const USAGE = `npm run quarantine -- list          what can't be read, with the ID of each
npm run quarantine -- retry         gives all of it its turn again
npm run quarantine -- retry ID …    only these`;

export const quarantine: OperatorProgram = async ([command, ...ids], open) => {
  if (command !== 'retry' && (command !== 'list' || ids.length > 0)) throw new Refusal(USAGE);
  const { openStorage, print } = open();
  const storage = await openStorage();
  const lines =
    command === 'list' ? await listed(storage) : await retried(storage.quarantine, ids, storage.now());
  await storage.close();
  print(lines);
  return 0;
};

async function listed({ quarantine, wall }: Pick<Storage, 'quarantine' | 'wall'>): Promise<string[]> {
  const records = await quarantine.list();
  if (records.length === 0) return ['Nothing is in quarantine.'];
  return records.map(
    ({ id, kind, workspace, at, why }) =>
      `${id}  ${kind} of ${workspace ?? 'an unknown workspace'}, ${new Date(wall(at)).toISOString()}, ${why}`,
  );
}

async function retried(quarantine: Quarantine, ids: readonly string[], now: number): Promise<string[]> {
  const retriedIds = await quarantine.retry(ids.length > 0 ? ids : null, now);
  const remaining = ids.filter(id => !retriedIds.includes(id));
  return [
    `They have their turn again: ${retriedIds.length}. What still can't be read stays there.`,
    ...remaining.map(id => `Not quarantined, or still not to be read: ${id}`),
  ];
}
