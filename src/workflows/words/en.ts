/** What a workflow’s step says at its end. */
const steps = {
  nobody: (lines: string[]) => `None of the recipients can be texted: ${lines.join('; ')}. Nothing was sent.`,
  line: (who: string, because: string) => `${who}: ${because}`,
  more: (count: number) => `and ${count} more`,
  waiting:
    'The text is still waiting and will go out as soon as it can. You’ll find the result in the app’s log.',
  uncertain: (because: string) =>
    `It may or may not have been sent: ${because}. It won’t be sent again by itself. Before you send it again, check with the recipient.`,
  /** To an admin: what a workflow didn't send although it was told that it waits, or doesn't say itself. */
  notSent: (summary: string) => `:warning: A workflow’s text: ${summary}`,
};

export const en = { steps };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
