import type { Policy } from '../../escalations/policy.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { listOf } from '../call-lists.ts';
import type { Page } from './page.ts';

/** Whom a page calls, one step after the other. */
export type PageSteps = Pick<Page, 'recipients' | 'escalation' | 'policy'>;

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
  policy: null,
});

/** A policy's steps, which a page goes through whatever their severities; null if nobody is left in it. */
export function stepsBy(policy: Policy): PageSteps | null {
  const { recipients = [], escalation } = listOf(policy) ?? {};
  if (!escalation) return null;
  return {
    recipients,
    escalation: { ...escalation, severities: ['critical'] },
    policy: { id: policy.id, label: policy.name },
  };
}
