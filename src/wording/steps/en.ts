import type { StepsWording } from './types.ts';

/** English. */
export const steps: StepsWording = {
  nobody: lines => `None of the recipients can be texted: ${lines.join('; ')}. Nothing was sent.`,
  counts: ({ recipients, sent, uncertain, waiting, failed }) =>
    [
      `${sent} of ${recipients} accepted by the SMS service`,
      ...(waiting > 0 ? [`${waiting} waiting`] : []),
      ...(uncertain > 0 ? [`${uncertain} uncertain`] : []),
      ...(failed > 0 ? [`${failed} not sent`] : []),
    ].join(', '),
  line: (who, because) => `${who}: ${because}`,
  more: count => `and ${count} more`,
  waiting:
    'The text is still waiting and will go out as soon as it can. You’ll find the result in the app’s log.',
  uncertain: because =>
    `It may or may not have been sent: ${because}. It won’t be sent again by itself. Before you send it again, check with the recipient.`,
  notSent: summary => `:warning: A workflow’s text: ${summary}`,
};
