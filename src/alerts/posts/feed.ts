import { z } from 'zod';
import { responderSchema, SEVERITIES } from '../../domain/alert.ts';
import { countSchema } from '../../domain/count.ts';
import { problemSchema } from '../../domain/problem.ts';
import { HOLD_REASONS } from '../deciding/news.ts';

const incidentSchema = z.object({
  id: z.int(),
  post: z.int(),
  name: z.string(),
  severity: z.enum(SEVERITIES),
  since: z.number(),
  firing: countSchema,
  taken: z.object({ by: responderSchema, at: z.number() }).nullable(),
  endedAt: z.number().nullable(),
  resolvedBy: responderSchema.nullable(),
  step: z.object({ turn: z.int(), of: z.int(), dueAt: z.number().nullable() }).nullable(),
  unanswered: z.boolean(),
});

/** What a hook's channel is told about its alerts, as decided. */
const newsSchema = z.object({
  fired: z.array(
    z.object({ name: z.string(), severity: z.enum(SEVERITIES), post: z.int().nullable().default(null) }),
  ),
  /** Earlier versions stored only names. */
  resolved: z.array(
    z
      .object({ name: z.string(), post: z.int().nullable() })
      .or(z.string().transform(name => ({ name, post: null }))),
  ),
  incidents: z.array(incidentSchema).default([]),
  emptySteps: countSchema.default(0),
  unrouted: countSchema,
  overUntold: countSchema,
  repeated: countSchema,
  reminded: countSchema,
  folded: countSchema,
  leftOut: countSchema,
  untracked: countSchema,
  unreached: z.array(z.object({ recipient: z.string(), alerts: z.int(), problem: problemSchema.nullable() })),
  moreUnreached: countSchema.default(0),
  /** Alerts that fired or resolved without being listed anywhere. */
  unlisted: countSchema.default(0),
  unreadable: z.array(z.string()).default([]),
  /** Everything that waits now. */
  held: z.array(
    z.object({
      number: z.string(),
      others: countSchema.default(0),
      alerts: z.int(),
      until: z.number(),
      why: z.enum(HOLD_REASONS),
    }),
  ),
  moreHeld: countSchema.default(0),
  /** Intents of the texts about these alerts. */
  texts: z.array(z.string()),
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

/** One message in Slack: the alerts of a short while, and what became of the texts about them. */
const messageSchema = newsSchema.extend({
  openedAt: z.number(),
  /** Its posts in Slack, several if it is long; empty: not posted yet. */
  posts: z.array(postSchema).default([]),
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
  /** Where the app couldn't post, and since when; it wrote to the hook's maker instead. */
  astray: z.object({ channel: z.string(), since: z.number() }).nullable(),
});
export type Feed = z.infer<typeof feedSchema>;

export const EMPTY_FEED: Feed = { messages: [], uncertain: [], askedAt: 0, failures: 0, astray: null };
