import { z } from 'zod';
import {
  MAX_NAMED,
  minutesSchema,
  type Policy,
  type PolicyRef,
  policyAs,
  policyRefSchema,
  roundsSchema,
  stepSchema,
} from '../escalations/policy.ts';
import { type Recipient, recipientSchema } from '../texts/recipient.ts';
import { labelRouteSchema, MAX_ROUTES, routedTo } from './label-routes.ts';

/* Whom a hook calls: its own list, or by an escalation policy instead; alerts with certain labels by other policies. */

/** The most steps after the first. */
export const MAX_STEPS = 5;

export const escalationSchema = roundsSchema.extend({
  /** The time that the hook's own recipients have to acknowledge an incident. */
  firstMinutes: minutesSchema,
  /** The next recipients, and how long they have. The rounds include the hook's own recipients. */
  steps: z.array(stepSchema).max(MAX_STEPS),
  mention: z.boolean().default(false),
});

/** The part of a hook that says whom it calls, as it is stored. */
export const callingSchema = z.object({
  recipients: z.array(recipientSchema).max(MAX_NAMED),
  /** Further recipients if no responder acknowledges an incident; null if there are none. */
  escalation: escalationSchema.nullable().default(null),
  /** Whom it calls instead of its own recipients and their escalation; null if it has its own. */
  policy: policyRefSchema.nullable().default(null),
  /** Alerts with certain labels go by another policy instead: the first route that fits. */
  routes: z.array(labelRouteSchema).max(MAX_ROUTES).default([]),
});
type HookCalling = z.output<typeof callingSchema>;
/** People to call one after the other until somebody acknowledges. */
export type CallList = Pick<HookCalling, 'recipients' | 'escalation'>;

/** `routed`: the lists of the policies that routes name, by the policy's id; one that is gone has none. */
export type Routed = { routed: ReadonlyMap<string, CallList> };

type PoliciesById = ReadonlyMap<string, Policy>;
export const byId = (policies: readonly Policy[]): PoliciesById =>
  new Map(policies.map(policy => [policy.id, policy]));

/** A policy's steps as a list; null if everybody in it was erased. */
export function listOf({ steps: all, rounds, severities, mention }: Policy): CallList | null {
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
export function withPolicies<Stored extends HookCalling>(
  stored: Stored,
  policies: PoliciesById,
): Stored & Routed {
  const { policy: chosen, recipients } = stored;
  const routes = stored.routes.map(route => ({ ...route, policy: named(route.policy, policies) }));
  const routed = new Map(
    routes.flatMap(({ policy: { id } }) => {
      const current = policies.get(id);
      const list = current && listOf(current);
      return list ? [[id, list] as const] : [];
    }),
  );
  const hook = { ...stored, routes, routed };
  if (!chosen) return hook;
  const policy = named(chosen, policies);
  const current = policies.get(policy.id);
  const list = current && listOf(current);
  if (list) return { ...hook, ...list, policy };
  return { ...hook, policy, recipients: recipients.length > 0 ? recipients : [policyAs(policy)] };
}

/** The policies that a hook names. */
export const policiesOf = ({ policy, routes }: Pick<HookCalling, 'policy' | 'routes'>): PolicyRef[] => [
  ...(policy ? [policy] : []),
  ...routes.map(route => route.policy),
];

/** The recipients of all steps, whichever way an alert goes. */
export const recipientsOf = ({
  recipients,
  escalation = null,
  routed = new Map(),
}: Pick<CallList, 'recipients'> & Partial<CallList & Routed>): Recipient[] => [
  ...recipients,
  ...(escalation?.steps.flatMap(({ to }) => to) ?? []),
  ...[...routed.values()].flatMap(list => recipientsOf(list)),
];

/** The list by which an alert with these labels goes. `policy`: null if no route chose it. */
export function listFor<Of extends CallList & Routed & Pick<HookCalling, 'routes'>>(
  hook: Of,
  labels: Readonly<Record<string, string>>,
): CallList & { policy: PolicyRef | null } {
  const policy = routedTo(hook.routes, labels);
  const list = policy && hook.routed.get(policy.id);
  return list ? { ...list, policy } : { ...hook, policy: null };
}

/** The list by which an incident of a hook goes. `policy`: the one that a route chose for it; its own list, too, if that is gone. */
export const listOfIncident = (
  { recipients, escalation, routed }: CallList & Routed,
  { policy }: { policy: string | null },
): CallList => (policy === null ? undefined : routed.get(policy)) ?? { recipients, escalation };
