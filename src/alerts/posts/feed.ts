import { z } from 'zod';
import { responderSchema, SEVERITIES } from '../../domain/alert.ts';
import { countSchema } from '../../domain/count.ts';
import { problemSchema } from '../../domain/problem.ts';
import { HOLD_REASONS } from '../deciding/news.ts';
import type { NameTally } from '../deciding/tally.ts';

const severity = z.enum(SEVERITIES);

const tallySchema: z.ZodType<NameTally> = z.object({
  names: z.array(
    z.object({ name: z.string(), called: z.string().optional(), severity, alerts: countSchema }),
  ),
  others: countSchema,
});

const deedSchema = z.object({ by: responderSchema, at: z.number(), incidents: countSchema });

/** How everything that one post shows stands. */
const standingSchema = z.object({
  post: z.int(),
  open: countSchema,
  untaken: countSchema,
  firing: tallySchema,
  taken: z.array(deedSchema),
  resolvedHere: z.array(deedSchema),
  step: z.object({ turn: z.int(), of: z.int(), dueAt: z.number().nullable() }).nullable(),
  unanswered: countSchema,
});
export type PostStanding = z.infer<typeof standingSchema>;

/** What a hook's channel is told about its alerts, beside how they stand. */
const contentSchema = z.object({
  /** Alerts of which nothing can come any more, though nobody said that they are over. */
  fired: tallySchema,
  resolved: tallySchema,
  unrouted: countSchema,
  emptySteps: countSchema,
  limitReached: countSchema,
  overUntold: countSchema,
  repeated: countSchema,
  reminded: countSchema,
  folded: countSchema,
  tried: countSchema.default(0),
  leftOut: countSchema,
  untracked: countSchema,
  unreached: z.array(z.object({ recipient: z.string(), alerts: z.int(), problem: problemSchema.nullable() })),
  moreUnreached: countSchema,
  /** Alerts that fired or resolved without being shown anywhere. */
  unlisted: countSchema,
  unreadable: z.array(z.string()),
  unwatched: z.array(z.object({ from: z.number(), until: z.number() })),
  /** Everything that waits now. */
  held: z.array(
    z.object({
      number: z.string(),
      others: countSchema,
      alerts: z.int(),
      until: z.number(),
      why: z.enum(HOLD_REASONS),
    }),
  ),
  moreHeld: countSchema,
});

/** News of a decision. */
const newsSchema = contentSchema.extend({
  /** `fired`, `resolved`, `lapsed`: what happened of it just now. */
  posts: z.array(standingSchema.extend({ fired: countSchema, resolved: tallySchema, lapsed: tallySchema })),
  /** Intents of the texts, and the posts that show what these are about. */
  texts: z.array(z.object({ intent: z.string(), posts: z.array(z.int()) })),
});
export type PostedNews = z.infer<typeof newsSchema>;

export const feedEventSchema = z.discriminatedUnion('kind', [
  newsSchema.extend({ kind: z.literal('news') }),
  /** The outcome of an intent is known now, or has changed. */
  z.object({ kind: z.literal('outcome'), intent: z.string() }),
]);
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** Where a post is, and a digest of what it shows. */
const postSchema = z.object({ channel: z.string(), ts: z.string(), shows: z.string() });

/** One message in Slack: the incidents that began at about the same time, and what became of the texts about them. */
const messageSchema = contentSchema.extend({
  /** Its incidents' post; null: it is about no incident that we know. */
  post: z.int().nullable(),
  standing: standingSchema.nullable(),
  /** What was held back until then, and isn't any more. */
  heldBefore: z.array(z.object({ until: z.number(), alerts: z.int() })),
  /** Whether the channel was told, in a post of its own, that nobody answered. */
  unanswered: z.enum(['no', 'unsaid', 'said']),
  /**
   * Whether the channel, and then the workspace's admins, were told that texts about it don't go out; `no` while they do.
   */
  unpaged: z.enum(['no', 'unsaid', 'admins', 'said']),
  /** Intents of its texts. */
  texts: z.array(z.string()),
  openedAt: z.number(),
  /** Its post in Slack; empty: not posted yet. */
  posts: z.array(postSchema),
  /** Slack doesn't show its current content. */
  stale: z.boolean(),
  /** It tells the hook's maker why it went to them and not to the channel. */
  astray: z.boolean(),
});
export type AlertMessage = z.infer<typeof messageSchema>;

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
