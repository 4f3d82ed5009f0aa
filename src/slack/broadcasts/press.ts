import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Broadcast } from '../../storage/ports.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { problemOf } from '../failure.ts';
import { ACTION, VIEW } from '../ids.ts';
import { viewSubmissionSchema } from '../payloads/interactions.ts';
import { onPress, type Press } from '../press.ts';
import type { Services } from '../services.ts';
import { noticeModal, openJudgedModal, showView } from '../views/modals.ts';
import { whoOf } from '../who.ts';
import { broadcastForm, formOf } from './form.ts';
import { broadcastPreview } from './preview.ts';
import { tellReady } from './ready.ts';
import { reviewOf } from './review.ts';

/** "Review", in a direct message or the Home tab. */
export function registerReviewBroadcast(app: App, services: Services): void {
  onPress(app, services, ACTION.reviewBroadcast, async press => async () => {
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
  onReview(app, services, ACTION.sendBroadcast, async (words, press, { id }) => {
    const started = await services.broadcasts.start(press.workspace, id, press.userId);
    if ('state' in started) return reviewOf(services, words, press, id);
    return reviewOf(services, words, press, id, [`:warning: ${wordProblem(words, started)}`]);
  });
}

/** "Change": the form, with everything as it was. What was worked out stays until the form is submitted. */
export function registerChangeBroadcast(app: App, services: Services): void {
  onReview(app, services, ACTION.changeBroadcast, async (words, { workspace }, one) => {
    const form = { ...formOf(one.ask), before: one.id };
    return broadcastForm(words, form, await broadcastPreview(services, words, workspace, form));
  });
}

export function registerDiscardBroadcast(app: App, services: Services): void {
  onReview(app, services, ACTION.discardBroadcast, async (words, { workspace, userId }, { id }) => {
    await services.broadcasts.drop(workspace, id, userId);
    return noticeModal(words.broadcasts.title, words.link.close, words.broadcasts.discarded);
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

/** Handles a button in a review: what its modal shows then. One that is no longer to be reviewed says so. */
function onReview(
  app: App,
  services: Services,
  action: string,
  handle: (words: Wording, press: Press, one: Broadcast) => Promise<ModalView>,
): void {
  onPress(app, services, action, async press => async () => {
    const { workspace, userId, view, value: id, client } = press;
    if (!view) return;
    const words = await services.words.of(workspace, userId);
    async function next(): Promise<ModalView> {
      try {
        const one = await services.broadcasts.one(workspace, id);
        if (one?.state !== 'review') return await reviewOf(services, words, press, id);
        return await handle(words, press, one);
      } catch (error) {
        services.log.error({ err: error }, 'a button of a broadcast failed');
        const { title } = words.broadcasts;
        return noticeModal(title, words.link.close, wordProblem(words, problemOf(error, true)));
      }
    }
    await showView(services, client, { viewId: view.id, workspace, userId }, await next());
  });
}
