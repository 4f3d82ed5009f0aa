import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fold } from '../../domain/folded.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { Table } from '../records.ts';

const takenSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The id of whatever has it. */
  by: z.string(),
});

export const TAKEN_LISTS = { of: (workspace: string): string => `taken ${workspace}` };

/**
 * What only one can have at a time, such as a number: whoever has it is looked up by it. Two who take the same at once write the same
 * record, so one of them notices.
 */
export const TAKEN: Table<Readonly<z.infer<typeof takenSchema>>> = {
  name: 'taken',
  schema: takenSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace }) => [{ list: TAKEN_LISTS.of(workspace), score: 0 }],
};

/** Their ids. Numbers and names stand in them as hashes, so that no key of the store shows one. */
export const takenId = {
  number: (workspace: string, number: LocalNumber): string => idOf('number', workspace, number),
  group: (workspace: string, name: string): string => idOf('group', workspace, fold(name)),
  /** @param owner null: it is the workspace's */
  template: (workspace: string, owner: string | null, name: string): string =>
    idOf('template', workspace, `${owner ?? ''} ${fold(name)}`),
  /** A workspace has one import in progress. */
  importing: (workspace: string): string => `import ${workspace}`,
};

function idOf(kind: string, workspace: string, what: string): string {
  return `${kind} ${workspace} ${createHash('sha256').update(`${workspace}\0${what}`).digest('base64url')}`;
}
