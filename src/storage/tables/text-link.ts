import { z } from 'zod';
import { isLocalNumber, type LocalNumber } from '../../domain/number.ts';
import type { Table } from '../records.ts';

const textLinkSchema = z.object({
  /** The hash of the link's token, which is stored nowhere. */
  id: z.string(),
  workspace: z.string(),
  number: z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value)),
  /** The intent of an alert's text; null: it is a stop link. */
  intent: z.string().nullable(),
  /** How long it works. */
  until: z.int(),
});
export type TextLinkRecord = Readonly<z.infer<typeof textLinkSchema>>;

export const TEXT_LINK_LISTS = { of: (workspace: string): string => `stop-links ${workspace}` };
export const TEXT_LINK_COUNTERS = { of: (workspace: string): string => `stop-links ${workspace}` };

/** Links in texts, by when they end. Their name is that of the first kind there was. */
export const TEXT_LINKS: Table<TextLinkRecord> = {
  name: 'stop-link',
  schema: textLinkSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, until }) => [
    { list: TEXT_LINK_LISTS.of(workspace), score: until },
    { counter: TEXT_LINK_COUNTERS.of(workspace) },
  ],
};
