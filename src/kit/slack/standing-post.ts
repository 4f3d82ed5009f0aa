import { z } from 'zod';
import { digestOf } from '../json.ts';
import type { PinnedMessage } from './message.ts';
import { NOT_THERE, type Pinned, type Poster } from './posting.ts';

/** A post that stays and changes in place, as it is stored. */
export const standingPostSchema = z.object({
  /** The post's place in Slack; null if it isn't posted yet, or the app can no longer change it. */
  at: z.object({ channel: z.string(), ts: z.string() }).nullable(),
  /** The index of the place in `StandingContent.to` that took the post. */
  place: z.int(),
  /** A digest of the content that Slack shows; empty: unknown. */
  shows: z.string(),
  /** Slack may show older content. */
  stale: z.boolean(),
});
export type StandingPost = z.infer<typeof standingPostSchema>;

/** A post that Slack doesn't have yet. */
export const newPost = (): StandingPost => ({ at: null, place: 0, shows: '', stale: true });

/**
 * A channel (or a thread in it, as the message says) or a person that a post may go to, and its content there. `isShut`: Slack
 * refused a post there a moment ago, so nothing new goes there.
 */
export type Place = { channel: string; message: PinnedMessage; isShut?: boolean };

/**
 * The content of a post. `to`: its places, the same ones in the same order each time. `isOver`: a post that is lost isn't made again.
 */
export type StandingContent = { to: readonly [Place, ...Place[]]; isOver: boolean };

/** The post needed no request to Slack. */
const NO_REQUEST: Pinned = { kind: 'ok', at: null };

/** Slack no longer lets the app change the post: somebody deleted it, it is too old, or the channel is closed to the app. */
const LOST: ReadonlySet<string> = new Set([
  ...NOT_THERE,
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'is_inactive',
]);

/**
 * Brings a post up to date: makes it in the first of its places that takes it, or changes it where it is. A post that is lost is made
 * again, unless it is over.
 *
 * @param post is changed to what Slack shows afterwards; it stays stale while Slack is away
 * @returns Slack's last answer; `refused`: Slack doesn't accept this content, and it is given up
 */
export async function bringUpToDate(
  poster: Pick<Poster, 'pin' | 'update'>,
  workspace: string,
  post: StandingPost,
  { to, isOver }: StandingContent,
): Promise<Pinned> {
  if (!post.at) return make(poster, workspace, post, to);
  const { message } = to[post.place] ?? to[0];
  const shows = digestOf(message);
  const updated = post.shows === shows ? NO_REQUEST : await poster.update(workspace, post.at, message);
  if (updated.kind === 'away') {
    // Slack may have made the change without confirming it.
    Object.assign(post, { shows: '', stale: true });
    return updated;
  }
  if (updated.kind === 'refused' && LOST.has(updated.error)) {
    Object.assign(post, { at: null, stale: !isOver });
    return isOver ? NO_REQUEST : make(poster, workspace, post, to);
  }
  Object.assign(post, { stale: false, ...(updated.kind === 'ok' && { shows }) });
  return updated;
}

async function make(
  poster: Pick<Poster, 'pin'>,
  workspace: string,
  post: StandingPost,
  to: StandingContent['to'],
): Promise<Pinned> {
  let pinned: Pinned = NO_REQUEST;
  for (const [place, { channel, message, isShut }] of to.entries()) {
    if (isShut) continue;
    pinned = await poster.pin(workspace, channel, message);
    if (pinned.kind === 'away') return pinned;
    if (pinned.kind === 'ok') Object.assign(post, { at: pinned.at, place, shows: digestOf(message) });
    else if (NOT_THERE.has(pinned.error)) continue;
    break;
  }
  post.stale = false;
  return pinned;
}

/**
 * Brings a stored post up to date.
 *
 * @param stored null if there is no post yet
 * @param save stores the post; called if Slack has the post and it has changed
 */
export async function showStored(
  poster: Pick<Poster, 'pin' | 'update'>,
  workspace: string,
  stored: StandingPost | null,
  content: StandingContent,
  save: (post: StandingPost) => Promise<unknown>,
): Promise<{ answer: Pinned; post: StandingPost }> {
  const post = { ...(stored ?? newPost()) };
  const answer = await bringUpToDate(poster, workspace, post, content);
  if (post.at && digestOf(post) !== digestOf(stored)) await save(post);
  return { answer, post };
}
