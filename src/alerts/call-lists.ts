import { type Policy, type PolicyRef, policyAs } from '../escalations/policy.ts';
import type { Recipient } from '../texts/recipient.ts';
import type { HookDraft } from './hooks.ts';

/* Whom a hook calls: its own list, or by an escalation policy instead. */

/** People to call one after the other until somebody acknowledges. */
export type CallList = Pick<HookDraft, 'recipients' | 'escalation'>;
/** The part of a hook that says whom it calls, as it is stored. */
type Calling = Pick<HookDraft, 'recipients' | 'escalation' | 'policy'>;

export type PoliciesById = ReadonlyMap<string, Policy>;
export const byId = (policies: readonly Policy[]): PoliciesById =>
  new Map(policies.map(policy => [policy.id, policy]));

/** A policy's steps as a list; null if everybody in it was erased. */
function listOf({ steps: all, rounds, severities, mention }: Policy): CallList | null {
  const [first, ...steps] = all.filter(({ to }) => to.length > 0);
  return (
    (first && {
      recipients: first.to,
      escalation: { firstMinutes: first.minutes, steps, rounds, severities, mention },
    }) ??
    null
  );
}

/** The choice of a policy, with its name of today. */
const named = (ref: PolicyRef, policies: PoliciesById): PolicyRef => ({
  id: ref.id,
  label: policies.get(ref.id)?.name ?? ref.label,
});

/**
 * A hook with the list that it calls by. If its policy is gone or nobody is left in it, that is the hook's own list; if that is empty, too,
 * the policy itself stands in it as somebody who can't be texted, so that everybody is told as of any other.
 */
export function withPolicies<Stored extends Calling>(stored: Stored, policies: PoliciesById): Stored {
  const { policy: chosen, recipients } = stored;
  if (!chosen) return stored;
  const policy = named(chosen, policies);
  const current = policies.get(policy.id);
  const list = current && listOf(current);
  if (list) return { ...stored, ...list, policy };
  return { ...stored, policy, recipients: recipients.length > 0 ? recipients : [policyAs(policy)] };
}

/** The policies that a hook names. */
export const policiesOf = ({ policy }: Pick<HookDraft, 'policy'>): PolicyRef[] => (policy ? [policy] : []);

/** The recipients of all steps. */
export const recipientsOf = ({
  recipients,
  escalation = null,
}: Pick<CallList, 'recipients'> & Partial<CallList>): Recipient[] => [
  ...recipients,
  ...(escalation?.steps.flatMap(({ to }) => to) ?? []),
];
