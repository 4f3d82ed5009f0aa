import type { WebClient } from '@slack/web-api';
import { slackFailure } from '../../kit/slack/web-api.ts';
import type { Wording } from '../../kit/words/wording.ts';

/** What Slack says where the app is no member; of a private channel it doesn't know. */
const NOT_A_MEMBER = new Set(['not_in_channel', 'channel_not_found', 'is_archived']);

/**
 * Tries whether the app can post in a channel, by a line that only this person sees there.
 *
 * @returns a warning that says how to let it in; null: it can, or it isn't known
 */
export async function channelWarning(
  client: WebClient,
  words: Wording,
  { channel, userId }: { channel: string; userId: string },
): Promise<string | null> {
  try {
    await client.chat.postEphemeral({ channel, user: userId, text: words.channelCheck.works });
    return null;
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind !== 'refused' || !NOT_A_MEMBER.has(failure.error)) return null;
    return words.channelCheck.absent(channel);
  }
}
