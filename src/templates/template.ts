import { z } from 'zod';
import { MAX_CHARACTERS } from '../texts/parts.ts';

/** How many a workspace may have, and each of its people. */
export const MAX_TEMPLATES = { workspace: 500, own: 100 } as const;
export const MAX_TEMPLATE_NAME = 60;
/** Placeholders are sometimes longer than what replaces them. */
export const MAX_TEMPLATE_TEXT = MAX_CHARACTERS + 400;

/** A text with placeholders, by its name. A schema, because templates are stored. */
export const templateSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The user id of its owner; null: the workspace's. */
  owner: z.string().nullable(),
  /** Tidy; unique among the templates of its owner. */
  name: z.string().min(1).max(MAX_TEMPLATE_NAME),
  text: z.string().min(1).max(MAX_TEMPLATE_TEXT),
  /** Who changed it last, and when. */
  by: z.string(),
  at: z.number(),
});
export type Template = Readonly<z.infer<typeof templateSchema>>;
