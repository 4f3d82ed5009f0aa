import { randomUUID } from 'node:crypto';
import type { PolicyDraft, PolicyRef } from '../../src/escalations/policy.ts';
import { createPolicies } from '../../src/escalations/service.ts';
import type { View } from '../../src/playground/index.ts';
import { RAFIQ, SHIRIN, teammate } from './on-call.ts';
import { inStore } from './settings.ts';
import type { Stage } from './stage.ts';
import { opened } from './views.ts';

/** A policy that texts Rafiq, and Shirin five minutes later. */
export const DATABASES: PolicyDraft = {
  name: 'Databases',
  steps: [
    { to: [teammate(RAFIQ)], minutes: 5 },
    { to: [teammate(SHIRIN)], minutes: 10 },
  ],
  rounds: 1,
  severities: ['critical'],
  mention: false,
};

/** Stores a policy as an admin does; the app is stopped meanwhile. */
export const keepPolicy = (stage: Stage, draft: Partial<PolicyDraft> = {}): Promise<PolicyRef> =>
  inStore(stage, async (parts, { teamId, id }) => {
    const policies = createPolicies({ ...parts, newId: randomUUID });
    const created = await policies.create(teamId, id, { ...DATABASES, ...draft }, randomUUID());
    if (typeof created === 'string') throw new Error(`No policy was made: ${created}`);
    return { id: created.policy.id, label: created.policy.name };
  });

/** Types `/sms policies` and waits for the list. */
export const openPolicies = (stage: Stage, user = 'nusrat'): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text: 'policies' }));
