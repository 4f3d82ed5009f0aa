import { contacts } from '../contacts/index.ts';
import type { Feature, Made } from '../kit/feature.ts';
import type { Services } from '../kit/slack/services.ts';
import { templates } from '../templates/index.ts';
import { problemKinds } from './problem.ts';
import { surfaces, type WorkflowServices } from './slack/index.ts';
import { createStepDelivery } from './slack/outcome.ts';
import { createWorkflowRuns } from './slack/workflow-runs.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

function make(services: Services): Made<WorkflowServices> {
  const { storage, sealer, access, clientOptions, log } = services;
  const { temporary } = storage;
  const steps = createWorkflowRuns({ temporary, sealer, webFor: access.webFor, clientOptions, log });
  const deliver = createStepDelivery({ ...services, steps });
  return {
    services: { steps },
    adds: () => ({ sources: [{ feature: 'workflows', deliver, cap: rules => rules.workflowCap }] }),
  };
}

export const workflows: Feature = {
  ...{ name: 'workflows', standsOn: [templates, contacts], words: { en, bn }, make },
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  surfaces,
};
