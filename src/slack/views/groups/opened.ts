import { z } from 'zod';
import { placeSchema } from '../people/place.ts';

/** What lies below a group's form: a page of People; null: the settings. */
export const belowSchema = placeSchema.nullable();
export type Below = z.infer<typeof belowSchema>;

/** What a button that opens a group's form carries. */
export const openedGroupSchema = z.object({ name: z.string(), below: belowSchema });
export const openedGroup = (opened: z.infer<typeof openedGroupSchema>): string => JSON.stringify(opened);
