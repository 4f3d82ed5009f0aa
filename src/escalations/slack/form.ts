import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { asIs } from '../../kit/slack/buttons.ts';
import { context } from '../../kit/slack/elements.ts';
import { typed } from '../../kit/slack/fields.ts';
import { type Form, type FormFields, fieldId } from '../../kit/slack/form.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { tidyName } from '../../texts/parse/name.ts';
import { recipientKeyOf } from '../../texts/recipient.ts';
import { namedUses } from '../../texts/recipient-uses.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import {
  MAX_POLICIES,
  MAX_POLICY_STEPS,
  type Policy,
  type PolicyDraft,
  policyAs,
  stepsDecided,
} from '../policy.ts';
import { stepsWithSeconds } from '../second-steps.ts';
import { planLine } from './plan.ts';
import { stepError } from './recipients-error.ts';
import { DEFAULT_MINUTES, readableSteps, readSteps, type Steps, stepBlocks, stepTo } from './step-fields.ts';

const MAX_NAME = 60;
const NUMBERS = { first: 0, most: MAX_POLICY_STEPS } as const;

type PolicyInput = { name: string; steps: Steps };

const NEW_POLICY: PolicyDraft = {
  name: '',
  steps: [{ to: [], minutes: DEFAULT_MINUTES }],
  rounds: 1,
  severities: ['critical'],
  mention: false,
};

const inputOf = ({ name, steps, rounds, severities, mention }: PolicyDraft): PolicyInput => ({
  name,
  steps: { steps, rounds, severities, mention },
});
const draftOf = ({ name, steps }: PolicyInput): PolicyDraft => ({
  ...steps,
  name,
  steps: readableSteps(steps.steps),
});

/** The form that creates or changes an escalation policy. */
export const policyForm: Form<{ subject: string | null; current: Policy | null; draft: PolicyInput }> = {
  id: 'policy',
  openers: { new: () => null, change: asIs },
  subject: z.string().nullable(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} policies`,
  title: ({ policies }, id) => policies.formTitle[id === null ? 'make' : 'change'],
  submit: ({ policies, settings }, id) => (id === null ? policies.make : settings.save),
  async load({ policies }, { workspace }, id, words) {
    const current = id === null ? null : await policies.one(workspace, id);
    return id === null || current ? { current } : { deleted: words.policies.gone };
  },
  draft: policy => inputOf(policy ?? NEW_POLICY),
  fields: words => fields(words),
  preview: (services, { workspace }, words, { current, draft }) =>
    previewBlocks(services, words, workspace, { current, draft: draftOf(draft) }),
  async check(services, { workspace }, words, { draft }) {
    const errors = await Promise.all(
      draft.steps.steps.map(async ({ to }, index) => {
        const error = await stepError(services, words, workspace, to);
        return error ? [[stepTo(stepsId, index), error] as const] : [];
      }),
    );
    return { steps: Object.fromEntries(errors.flat()) };
  },
  version: input => {
    const { steps, ...rest } = draftOf(input);
    return [stepsDecided(steps), rest];
  },
  changed: ({ policies }) => [policies.changedMeanwhile],
  async save({ policies }, { workspace, userId, origin }, words, { current, draft: input }) {
    const draft = draftOf(input);
    const saved = current
      ? await policies.change(workspace, userId, current.id, draft)
      : await policies.create(workspace, userId, draft, origin);
    const name = harmless(draft.name, MAX_NAME);
    if (saved === 'gone') return { message: words.policies.gone };
    if (saved === 'taken') return { retry: `:warning: ${words.policies.taken(name)}`, field: 'name' };
    if (saved === 'too_many') return { retry: words.policies.tooMany(MAX_POLICIES) };
    return { message: words.policies.saved(name) };
  },
};

/** The start of the ids of the steps' fields. */
export const stepsId = fieldId({ id: 'policy' }, 'steps');

const fields = (words: Wording): FormFields<PolicyInput> => {
  const { field, wrong } = words.policies;
  return {
    name: {
      blocks: (id, name) => typed(id, field.name, name, { most: MAX_NAME, needed: true }),
      read(state, id) {
        const name = tidyName(state.text(id));
        return { value: name, error: nameProblem(words, name, MAX_NAME) };
      },
    },
    steps: {
      blocks: (id, steps) => stepBlocks(words, id, steps, NUMBERS),
      read(state, id) {
        const { value, error } = readSteps(words, state, id, NUMBERS);
        const hasFirst = (value.steps[0]?.to.length ?? 0) > 0;
        return { value, error: hasFirst ? error : { [stepTo(id, 0)]: wrong.nobody, ...error } };
      },
    },
  };
};

/** What follows from the steps, how many texts at most, and which hooks a change reaches. */
async function previewBlocks(
  { settings, reach, usesOf, onCallRotas }: Services,
  words: Wording,
  workspace: string,
  { current, draft: input }: { current: Policy | null; draft: PolicyDraft },
): Promise<KnownBlock[]> {
  const { preview } = words.policies;
  const draft = { ...input, steps: stepsWithSeconds(input.steps, await onCallRotas(workspace)) };
  const show = showingNumbers(await settings.shown(workspace));
  const used = current ? await policyUses({ usesOf }, workspace, current) : [];
  const reached = await Promise.all(
    draft.steps.map(async ({ to }) => (await reach(workspace, to).catch(() => null))?.numbers.length ?? 0),
  );
  const texts = reached.reduce((sum, numbers) => sum + numbers, 0) * draft.rounds;
  return [
    { type: 'divider' },
    context(preview.title),
    context(draft.steps.length === 0 ? preview.nothing : planLine(words, draft, show)),
    ...(texts > 0 ? [context(preview.atMost(texts))] : []),
    ...(current ? [context(used.length > 0 ? preview.usedBy(namedUses(words, used)) : preview.unused)] : []),
  ];
}

/** What calls by a policy. */
export function policyUses(
  { usesOf }: Pick<Services, 'usesOf'>,
  workspace: string,
  { id, name }: Pick<Policy, 'id' | 'name'>,
): ReturnType<Services['usesOf']> {
  const key = recipientKeyOf(policyAs({ id, label: name }));
  return usesOf(workspace, recipient => recipientKeyOf(recipient) === key);
}
