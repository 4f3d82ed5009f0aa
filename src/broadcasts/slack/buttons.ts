import { asIs, onPress, onSubmit } from '../../kit/slack/buttons.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { onClosed } from '../../kit/slack/listeners.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { ACTION, REVIEW_VIEW } from './ids.ts';
import { broadcastLead, broadcastStopper, draftAuthor, draftStopper } from './permissions.ts';
import { reviewOf, startingView } from './review.ts';
import { tellReady } from './submit.ts';

/** "Review", in a direct message or the Home tab. */
export function reviewBroadcastButton(services: Services): SlackListener {
  return onView(services, ACTION.reviewBroadcast, {
    read: asIs,
    permission: draftAuthor,
    opens: {
      title: ({ broadcasts }) => broadcasts.title,
      command: null,
      fill: (words, press, id) => reviewOf(services, words, press, id),
    },
  });
}

/** "Send", the review's own button: starts the broadcast, or asks for approval. */
export function sendBroadcast(services: Services): SlackListener {
  return onSubmit(services, REVIEW_VIEW, {
    read: asIs,
    permission: draftAuthor,
    requiresLiveFacts: true,
    waiting: (words, { private_metadata: id, blocks }) => startingView(words, id, blocks),
    async handle({ broadcasts, words }, press, id) {
      const { workspace, userId } = press;
      const started = await broadcasts.start(workspace, id, userId);
      if ('kind' in started && started.kind === 'SLACK_AWAY') return { kind: 'refused', problem: started };
      const wording = await words.of(workspace, userId);
      const news = 'kind' in started ? [`:warning: ${wordProblem(wording, started)}`] : [];
      return { kind: 'shown', view: await reviewOf(services, wording, press, id, news) };
    },
  });
}

export function discardBroadcastButton(services: Services): SlackListener {
  return onPress(services, ACTION.discardBroadcast, {
    read: asIs,
    permission: draftStopper,
    requiresLiveFacts: false,
    async handle({ broadcasts, words }, press, id) {
      const { workspace, userId } = press;
      await broadcasts.drop(workspace, id, userId);
      const wording = await words.of(workspace, userId);
      const broadcast = await broadcasts.one(workspace, id);
      if (broadcast && broadcast.dropped !== 'author')
        return { kind: 'shown', view: await reviewOf(services, wording, press, id) };
      const { title, discarded } = wording.broadcasts;
      return { kind: 'shown', view: noticeModal(title, wording.link.close, discarded) };
    },
  });
}

/** Tells the author who closes a review where to find it. */
export function reviewClosed(services: Services): SlackListener {
  return onClosed(services, REVIEW_VIEW, {
    permission: (permissionFacts, user, view) => draftAuthor(permissionFacts, user, view.private_metadata),
    tell: (words, user, view) => tellReady(services, words, user, view.private_metadata, 'stillThere'),
  });
}

/** "Pause", "Resume" and "Cancel" on a broadcast's post and in the Home tab. Both then show the new state. */
export function steerBroadcast(services: Services): SlackListener[] {
  const on = (action: string, step: 'pause' | 'resume' | 'cancel'): SlackListener =>
    onPress(services, action, {
      read: asIs,
      permission: step === 'resume' ? broadcastLead : broadcastStopper,
      requiresLiveFacts: step === 'resume',
      async handle({ broadcasts }, { workspace, userId: by, at }, id) {
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
