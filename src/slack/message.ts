import type { KnownBlock } from '@slack/types';

/** A message in words, with blocks where it has more than words. */
export type Message = {
  text: string;
  blocks?: KnownBlock[];
  /** Posted in this thread; not for ephemeral ones, which Slack shows there only to who has it open. */
  thread_ts?: string;
};
