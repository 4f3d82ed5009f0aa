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
  waiting: 'The text still waits and is sent as soon as it can be; its result is in the app’s log.',
  uncertain: because =>
    `It may or may not have been sent: ${because}. It is not sent again by itself; check with the recipient first.`,
  notSent: summary => `:warning: A workflow’s text: ${summary}`,
};
