import { NOT_THERE } from './delivered.ts';
import { inPosts } from './fit.ts';
import type { Message, PinnedMessage } from './message.ts';
import type { MessageRef, Pinned, Poster } from './posting.ts';

/** Where a post may be, and what it says there. */
export type PostPlace = { channel: string; message: () => PinnedMessage | Promise<PinnedMessage> };

/** A message as one post; of one that is too long, its beginning. */
export function onePost(whole: Message): PinnedMessage {
  const [message] = inPosts(whole);
  if (!message) throw new RangeError('A message is one post at least');
  return message;
}

/**
 * One post that changes in place: it is made where there is none, comes back if somebody deleted it, and falls back to the next
 * place (mostly a person) where the app can't post.
 *
 * @param there it was shown there; null: not yet
 * @param to where it is made, the first place that takes it
 * @param isLast it isn't changed any more, so that whatever Slack refuses now makes another one
 */
export async function putInPlace(
  poster: Pick<Poster, 'pin' | 'update'>,
  workspace: string,
  message: PinnedMessage,
  { there, to, isLast = false }: { there: MessageRef | null; to: readonly PostPlace[]; isLast?: boolean },
): Promise<Pinned & { isNew: boolean }> {
  const updated = there && (await poster.update(workspace, there, message));
  const isGone = updated?.kind === 'refused' && (isLast || updated.error === 'message_not_found');
  if (updated && !isGone) return { ...updated, isNew: false };
  return { ...(await pinAtFirst(poster, workspace, to)), isNew: true };
}

async function pinAtFirst(
  poster: Pick<Poster, 'pin'>,
  workspace: string,
  [place, ...others]: readonly PostPlace[],
): Promise<Pinned> {
  if (!place) throw new RangeError('A post is somewhere');
  const pinned = await poster.pin(workspace, place.channel, await place.message());
  const isElsewhere = pinned.kind === 'refused' && NOT_THERE.has(pinned.error) && others.length > 0;
  return isElsewhere ? pinAtFirst(poster, workspace, others) : pinned;
}
