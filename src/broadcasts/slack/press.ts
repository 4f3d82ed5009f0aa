import { onClosed } from '../../kit/slack/hear.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import { asIs, onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { onView } from '../../kit/slack/view.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { broadcastForm, broadcastPreview, formOf } from './form.ts';
import { ACTION, REVIEW_VIEW } from './ids.ts';
import { reviewOf } from './review.ts';
import { broadcastLead, broadcastStopper, draftAuthor, draftStopper } from './rights.ts';
import { tellReady } from './submit.ts';

/** "Review", in a direct message or the Home tab. */
export function reviewBroadcastButton(services: Services): Surface {
  return onView(services, ACTION.reviewBroadcast, {
    read: asIs,
    may: draftAuthor,
    opens: {
      title: ({ broadcasts }) => broadcasts.title,
      command: null,
      fill: (words, press, id) => reviewOf(services, words, press, id),
    },
  });
}

/** "Send": it starts, or somebody is asked to approve it. */
export function sendBroadcastButton(services: Services): Surface {
  return onPress(services, ACTION.sendBroadcast, {
    read: asIs,
    may: draftAuthor,
    requiresLiveFacts: true,
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
export function changeBroadcastButton(services: Services): Surface {
  return onView(services, ACTION.changeBroadcast, {
    read: asIs,
    may: draftAuthor,
    async turns(words, press, id) {
      const { workspace } = press;
      const one = await services.broadcasts.one(workspace, id);
      if (one?.state !== 'review') return reviewOf(services, words, press, id);
      const form = { ...formOf(one.ask), before: one.id };
      return broadcastForm(words, form, await broadcastPreview(services, words, workspace, form));
    },
  });
}

export function discardBroadcastButton(services: Services): Surface {
  return onPress(services, ACTION.discardBroadcast, {
    read: asIs,
    may: draftStopper,
    requiresLiveFacts: false,
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
export function reviewClosed(services: Services): Surface {
  return onClosed(services, REVIEW_VIEW, {
    may: (judging, who, view) => draftAuthor(judging, who, view.private_metadata),
    tell: (words, who, view) => tellReady(services, words, who, view.private_metadata, 'stillThere'),
  });
}

/** "Pause", "Resume" and "Cancel" on a broadcast's post and in the Home tab, which then show what it has come to. */
export function steerBroadcast(services: Services): Surface[] {
  const on = (action: string, step: 'pause' | 'resume' | 'cancel'): Surface =>
    onPress(services, action, {
      read: asIs,
      may: step === 'resume' ? broadcastLead : broadcastStopper,
      requiresLiveFacts: step === 'resume',
      async carryOut({ broadcasts }, { workspace, userId: by, at }, id) {
        const done = await broadcasts[step](workspace, id, { by, at });
        return 'kind' in done ? { kind: 'refused', problem: done } : { kind: 'quiet' };
      },
    });
  return [
    on(ACTION.pauseBroadcast, 'pause'),
    on(ACTION.resumeBroadcast, 'resume'),
    on(ACTION.cancelBroadcast, 'cancel'),
  ];
}
