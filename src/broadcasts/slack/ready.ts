import type { Clock } from '../../kit/clock.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Who } from '../../kit/slack/who.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import type { Broadcast } from '../store/model.ts';
import { reviewButton } from './review-button.ts';

const DAY_MS = 24 * 3_600_000;

/** Tells a broadcast's author, in a direct message, that it waits for them; nothing if it doesn't. */
export async function tellReady(
  { broadcasts, poster }: Pick<Services, 'broadcasts' | 'poster'>,
  words: Wording,
  { workspace, userId }: Who,
  id: string,
  what: 'ready' | 'stillThere',
): Promise<void> {
  const one = await broadcasts.one(workspace, id);
  if (one?.state !== 'review') return;
  const text = words.broadcasts[what](one.size.texts);
  await poster.post(workspace, userId, {
    text,
    blocks: [section(text), actions(reviewButton(words, id))],
  });
}

/**
 * Tells authors of broadcasts that nobody went on with: the process that worked one out is gone, or it wasn't sent within
 * a day. Whom an approval was asked of is told where they were asked.
 */
export function createLapsed(parts: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  clock: Clock;
  log: Log;
}): (lapsed: readonly Broadcast[]) => void {
  const { poster, words, clock, log } = parts;
  async function tell({ workspace, ask, at, approval, schedule }: Broadcast): Promise<void> {
    // A schedule's run is made anew.
    if (approval || schedule) return;
    const { broadcasts } = await words.of(workspace, ask.by);
    const isYoung = clock.now() - at < DAY_MS;
    const text = isYoung ? broadcasts.interrupted : broadcasts.lapsed;
    const again = button({ action: ACTION.newBroadcast, label: broadcasts.make });
    const message: Message = { text, blocks: [section(text), actions(again)] };
    await poster.post(workspace, ask.by, message);
  }
  return lapsed => {
    for (const one of lapsed)
      tell(one).catch(error => log.warn({ err: error }, 'nobody was told that a broadcast was dropped'));
  };
}
