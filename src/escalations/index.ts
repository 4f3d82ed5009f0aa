import { contacts } from '../contacts/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { button } from '../kit/slack/elements.ts';
import { formListeners } from '../kit/slack/form-submission.ts';
import { listByWord, listListeners, opensList } from '../kit/slack/list.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { CommandWord, HomeSection, Services } from '../kit/slack/services.ts';
import { offersRecipients } from '../texts/slack/recipient-options.ts';
import { auditKinds } from './audit.ts';
import { recipients } from './recipients.ts';
import { createPolicies, type Policies } from './service.ts';
import { policyForm, stepsId } from './slack/form.ts';
import { deletePolicyButton, policyList } from './slack/list.ts';
import { stepTo } from './slack/step-fields.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

type EscalationServices = { policies: Policies };

declare module '../kit/slack/services.ts' {
  interface Services extends EscalationServices {}
}

/** Recipients that a step can text, besides teammates and numbers. */
export const STEP_SORTS = ['groups', 'userGroups', 'onCall'] as const;

const listeners = (services: Services): readonly SlackListener[] => [
  ...listListeners(services, policyList),
  ...formListeners(services, policyForm),
  offersRecipients(services, stepTo(stepsId, '\\d'), STEP_SORTS),
  deletePolicyButton(services),
];

const commandWords = (services: Services): CommandWord[] => [
  listByWord(services, policyList, ['policies', 'policy', 'পলিসি']),
];

const home = (): HomeSection => ({
  managing: ({ policies }) => [button({ action: opensList(policyList), label: policies.title })],
});

function create(services: Services): CreatedFeature<EscalationServices> {
  const { storage, clock, newId } = services;
  const { documents, revisions, audit } = storage;
  const policies = createPolicies({ documents, revisions, audit, clock, newId });
  return {
    services: { policies },
    extend: () => ({
      erasers: [job => policies.leaveOut(job.workspace, job.by, job)],
      uses: [policies.uses],
    }),
  };
}

export const escalations: Feature<'escalations'> = {
  name: 'escalations',
  dependsOn: [contacts],
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.policyAudit },
  create,
  listeners,
  recipients,
  home,
  commandWords,
};
