import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { createRights } from '../../../broadcasts/rights.ts';
import type { Wording } from '../../../wording/index.ts';
import { ACTION, APPROVAL, VIEW } from '../../ids.ts';
import { leniently, type Right } from '../../judging.ts';
import { textField } from '../../kit/fields.ts';
import { onSubmit } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal } from '../../kit/modals.ts';
import { asIs, onPress, onView } from '../../kit/press.ts';
import { stateOf } from '../../kit/state.ts';
import type { Services } from '../../services.ts';
import { MAX_REASON } from './messages.ts';

const metadataSchema = z.object({ broadcast: z.string() });

/** "Approve" below what a broadcast will come to: it starts, and the post says who approved it. */
export function registerApproveBroadcast(app: App, services: Services): void {
  onPress(app, services, ACTION.approveBroadcast, {
    read: asIs,
    may: decider,
    async carryOut({ broadcasts, log }, { workspace, userId }, id) {
      const done = await broadcasts.approve(workspace, id, userId);
      if ('kind' in done) return { kind: 'refused', problem: done };
      log.info({ workspace, by: userId, broadcast: id }, 'a broadcast was approved');
      return { kind: 'quiet' };
    },
  });
}

/** An admin or a manager who isn't its author. */
const decider: Right<string> = async (services, { workspace, userId }, id) => {
  const { broadcasts } = services;
  const rights = createRights(leniently(services));
  return broadcasts.deciderProblem(rights, await broadcasts.one(workspace, id), userId);
};

/** "Reject…": a form in which they may say why. */
export function registerAskWhyReject(app: App, services: Services): void {
  onView(app, services, ACTION.rejectBroadcast, {
    read: asIs,
    may: ({ broadcasts }, { workspace, userId }, id) => broadcasts.decideProblem(workspace, id, userId),
    opens: {
      title: words => words.approval.why.title,
      command: null,
      fill: async (words, _press, id) => whyForm(words, id),
    },
  });
}

function whyForm(words: Wording, broadcast: string): ModalView {
  const { why } = words.approval;
  return {
    ...formModal({
      id: VIEW.rejectBroadcast,
      title: why.title,
      submit: why.submit,
      cancel: words.settings.back,
      blocks: [textField(APPROVAL.reason, why.field, '', { most: MAX_REASON, lines: true })],
    }),
    private_metadata: JSON.stringify({ broadcast }),
  };
}

/** Rejected, with or without a reason. */
export function registerRejectBroadcast(app: App, services: Services): void {
  onSubmit(app, services, VIEW.rejectBroadcast, {
    valueOf({ private_metadata, state }) {
      const typed = stateOf(state.values).text(APPROVAL.reason).trim();
      return {
        value: { ...keptJson(metadataSchema, private_metadata), reason: typed === '' ? null : typed },
      };
    },
    read: value => keptJson(metadataSchema.extend({ reason: z.string().nullable() }), value),
    may: (judging, who, { broadcast }) => decider(judging, who, broadcast),
    async carryOut({ broadcasts, words, log }, { workspace, userId }, { broadcast, reason }) {
      const done = await broadcasts.reject(workspace, broadcast, userId, reason);
      if ('kind' in done) return { kind: 'refused', problem: done };
      log.info({ workspace, by: userId, broadcast }, 'a broadcast was rejected');
      const { approval } = await words.of(workspace, userId);
      return { kind: 'told', message: { text: approval.why.done } };
    },
  });
}
