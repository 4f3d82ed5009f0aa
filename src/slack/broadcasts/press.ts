import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { createRights } from '../../broadcasts/rights.ts';
import { wordProblem } from '../../wording/index.ts';
import { ACTION, VIEW } from '../ids.ts';
import { viewSubmissionSchema } from '../payloads/interactions.ts';
import { onPress, onView } from '../press.ts';
import type { Services } from '../services.ts';
import { noticeModal, openJudgedModal, showView } from '../views/modals.ts';
import { whoOf } from '../who.ts';
import { broadcastForm, formOf } from './form.ts';
import { broadcastPreview } from './preview.ts';
import { tellReady } from './ready.ts';
import { reviewOf } from './review.ts';

/** "Review", in a direct message or the Home tab. */
export function registerReviewBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.reviewBroadcast, async press => {
    const { workspace, userId, client, value: id } = press;
    await openJudgedModal(services, client, press, {
      title: ({ broadcasts }) => broadcasts.title,
      command: null,
      async judge() {
        const one = await services.broadcasts.one(workspace, id);
        if (!one) return { kind: 'BROADCAST_GONE' };
        return one.ask.by === userId ? null : { kind: 'NOT_YOURS' };
      },
      fill: words => reviewOf(services, words, press, id),
    });
  });
}

/** "Send": it starts, or somebody is asked to approve it. */
export function registerSendBroadcast(app: App, services: Services): void {
  onPress(app, services, ACTION.sendBroadcast, {
    read: id => id,
    async judge(judging, { workspace, userId }, id) {
      const one = await judging.broadcasts.one(workspace, id);
      if (one?.state !== 'review') return null;
      if (one.ask.by !== userId) return { kind: 'NOT_YOURS' };
      const problem = await createRights(judging).toMake(workspace, userId, one.ask.channel);
      // The review says it, above what it comes to.
      return problem?.kind === 'SLACK_AWAY' ? problem : null;
    },
    async carryOut({ broadcasts, words }, press, id) {
      const { workspace, userId } = press;
      const started = await broadcasts.start(workspace, id, userId);
      if ('kind' in started && started.kind === 'SLACK_AWAY') return { kind: 'refused', problem: started };
      const its = await words.of(workspace, userId);
      const news = 'kind' in started ? [`:warning: ${wordProblem(its, started)}`] : [];
      return { kind: 'shown', view: await reviewOf(services, its, press, id, news) };
    },
  });
}

/** "Change": the form, with everything as it was. What was worked out stays until the form is submitted. */
export function registerChangeBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.changeBroadcast, async press => {
    const { workspace, userId, view, value: id, client } = press;
    if (!view) return;
    const words = await services.words.of(workspace, userId);
    async function next(): Promise<ModalView> {
      const one = await services.broadcasts.one(workspace, id);
      if (one?.state !== 'review') return reviewOf(services, words, press, id);
      const form = { ...formOf(one.ask), before: one.id };
      return broadcastForm(words, form, await broadcastPreview(services, words, workspace, form));
    }
    await showView(services, client, { viewId: view.id, workspace, userId }, await next());
  });
}

export function registerDiscardBroadcast(app: App, services: Services): void {
  onPress(app, services, ACTION.discardBroadcast, {
    read: id => id,
    async judge({ broadcasts }, { workspace, userId }, id) {
      const one = await broadcasts.one(workspace, id);
      return one?.state === 'review' && one.ask.by !== userId ? { kind: 'NOT_YOURS' } : null;
    },
    async carryOut({ broadcasts, words }, press, id) {
      const { workspace, userId } = press;
      await broadcasts.drop(workspace, id, userId);
      const its = await words.of(workspace, userId);
      const one = await broadcasts.one(workspace, id);
      if (one && one.dropped !== 'author')
        return { kind: 'shown', view: await reviewOf(services, its, press, id) };
      const { title, discarded } = its.broadcasts;
      return { kind: 'shown', view: noticeModal(title, its.link.close, discarded) };
    },
  });
}

/** Somebody who closes a review hears where it still is. */
export function registerReviewClosed(app: App, services: Services): void {
  app.view({ callback_id: VIEW.broadcastReview, type: 'view_closed' }, async ({ ack, body }) => {
    await ack();
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const words = await services.words.of(who.workspace, who.userId);
    await tellReady(services, words, who, view.private_metadata, 'stillThere');
  });
}
