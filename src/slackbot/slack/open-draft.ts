import type { ModalView } from '@slack/types';
import { parseLabels } from '../../alerts/label-matchers.ts';
import { ALL_HOOKS } from '../../alerts/slack/mutes/fields.ts';
import { muteForm } from '../../alerts/slack/mutes/form.ts';
import { pageForm } from '../../alerts/slack/paging/form.ts';
import { NEW_PAGE } from '../../alerts/slack/paging/plan.ts';
import { broadcastForm, draftTo, newIn } from '../../broadcasts/slack/form.ts';
import { asIs } from '../../kit/slack/buttons.ts';
import { buildForm } from '../../kit/slack/form-view.ts';
import type { Permission, SlackListener } from '../../kit/slack/listener.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView, type ViewPress } from '../../kit/slack/view-buttons.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { sender } from '../../texts/permissions.ts';
import { directly } from '../../texts/slack/compose/form.ts';
import { composedView, composeFormOf } from '../../texts/slack/compose/submitted.ts';
import type { SlackbotDraft } from '../draft.ts';
import { failure } from '../problem.ts';
import { OPEN_DRAFT } from './draft-message.ts';

/** "Look at it" under a draft: opens the form that its person would open by hand, filled in. That form asks, judges and sends. */
export const openDraftButton = (services: Services): SlackListener =>
  onView(services, OPEN_DRAFT, {
    read: asIs,
    permission: drafter,
    opens: {
      title: ({ slackbot }) => slackbot.title,
      command: null,
      async fill(words, press, id) {
        const draft = await services.slackbotDrafts.find(press, id);
        if (draft) return formOf(services, words, press, draft);
        return noticeModal(words.slackbot.title, words.link.close, wordProblem(words, failure('DRAFT_GONE')));
      },
    },
  });

/** Only the person who asked for a draft opens it, if they may do now what it is about. */
const drafter: Permission<string> = async (services, user, id) => {
  const draft = await services.slackbotDrafts.find(user, id);
  if (!draft) return failure('DRAFT_GONE');
  if (draft.kind === 'mute') return muteForm.permission(services, user, null);
  return sender(services, user, draft.kind === 'text' ? user.userId : null);
};

async function formOf(
  services: Services,
  words: Wording,
  press: ViewPress,
  draft: SlackbotDraft,
): Promise<ModalView> {
  switch (draft.kind) {
    case 'text': {
      const { to, message } = draft;
      const form = composeFormOf({ place: directly(press.userId), draft: { to, message } });
      return composedView(services, words, press, form);
    }
    case 'broadcast':
      return buildForm(services, words, press, broadcastForm, newIn(''), draftTo(draft.to, draft.message));
    case 'page': {
      const { to, policy, message } = draft;
      return buildForm(
        services,
        words,
        press,
        pageForm,
        { channel: '' },
        { ...NEW_PAGE, to, policy, message },
      );
    }
    case 'mute': {
      const { hook, labels, hours, reason } = draft;
      const read = parseLabels(labels);
      return buildForm(services, words, press, muteForm, null, {
        what: {
          kind: labels === '' ? 'hook' : 'labels',
          hook: hook?.id ?? ALL_HOOKS,
          typed: labels,
          labels: read.ok ? read.labels : [],
        },
        time: { hours, until: null },
        reason,
      });
    }
  }
}
