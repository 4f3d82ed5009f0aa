import { z } from 'zod';
import { digestOf } from '../json.ts';
import type { PinnedMessage } from './message.ts';
import { NOT_THERE, type Pinned, type Poster } from './posting.ts';

/** A post that stays and changes in place, as it is stored. */
export const standingPostSchema = z.object({
  /** Where it is in Slack; null: not posted yet, or somebody deleted it. */
  at: z.object({ channel: z.string(), ts: z.string() }).nullable(),
  /** In which of its places that is. */
  place: z.int(),
  /** A digest of what it shows. */
  shows: z.string(),
  /** Slack may not show its content as it is now. */
  stale: z.boolean(),
});
export type StandingPost = z.infer<typeof standingPostSchema>;

/** One that Slack doesn't have yet. */
export const newPost = (): StandingPost => ({ at: null, place: 0, shows: '', stale: true });

/**
 * A channel (maybe a thread of it, as the message says) or a person that a post may go to, and what it says there. `isShut`: the app
 * couldn't post there a moment ago, so nothing new goes there.
 */
export type Place = { channel: string; message: PinnedMessage; isShut?: boolean };

/** Nothing had to be asked of Slack. */
const NO_REQUEST: Pinned = { kind: 'ok', at: null };

/** Somebody deleted a post, or it can't be changed any more. */
const GONE = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed']);

/**
 * Brings a post up to date: makes it in the first of its places that takes it, or changes it where it is. One that somebody deleted is
 * made again with the next call, unless it is over.
 *
 * @param post is changed to what Slack shows afterwards; it stays stale while Slack is away
 * @param to its places, the same ones in the same order each time
 * @returns Slack's last answer; `refused`: what it is to show can't be shown this way, and is given up
 */
export async function bringUpToDate(
  poster: Pick<Poster, 'pin' | 'update'>,
  workspace: string,
  post: StandingPost,
  { to, isOver }: { to: readonly [Place, ...Place[]]; isOver: boolean },
): Promise<Pinned> {
  const { at } = post;
  if (!at) return make(poster, workspace, post, to);
  const { message } = to[post.place] ?? to[0];
  const shows = digestOf(message);
  const shown = post.shows === shows ? NO_REQUEST : await poster.update(workspace, at, message);
  if (shown.kind === 'away') return shown;
  if (shown.kind === 'refused' && GONE.has(shown.error)) {
    Object.assign(post, { at: null, stale: !isOver });
    return NO_REQUEST;
  }
  Object.assign(post, { stale: false, ...(shown.kind === 'ok' && { shows }) });
  return shown;
}

async function make(
  poster: Pick<Poster, 'pin'>,
  workspace: string,
  post: StandingPost,
  to: readonly [Place, ...Place[]],
): Promise<Pinned> {
  let shown: Pinned = NO_REQUEST;
  for (const [place, { channel, message, isShut }] of to.entries()) {
    if (isShut) continue;
    shown = await poster.pin(workspace, channel, message);
    if (shown.kind === 'away') return shown;
    if (shown.kind === 'ok') Object.assign(post, { at: shown.at, place, shows: digestOf(message) });
    else if (NOT_THERE.has(shown.error)) continue;
    break;
  }
  post.stale = false;
  return shown;
}
