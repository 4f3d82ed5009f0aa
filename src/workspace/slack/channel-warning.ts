import type { WebClient } from '@slack/web-api';
import { slackFailure } from '../../kit/slack/web-api.ts';
import type { Wording } from '../../kit/words/wording.ts';

/** Slack's errors for an archived channel, or one that the app isn't in (`channel_not_found` for a private one). */
const NOT_A_MEMBER = new Set(['not_in_channel', 'channel_not_found', 'is_archived']);

/**
 * Checks whether the app can post in a channel, by posting a line there that only this person sees.
 *
 * @returns a warning that says how to add the app; null if it can post, or if Slack's answer doesn't say
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
