import { z } from 'zod';
import { textField } from '../../../kit/slack/fields.ts';
import type { Form } from '../../../kit/slack/form.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import { asIs, onPress } from '../../../kit/slack/press.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Right, Surface } from '../../../kit/slack/surface.ts';
import { createRights } from '../../../texts/rights.ts';
import { leniently } from '../../../workspace/slack/judging.ts';
import { MAX_REASON } from './messages.ts';

/** "Approve" below what a broadcast will come to: it starts, and the post says who approved it. */
export function approveBroadcastButton(services: Services): Surface {
  return onPress(services, ACTION.approveBroadcast, {
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
export const rejectForm: Form<{ about: string; before: null; draft: { reason: string | null } }> = {
  id: 'reject_broadcast',
  ways: { ask: asIs },
  about: z.string(),
  may: decider,
  command: null,
  title: ({ approval }) => approval.why.title,
  submit: ({ approval }) => approval.why.submit,
  load: async () => ({ before: null }),
  draft: () => ({ reason: null }),
  fields: ({ approval }) => ({
    reason: {
      blocks: (id, reason) =>
        textField(id, approval.why.field, reason ?? '', { most: MAX_REASON, lines: true }),
      read(state, id) {
        const typed = state.text(id).trim();
        return { value: typed === '' ? null : typed };
      },
    },
  }),
  async save({ broadcasts, log }, { workspace, userId }, { approval }, { about: broadcast, draft }) {
    const done = await broadcasts.reject(workspace, broadcast, userId, draft.reason);
    if ('kind' in done) return { refused: done };
    log.info({ workspace, by: userId, broadcast }, 'a broadcast was rejected');
    return { said: approval.why.done };
  },
};
