import { MAX_NAMED, type Policy, type PolicyRef } from '../../../escalations/policy.ts';
import { stepError } from '../../../escalations/slack/recipients-error.ts';
import { live, select } from '../../../kit/slack/fields.ts';
import { type FormField, fieldId } from '../../../kit/slack/form.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { FormState } from '../../../kit/slack/view-state.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { numbersError, recipients, recipientsIn } from '../../../texts/slack/compose/recipients-field.ts';

/* Whom a hook calls: people of its own, or a policy in their place. The form asks only where the workspace has policies. */

/** `to` is empty while a policy is chosen. */
export type CallingInput = { policy: PolicyRef | null; to: Recipient[] };

/** The id of the field for the hook's own people. */
const CALLING = fieldId({ id: 'hook' }, 'recipients');
const OWN = 'own';
const policyIdIn = (id: string): string => `${id}_policy`;

export const callingField = (words: Wording): FormField<CallingInput, { policies: readonly Policy[] }> => ({
  blocks(id, { policy, to }, { policies }) {
    const { field } = words.hooks;
    const own = recipients(id, field.recipients, words.search.placeholder, to);
    if (policies.length === 0 && !policy) return own;
    const refs = policies.map((each): PolicyRef => ({ id: each.id, label: each.name }));
    const isGone = policy !== null && !refs.some(ref => ref.id === policy.id);
    const choices = [...refs, ...(isGone ? [policy] : [])].map(ref => ({ value: ref.id, label: ref.label }));
    const all = [{ value: OWN, label: field.policy.own }, ...choices];
    const choice = live(select(policyIdIn(id), field.policy, all, policy?.id ?? OWN));
    return policy ? [choice] : [choice, own];
  },
  read(state, id) {
    const policy = chosenIn(state, id);
    // The field for people appears again only after the choice.
    const isHidden = policy !== null || (hasChoice(state, id) && state.options(id) === null);
    const to = isHidden ? [] : recipientsIn(state, id);
    return {
      value: { policy, to: to.filter(({ kind }) => kind !== 'unreadable') },
      error: policy ? null : recipientsError(words, to),
    };
  },
});

const hasChoice = (state: FormState, id: string): boolean => state.choice(policyIdIn(id)) !== null;

function chosenIn(state: FormState, id: string): PolicyRef | null {
  const option = state.option(policyIdIn(id));
  if (!option || option.value === OWN) return null;
  return { id: option.value, label: harmless(option.text?.text ?? '', 60) };
}

/** False while a policy is chosen, or was until now: the form has no fields for an escalation of the hook's own then. */
export const hasEscalation = (state: FormState, escalation: string): boolean =>
  !hasChoice(state, CALLING) || (chosenIn(state, CALLING) === null && state.choice(escalation) !== null);

export function recipientsError(words: Wording, to: readonly Recipient[]): string | null {
  const error = numbersError(words, to);
  if (error !== null) return error;
  if (to.length === 0) return words.hooks.wrong.nobody;
  return to.length > MAX_NAMED ? words.escalationSteps.wrong.tooMany(MAX_NAMED) : null;
}

/** Why a hook can't call these people, or by this policy, by the field; null if it can. */
export async function callingError(
  services: Services,
  words: Wording,
  workspace: string,
  { policy, to }: CallingInput,
): Promise<Record<string, string> | null> {
  if (policy) {
    const exists = (await services.policies.one(workspace, policy.id)) !== null;
    return exists ? null : { [policyIdIn(CALLING)]: words.hooks.wrong.policyGone };
  }
  const error = await stepError(services, words, workspace, to);
  return error === null ? null : { [CALLING]: error };
}
