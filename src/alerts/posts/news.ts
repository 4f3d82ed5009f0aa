import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { InboxCommit } from '../../kit/inbox/model.ts';
import { pack } from '../../kit/inbox/reading.ts';
import { numbersIn } from '../../texts/recipient.ts';
import type { PlannedIntent } from '../plan-texts.ts';
import { tallyOf, tallySchema } from '../policy/channel/alert-summary.ts';
import {
  type ChannelUpdate,
  incidentNoteSchema,
  type Notes,
  notesSchema,
  noUpdate,
  saysSomething,
} from '../policy/channel/channel-update.ts';
import { postStatusSchema } from '../policy/channel/post-status.ts';
import type { AlertState } from '../policy/incidents/state.ts';

/* The updates of a decision as events for the feeds of hooks. */

/** The updates of one decision for a hook: the status of posts, what happened to them, and notes. */
const newsSchema = notesSchema.extend({
  kind: z.literal('news'),
  posts: z.array(
    notesSchema.extend({
      post: z.int(),
      /** Null if the status is unchanged. */
      status: postStatusSchema.nullable(),
      fired: tallySchema,
      happened: z.array(incidentNoteSchema),
    }),
  ),
  /** The decision's texts: their intents, the posts of their incidents, and their first numbers. */
  texts: z.array(z.object({ intent: z.string(), posts: z.array(z.int()), to: z.array(z.string()) })),
});
export type NewsEvent = z.infer<typeof newsSchema>;

export const feedEventSchema = z.discriminatedUnion('kind', [
  newsSchema,
  /** The outcome of an intent is known or has changed. */
  z.object({ kind: z.literal('outcome'), intent: z.string() }),
]);
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** The most numbers that a message names before the outcome of their texts is known. */
export const MAX_TO = 20;

/**
 * The events for hooks whose channels have something to read.
 *
 * @param before the state before the decision; a hook whose waiting alerts have changed since gets an event
 */
export function eventsOf(
  workspace: string,
  updates: readonly ChannelUpdate[],
  planned: readonly PlannedIntent[],
  { incidents, held }: Pick<AlertState, 'incidents' | 'held'>,
  before: Pick<AlertState, 'held'>,
): InboxCommit['events'] {
  const byId = new Map([...incidents.values()].map(incident => [incident.id, incident]));
  const postsOf = (hook: string, ids: readonly number[]): number[] => {
    const own = ids.flatMap(id => byId.get(id) ?? []).filter(incident => incident.hook === hook);
    return [...new Set(own.map(({ post }) => post))];
  };
  const waiting = [...held.keys(), ...before.held.keys()];
  const changed = new Set(waiting.filter(hook => !isDeepStrictEqual(held.get(hook), before.held.get(hook))));
  const byHook = Map.groupBy(updates, ({ hook }) => hook);
  const hooks = new Set([...byHook.keys(), ...changed, ...planned.flatMap(({ text }) => text.hooks)]);
  return [...hooks].flatMap(hook => {
    const texts = planned
      .filter(({ text }) => text.hooks.includes(hook))
      .map(({ intent, text }) => ({
        intent: intent.id,
        posts: postsOf(hook, text.incidents),
        to: numbersIn(intent.to).slice(0, MAX_TO),
      }));
    const event = newsOf(byHook.get(hook) ?? [], texts);
    const isNews = texts.length > 0 || saysSomething({ ...event, held: null }) || changed.has(hook);
    const address = { kind: 'posts', workspace, name: hook } as const;
    return isNews ? { address, body: pack(JSON.stringify(event)) } : [];
  });
}

function newsOf(updates: readonly ChannelUpdate[], texts: NewsEvent['texts']): NewsEvent {
  const statuses = new Map(
    updates.flatMap(({ posts }) => posts.map(status => [status.post, status] as const)),
  );
  const byPost = new Map(updates.map(update => [update.post, update]));
  const posts = new Set([...statuses.keys(), ...updates.flatMap(({ post }) => post ?? [])]);
  return {
    kind: 'news',
    ...notesOf(byPost.get(null) ?? noUpdate('')),
    posts: [...posts].map(post => {
      const update = byPost.get(post) ?? noUpdate('');
      const { fired, happened } = update;
      return {
        ...notesOf(update),
        post,
        status: statuses.get(post) ?? null,
        fired: tallyOf(fired),
        happened,
      };
    }),
    texts,
  };
}

function notesOf({
  hook: _hook,
  post: _post,
  posts: _posts,
  fired: _fired,
  happened: _happened,
  ...notes
}: ChannelUpdate): Notes {
  return { ...notes, resolved: tallyOf(notes.resolved), lapsed: tallyOf(notes.lapsed) };
}
