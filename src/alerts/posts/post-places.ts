import type { Clock } from '../../kit/clock.ts';
import type { Pinned, Poster } from '../../kit/slack/posting.ts';
import { bringUpToDate, type Place, type StandingPost } from '../../kit/slack/standing-post.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Hook } from '../hooks.ts';
import { type Notice, postOf } from '../slack/notices.ts';
import type { Feed } from './feed.ts';
import type { NameNumber } from './text-lines.ts';

/** The hook of a feed, and the language of its channel. */
export type FeedContext = { workspace: string; hook: Hook; words: Wording; nameNumber: NameNumber };

/** How long no new post is tried in a channel that was closed to the app. */
const ASTRAY_MS = 15 * 60_000;

/**
 * Brings a post of a feed up to date: in a thread or in the hook's channel, or if the app can't post there, with the hook's maker or an
 * admin.
 */
export type Put = (
  feed: Feed,
  context: Pick<FeedContext, 'workspace' | 'hook'>,
  post: StandingPost,
  shown: { inThread?: Place | null; inChannel: Notice; toMaker: Notice; isOver: boolean },
) => Promise<Pinned>;

/** The users to try if a hook's channel is closed to the app. The first whom the app can message gets the posts. */
export type InsteadOf = (workspace: string, hook: Hook) => Promise<string[]>;

export function createPut({
  poster,
  insteadOf,
  clock,
}: {
  poster: Pick<Poster, 'pin' | 'update'>;
  insteadOf: InsteadOf;
  clock: Clock;
}): Put {
  return async (feed, { workspace, hook }, post, { inThread, inChannel, toMaker, isOver }) => {
    const { channel } = hook;
    const { astray } = feed;
    const isShut = astray?.channel === channel && clock.now() - astray.since <= ASTRAY_MS;
    const usual = { channel, message: postOf(inChannel), isShut };
    const message = postOf(toMaker);
    const elsewhere = (await insteadOf(workspace, hook)).map(userId => ({ channel: userId, message }));
    const to: [Place, ...Place[]] = inThread ? [inThread, usual, ...elsewhere] : [usual, ...elsewhere];
    const { at } = post;
    const shown = await bringUpToDate(poster, workspace, post, { to, isOver });
    const newPlace = post.at && post.at !== at && to[post.place];
    if (newPlace === usual) feed.astray = null;
    else if (elsewhere.some(place => place === newPlace) && !isShut)
      feed.astray = { channel, since: clock.now() };
    return shown;
  };
}
