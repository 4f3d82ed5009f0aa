import { z } from 'zod';
import { MAX_CONTACTS, MAX_GROUPS } from '../../../domain/contact.ts';

/** How many characters of what is typed into the search field count. */
export const MOST_TYPED = 100;

/** A page of people: what was typed into the search field, and how many come before it. */
export const placeSchema = z.object({
  typed: z.string().max(MOST_TYPED),
  skipped: z
    .int()
    .min(0)
    .max(MAX_CONTACTS + MAX_GROUPS),
  /** The list lies on another modal: Slack has no room for a form and a question on it. */
  onTop: z.boolean().default(false),
});
export type PeoplePlace = z.infer<typeof placeSchema>;
