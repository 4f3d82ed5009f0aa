import { z } from 'zod';
import type { Table } from '../records.ts';

/** What the page behind a link is for. */
export const LINK_PURPOSES = ['import', 'export', 'broadcast'] as const;

const linkSchema = z.object({
  /** SHA-256 of the token in its address; the token itself is stored nowhere. */
  id: z.string(),
  workspace: z.string(),
  /** The person it was made for. */
  userId: z.string(),
  purpose: z.enum(LINK_PURPOSES),
  /** The group it was made from, by its id; null: none. */
  group: z.string().nullable(),
  /** The broadcast whose rows it has; null: none. */
  broadcast: z.string().nullable(),
  /** SHA-256 of the token of the browser that opened it; null: none has. */
  browser: z.string().nullable(),
  endsAt: z.int(),
});
export type LinkRecord = Readonly<z.infer<typeof linkSchema>>;

export const LINK_LISTS = {
  ends: 'links.ends',
  of: (workspace: string): string => `links.of ${workspace}`,
};

export const LINKS: Table<LinkRecord> = {
  name: 'link',
  schema: linkSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, endsAt }) => [
    { list: LINK_LISTS.ends, score: endsAt },
    { list: LINK_LISTS.of(workspace), score: endsAt },
  ],
};
