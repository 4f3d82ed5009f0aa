import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import { webOf } from '../../access.ts';
import { ACTION, APPROVAL, VIEW } from '../../ids.ts';
import { keptJson } from '../../kept.ts';
import { viewSubmissionSchema } from '../../payloads/interactions.ts';
import { onPress } from '../../press.ts';
import type { Services } from '../../services.ts';
import { textField } from '../../views/forms/fields.ts';
import { failureNews } from '../../views/forms/news.ts';
import { stateOf } from '../../views/forms/state.ts';
import { formModal, noticeModal, openJudgedModal, showView } from '../../views/modals.ts';
import { type Who, whoOf } from '../../who.ts';
import { MAX_REASON } from './messages.ts';

const metadataSchema = z.object({ broadcast: z.string() });

/** "Approve" below what a broadcast will come to: it starts, and the post says who approved it. */
export function registerApproveBroadcast(app: App, services: Services): void {
  onPress(app, services, ACTION.approveBroadcast, async press => async () => {
    const { workspace, userId, value } = press;
    const done = await services.broadcasts.approve(workspace, value, userId);
    if ('kind' in done) await press.refuse(done);
    else services.log.info({ workspace, by: userId, broadcast: value }, 'a broadcast was approved');
  });
}

/** "Reject…": a form in which they may say why. */
export function registerAskWhyReject(app: App, services: Services): void {
  onPress(app, services, ACTION.rejectBroadcast, async press => async () => {
    const { workspace, userId, client, value } = press;
    await openJudgedModal(services, client, press, {
      title: words => words.approval.why.title,
      command: null,
      judge: () => services.broadcasts.decideProblem(workspace, value, userId),
      fill: async words => whyForm(words, value),
    });
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
  app.view({ callback_id: VIEW.rejectBroadcast, type: 'view_submission' }, async ({ ack, body, context }) => {
    const client = webOf(context);
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const { broadcast } = keptJson(metadataSchema, view.private_metadata);
    const typed = stateOf(view.state.values).text(APPROVAL.reason).trim();
    const words = await services.words.of(who.workspace, who.userId);
    const say = (line: string) => noticeModal(words.approval.why.title, words.link.close, line);
    await ack({ response_action: 'update', view: say(words.approval.why.oneMoment) });
    const line = await reject(services, words, who, broadcast, typed === '' ? null : typed);
    await showView(services, client, { viewId: view.id, ...who }, say(line));
  });
}

async function reject(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  broadcast: string,
  reason: string | null,
): Promise<string> {
  try {
    const done = await services.broadcasts.reject(workspace, broadcast, userId, reason);
    if ('kind' in done) return wordProblem(words, done);
    services.log.info({ workspace, by: userId, broadcast }, 'a broadcast was rejected');
    return words.approval.why.done;
  } catch (error) {
    services.log.error({ err: error }, 'rejecting a broadcast failed');
    return failureNews(words, error);
  }
}
