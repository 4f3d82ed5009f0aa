import { z } from 'zod';
import { isLocalNumber, type LocalNumber } from '../../domain/number.ts';
import type { Table } from '../records.ts';

const stopLinkSchema = z.object({
  /** The hash of the link's token, which is stored nowhere. */
  id: z.string(),
  workspace: z.string(),
  number: z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value)),
  /** How long it works. */
  until: z.int(),
});
export type StopLinkRecord = Readonly<z.infer<typeof stopLinkSchema>>;

export const STOP_LINK_LISTS = { of: (workspace: string): string => `stop-links ${workspace}` };
export const STOP_LINK_COUNTERS = { of: (workspace: string): string => `stop-links ${workspace}` };

/** Links in texts that let their readers stop getting texts, by when they end. */
export const STOP_LINKS: Table<StopLinkRecord> = {
  name: 'stop-link',
  schema: stopLinkSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, until }) => [
    { list: STOP_LINK_LISTS.of(workspace), score: until },
    { counter: STOP_LINK_COUNTERS.of(workspace) },
  ],
};
