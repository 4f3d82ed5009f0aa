import { stepsWithSeconds } from '../escalations/second-steps.ts';
import type { OnCallRota, OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { CallList, Routed } from './call-lists.ts';

/** A hook with the steps of the rotas' seconds in line. Without steps, nobody is called after the first. */
export function withSeconds<List extends CallList>(hook: List, rotas: readonly OnCallRota[]): List {
  const { recipients, escalation } = hook;
  if (!escalation) return hook;
  const first = { to: recipients, minutes: escalation.firstMinutes };
  const [, ...steps] = stepsWithSeconds([first, ...escalation.steps], rotas);
  return { ...hook, escalation: { ...escalation, steps } };
}

/** The rotas that steps may name. Without steps, none is read. */
export const rotasInSteps = async (
  onCallRotas: OnCallRotasOf,
  workspace: string,
  hooks: readonly (CallList & Partial<Routed>)[],
): Promise<readonly OnCallRota[]> =>
  hooks.some(({ escalation, routed }) => escalation !== null || (routed?.size ?? 0) > 0)
    ? onCallRotas(workspace)
    : [];
