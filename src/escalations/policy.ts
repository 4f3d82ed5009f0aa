import { z } from 'zod';
import { type Recipient, recipientKeyOf, recipientSchema } from '../texts/recipient.ts';
import { SEVERITIES } from './severity.ts';

/*
 * An escalation policy says who is called one after the other, until somebody acknowledges: steps of people, rotas and groups, each
 * with the minutes that it has. Several hooks may call by the same one.
 */

export const MAX_POLICIES = 30;
export const MAX_POLICY_STEPS = 6;
/** Limit for the recipients that a step names; `MAX_RECIPIENTS` limits the people that they stand for. */
export const MAX_NAMED = 20;
/** Longest time for a step's recipients to acknowledge an incident. */
export const MAX_STEP_MINUTES = 120;
export const MAX_ROUNDS = 5;
const MAX_NAME = 60;

declare module '../texts/recipient.ts' {
  interface RecipientKinds {
    escalations: 'policy';
  }
}

export const minutesSchema = z.int().min(1).max(MAX_STEP_MINUTES);
export const stepSchema = z.object({ to: z.array(recipientSchema).max(MAX_NAMED), minutes: minutesSchema });

/** What holds for all steps together. */
export const roundsSchema = z.object({
  /** How often all steps are texted. */
  rounds: z.int().min(1).max(MAX_ROUNDS),
  /** Alerts of these severities go on to the steps after the first. */
  severities: z.array(z.enum(SEVERITIES)).min(1),
  /** The post about an unanswered incident mentions everybody in the channel, if an admin allows it. */
  mention: z.boolean(),
});

/** The part of a policy that users decide. */
export const policyDraftSchema = roundsSchema.extend({
  /** Tidied; unique among the workspace's policies. */
  name: z.string().min(1).max(MAX_NAME),
  /** Without one, everybody in it was erased. */
  steps: z.array(stepSchema).max(MAX_POLICY_STEPS),
});
export type PolicyDraft = z.infer<typeof policyDraftSchema>;

export const policySchema = policyDraftSchema.extend({
  id: z.string(),
  /** The form that created it; prevents a second policy if the form is submitted twice. */
  origin: z.string().nullable(),
  createdBy: z.string(),
  /** The time of day of the last change. */
  changedAt: z.int(),
});
export type Policy = Readonly<z.infer<typeof policySchema>>;

/** A choice of a policy. `label`: its name when it was chosen, in case it is gone later. */
export const policyRefSchema = z.object({ id: z.string(), label: z.string() });
export type PolicyRef = z.infer<typeof policyRefSchema>;

/** The policy as a recipient, for `uses` and for saying that it is gone. Nobody chooses it as one: whoever uses it calls its steps. */
export const policyAs = (data: PolicyRef) => ({ feature: 'escalations', kind: 'policy', data }) as const;

/** The recipients of all steps. */
export const namedIn = ({ steps }: Pick<PolicyDraft, 'steps'>): Recipient[] => steps.flatMap(({ to }) => to);

/** The decisions in steps, without the names that recipients had when they were chosen, for comparing. */
export const stepsDecided = (steps: PolicyDraft['steps']): unknown =>
  steps.map(({ to, minutes }) => [to.map(recipientKeyOf), minutes]);
