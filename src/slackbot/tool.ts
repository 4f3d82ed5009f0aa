import type { z } from 'zod';
import type { Services, UserRef } from '../kit/slack/services.ts';
import { entities, shortened } from '../kit/slack-text.ts';
import type { Wording } from '../kit/words/wording.ts';

/** The user who asks Slackbot, and their language. */
export type Caller = UserRef & { words: Wording };

/** `refused`: why there is no answer, for the person. */
export type ToolAnswer = { text: string; refused?: true };

/**
 * Something that Slackbot may do for the person who asks. `reads`: it changes nothing; others only draft. Descriptions are for
 * the assistant, and answers for the person, in their language.
 */
export type SlackbotTool<Input extends z.ZodObject = z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  reads: boolean;
  input: Input;
  /** Checks what the person may do or see, as Slack says now. */
  run(services: Services, caller: Caller, input: z.output<Input>): Promise<ToolAnswer>;
};

/** The most characters of an answer. */
const MAX_ANSWER = 6000;

export const answer = (text: string): ToolAnswer => ({ text: asPlainText(text) });
export const refusal = (text: string): ToolAnswer => ({ text: asPlainText(text), refused: true });

/** A message as an assistant reads it: dates as they stand for whoever sees no others, and no formatting. Mentions stay. */
function asPlainText(mrkdwn: string): string {
  const plain = mrkdwn
    .replace(/<!date\^[^|<>]*\|([^<>]*)>/g, '$1')
    .replace(/[*`\u2060]/g, '')
    .replace(/:[a-z_]{3,}: /g, '');
  return shortened(entities(plain), MAX_ANSWER);
}
