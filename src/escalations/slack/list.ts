import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { ShowNumber } from '../../kit/number.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, linesAsBlocks, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { backToList, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import { COMMAND, type SlackListener } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { namedUses, type RecipientUse } from '../../texts/recipient-uses.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { MAX_POLICIES, type Policy } from '../policy.ts';
import { stepsWithSeconds } from '../second-steps.ts';
import { policyForm, policyUses } from './form.ts';
import { planLine } from './plan.ts';

/** Value: the policy's id. */
const DELETE_POLICY = 'delete_policy';

const PAGE_SIZE = 10;

/** `/sms policies` and "Escalation policies" in the Home tab, for admins and managers. */
export const policyList: PagedList<Skipped> = {
  id: 'policies',
  title: words => words.policies.title,
  command: `${COMMAND} policies`,
  permission: manager,
  place: z.object({ skipped: z.int().min(0).max(MAX_POLICIES) }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace }, place) {
    const { policies, settings, onCallRotas } = services;
    const [all, rules, rotas] = await Promise.all([
      policies.list(workspace),
      settings.of(workspace),
      onCallRotas(workspace),
    ]);
    const show = showingNumbers(rules);
    const { skipped, ...around } = turned(place, PAGE_SIZE, all.length);
    const shown = all
      .slice(skipped, skipped + PAGE_SIZE)
      .map(policy => ({ ...policy, steps: stepsWithSeconds(policy.steps, rotas) }));
    const used = await Promise.all(shown.map(policy => policyUses(services, workspace, policy)));
    return {
      ...around,
      blocks: [
        section(words.policies.intro),
        actions(button({ action: openerOf(policyForm, 'new'), label: words.policies.add, style: 'primary' })),
        ...(all.length === 0 ? [section(words.policies.none)] : []),
        ...shown.flatMap((policy, index) => policyBlocks(words, policy, used[index] ?? [], show)),
      ],
    };
  },
};

/** "Delete", confirmed. Finds only policies of the presser's workspace, and leaves those that something uses. */
export function deletePolicyButton(services: Services): SlackListener {
  return onPress(services, DELETE_POLICY, {
    read: asIs,
    permission: manager,
    requiresLiveFacts: true,
    async handle(handlerServices, press, id) {
      const { policies, words } = handlerServices;
      const { workspace, userId } = press;
      const [wording, policy] = await Promise.all([words.of(workspace, userId), policies.one(workspace, id)]);
      const used = policy ? await policyUses(handlerServices, workspace, policy) : [];
      const gone = used.length > 0 ? null : await policies.remove(workspace, userId, id);
      let news = gone ? wording.policies.deleted(harmless(gone.name, 60)) : wording.policies.gone;
      if (policy && used.length > 0)
        news = wording.uses.inUse({ name: harmless(policy.name, 60), uses: namedUses(wording, used) });
      return { kind: 'shown', view: await backToList(handlerServices, wording, press, policyList, news) };
    },
  });
}

function policyBlocks(
  words: Wording,
  policy: Policy,
  used: readonly RecipientUse[],
  show: ShowNumber,
): KnownBlock[] {
  const { line, nobody, change, confirmDelete } = words.policies;
  const name = harmless(policy.name, 60);
  const plan = policy.steps.length === 0 ? nobody : planLine(words, policy, show);
  const uses = used.length > 0 ? namedUses(words, used) : null;
  return [
    ...linesAsBlocks([line({ name, plan, uses })]),
    actions(
      button({ action: openerOf(policyForm, 'change'), label: change, value: policy.id }),
      button({
        action: DELETE_POLICY,
        label: words.policies.delete,
        value: policy.id,
        style: 'danger',
        // Plain text, so the name needs no escaping.
        confirm: { ...confirmDelete, text: confirmDelete.text(policy.name) },
      }),
    ),
  ];
}
