import { z } from 'zod';
import { heldNowSchema, noNotes, notesSchema, postStandingSchema } from '../deciding/news.ts';
import { NO_ALERTS, tallySchema } from '../deciding/tally.ts';

/** News of a decision: how posts stand now, what happened of each just now, and what is to be counted. */
const newsSchema = notesSchema.extend(heldNowSchema.shape).extend({
  kind: z.literal('news'),
  posts: z.array(
    z.object({
      standing: postStandingSchema,
      fired: tallySchema,
      resolved: tallySchema,
      lapsed: tallySchema,
    }),
  ),
  /** Intents of the texts, and the posts that show what these are about. */
  texts: z.array(z.object({ intent: z.string(), posts: z.array(z.int()), to: z.array(z.string()) })),
});
export type NewsEvent = z.infer<typeof newsSchema>;

export const feedEventSchema = z.discriminatedUnion('kind', [
  newsSchema,
  /** The outcome of an intent is known now, or has changed. */
  z.object({ kind: z.literal('outcome'), intent: z.string() }),
]);
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** Where a post is, and a digest of what it shows. */
const postSchema = z.object({ channel: z.string(), ts: z.string(), shows: z.string() });

/** One message in Slack: the incidents that began at about the same time, and what became of the texts about them. */
const messageSchema = notesSchema.extend(heldNowSchema.shape).extend({
  /** How its incidents stand; null: it is about no incident that we know. */
  standing: postStandingSchema.nullable(),
  /** Whether the channel was told, in a post of its own, that nobody answered. */
  unanswered: z.enum(['no', 'unsaid', 'said']),
  /**
   * Whether the channel, and then the workspace's admins, were told that texts about it don't go out; `no` while they do.
   */
  unpaged: z.enum(['no', 'unsaid', 'admins', 'said']),
  /** Intents of its texts, and the numbers that some of them are for. */
  texts: z.array(z.string()),
  to: z.array(z.string()),
  /** Critical alerts that fired since somebody in the channel was last notified of it, and when that was. */
  fresh: tallySchema,
  notifiedAt: z.number(),
  openedAt: z.number(),
  /** Its post in Slack; null: not posted yet. */
  shown: postSchema.nullable(),
  /** Slack doesn't show its current content. */
  stale: z.boolean(),
  /** It tells the hook's maker why it went to them and not to the channel. */
  astray: z.boolean(),
});
export type AlertMessage = z.infer<typeof messageSchema>;

/** One that says nothing yet. @param standing how its incidents stand */
export const newMessage = (standing: AlertMessage['standing'], now: number): AlertMessage => ({
  ...noNotes(),
  ...{ held: [], moreHeld: 0, standing, unanswered: 'no', unpaged: 'no', texts: [] },
  ...{ to: [], fresh: NO_ALERTS, notifiedAt: now, openedAt: now, shown: null, stale: true, astray: false },
});

/** Everything a hook's channel still has to show, or recently showed. Stored as JSON. */
export const feedSchema = z.object({
  messages: z.array(messageSchema),
  /** Uncertain texts: each gets a lasting post of its own. */
  uncertain: z.array(z.object({ text: z.string(), intent: z.string(), posted: z.boolean() })),
  /** When we last asked Slack to show something. */
  askedAt: z.number(),
  /** Failed attempts since the last success. */
  failures: z.int(),
  /** When admins were last told that texts of this hook don't go out; null: never. */
  adminsToldAt: z.number().nullable(),
  /** Where the app couldn't post, and since when; it wrote to the hook's maker instead. */
  astray: z.object({ channel: z.string(), since: z.number() }).nullable(),
});
export type Feed = z.infer<typeof feedSchema>;

export const EMPTY_FEED: Feed = {
  messages: [],
  uncertain: [],
  askedAt: 0,
  failures: 0,
  adminsToldAt: null,
  astray: null,
};

/** Whether something that a message shows still fires. */
export const isOpen = ({ standing }: Pick<AlertMessage, 'standing'>): boolean => (standing?.open ?? 0) > 0;
