import { contacts } from '../contacts/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { Services } from '../kit/slack/services.ts';
import { templates } from '../templates/index.ts';
import { problemKinds } from './problem.ts';
import { createStepDelivery } from './slack/outcome.ts';
import { findGroups, findTemplates, sendSmsStep } from './slack/send-sms.ts';
import { createWorkflowRuns, type WorkflowRuns } from './slack/workflow-runs.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

type WorkflowServices = { steps: WorkflowRuns };

declare module '../kit/slack/services.ts' {
  interface Services extends WorkflowServices {}
}

const listeners = (services: Services): readonly SlackListener[] => [
  sendSmsStep(services),
  findGroups(services),
  findTemplates(services),
];

function create(services: Services): CreatedFeature<WorkflowServices> {
  const { storage, sealer, access, clientOptions, log } = services;
  const { temporary } = storage;
  const steps = createWorkflowRuns({ temporary, sealer, webFor: access.webFor, clientOptions, log });
  const deliver = createStepDelivery({ ...services, steps });
  return {
    services: { steps },
    extend: () => ({
      sources: [
        {
          feature: 'workflows',
          called: words => words.steps.source,
          deliver,
          cap: rules => rules.workflowCap,
        },
      ],
    }),
  };
}

export const workflows: Feature<'workflows'> = {
  name: 'workflows',
  dependsOn: [templates, contacts],
  words: { en, bn },
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
};
