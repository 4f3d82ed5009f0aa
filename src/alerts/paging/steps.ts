import type { Recipient } from '../../texts/recipient.ts';
import type { Page } from './page.ts';

/** Whom a page calls, one step after the other. */
export type PageSteps = Pick<Page, 'recipients' | 'escalation'>;

const STEP_MINUTES = 5;
const ROUNDS = 2;

/** The steps for chosen recipients: all of them at once, then all of it once more. */
export const stepsTo = (recipients: readonly Recipient[]): PageSteps => ({
  recipients: [...recipients],
  escalation: {
    firstMinutes: STEP_MINUTES,
    steps: [],
    rounds: ROUNDS,
    severities: ['critical'],
    mention: false,
  },
});
