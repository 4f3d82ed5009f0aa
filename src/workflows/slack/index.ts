import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { findGroups, findTemplates, sendSmsStep } from './send-sms.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

export type WorkflowServices = { steps: WorkflowRuns };

declare module '../../kit/slack/services.ts' {
  interface Services extends WorkflowServices {}
}

/** Where requests from Slack come in. */
export const surfaces = (services: Services): readonly Surface[] => [
  sendSmsStep(services),
  findGroups(services),
  findTemplates(services),
];
