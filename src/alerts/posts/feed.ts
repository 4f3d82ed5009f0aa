import { z } from 'zod';
import { SEVERITIES } from '../../domain/alert.ts';
import { countSchema } from '../../domain/count.ts';
import { problemSchema } from '../../domain/problem.ts';

/** What is said of a hook's alerts in its channel, as deciding left it. */
const newsSchema = z.object({
  fired: z.array(z.object({ name: z.string(), severity: z.enum(SEVERITIES) })),
  resolved: z.array(z.string()),
  unrouted: countSchema,
  overUntold: countSchema,
  repeated: countSchema,
  reminded: countSchema,
  folded: countSchema,
  leftOut: countSchema,
  untracked: countSchema,
  unreached: z.array(z.object({ recipient: z.string(), alerts: z.int(), problem: problemSchema.nullable() })),
  moreUnreached: countSchema.default(0),
  /** Alerts that fired or resolved, and are listed nowhere. */
  unlisted: countSchema.default(0),
  unreadable: z.array(z.string()).default([]),
  /** All that waits now. */
  held: z.array(
    z.object({
      number: z.string(),
      others: countSchema.default(0),
      alerts: z.int(),
      until: z.number(),
      why: z.enum(['pace', 'quiet']),
    }),
  ),
  moreHeld: countSchema.default(0),
  /** Intents of the texts that tell of these alerts. */
  texts: z.array(z.string()),
});
export type PostedNews = z.infer<typeof newsSchema>;

export const feedEventSchema = z.discriminatedUnion('kind', [
  newsSchema.extend({ kind: z.literal('news') }),
  /** What became of an intent is known now, or has changed. */
  z.object({ kind: z.literal('outcome'), intent: z.string() }),
]);
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** Where a post stands, and a digest of what it shows. */
const postSchema = z.object({ channel: z.string(), ts: z.string(), shows: z.string() });

/** One message in Slack: the alerts of a short while, and what became of the texts about them. */
const messageSchema = newsSchema.extend({
  openedAt: z.number(),
  /** Its posts in Slack, more than one where it is long; none: it is not there yet. */
  posts: z.array(postSchema).default([]),
  /** Slack does not show it as it is now. */
  stale: z.boolean(),
  /** It says why it stands with the hook's maker, and not in the channel. */
  astray: z.boolean(),
});
export type AlertMessage = z.infer<typeof messageSchema>;

/** All that is to be said in a hook's channel, or was a short while ago. Stored as JSON. */
export const feedSchema = z.object({
  messages: z.array(messageSchema),
  /** Uncertain texts: each has a post of its own, which lasts. */
  uncertain: z.array(z.object({ text: z.string(), intent: z.string(), posted: z.boolean() })),
  /** When Slack was last asked to show something. */
  askedAt: z.number(),
  /** Tries that failed since one went well. */
  failures: z.int(),
  /** Where the app could not post, and when; it wrote to the hook's maker instead. */
  astray: z.object({ channel: z.string(), since: z.number() }).nullable(),
});
export type Feed = z.infer<typeof feedSchema>;

export const EMPTY_FEED: Feed = { messages: [], uncertain: [], askedAt: 0, failures: 0, astray: null };
