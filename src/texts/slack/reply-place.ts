import type { z } from 'zod';
import { type ReplyTo, replyToSchema } from '../intent.ts';

/** Where the results of a text are posted. Slack keeps it with a form, and returns it only to this app. */
export const replyPlaceSchema = replyToSchema.omit({ userId: true });
export type ReplyPlace = z.infer<typeof replyPlaceSchema>;

/** In a direct message to the person, for a form that didn't come from a channel. */
export const directly = (userId: string): ReplyPlace => ({
  responseUrl: null,
  channel: userId,
  threadTs: null,
  threadLink: null,
});

export const replyFor = (userId: string, place: ReplyPlace): ReplyTo => ({ ...place, userId });
