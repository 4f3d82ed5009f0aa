import type { ProblemWords } from '../../kit/words/wording.ts';

/** Sentences of a workflow's step. */
const steps = {
  /** Where texts came from. */
  source: 'Workflows',
  nobody: (lines: string[]) => `None of the recipients can be texted: ${lines.join('; ')}. Nothing was sent.`,
  line: (recipient: string, because: string) => `${recipient}: ${because}`,
  more: (count: number) => `and ${count} more`,
  waiting:
    'The text is still waiting and will go out as soon as it can. You’ll find the result in the app’s log.',
  uncertain: (because: string) =>
    `It may or may not have been sent: ${because}. It won’t be sent again by itself. Before you send it again, check with the recipient.`,
  /** To an admin: texts that a workflow didn't send after its step had ended, or that the step doesn't mention. */
  notSent: (summary: string) => `:warning: A workflow’s text: ${summary}`,
};

/** Problems of filled-in steps: what went wrong, and what to do about it. */
export const problems: ProblemWords<'workflows'> = {
  problem: {
    RECIPIENTS_MISSING: () =>
      'This step has no recipients. Add numbers, teammates, user groups or names, with commas between them. Nothing was sent.',
    TEMPLATE_UNKNOWN: ({ label }) =>
      `This workspace has no template called “${label}”. Check the name, or use another template. Nothing was sent.`,
    TEMPLATE_AND_MESSAGE: () =>
      'This step has both a message and a template, so it isn’t clear what the text should say. Use one of them and clear the other. Nothing was sent.',
    DEDUP_KEY_REUSED: () =>
      'This dedup key was already used for another message or other recipients, so nothing was sent. Use a new key for each new message.',
    DEDUP_KEY_OLD: () =>
      'This dedup key was used so long ago that its result is no longer kept. Nothing was sent again. Use a new key.',
  },
};

export const en = { steps };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
