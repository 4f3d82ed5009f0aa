import type { KnownBlock } from '@slack/types';

/** A message as text, with blocks if it has more than text. */
export type Message = {
  text: string;
  blocks?: KnownBlock[];
  /** Posted in this thread; not for ephemeral messages, which Slack shows there only to people who have it open. */
  thread_ts?: string;
};

/** `reply_broadcast`: the channel shows it as well as the thread. */
export type PinnedMessage = Message & { reply_broadcast?: true };
