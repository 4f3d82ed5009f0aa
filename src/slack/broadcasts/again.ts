import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { ACTION, AGAIN, VIEW } from '../ids.ts';
import { section } from '../kit/elements.ts';
import { onForm } from '../kit/form.ts';
import { formModal, noticeModal, showView } from '../kit/modals.ts';
import { failureNews } from '../kit/news.ts';
import { asIs, onView } from '../kit/press.ts';
import type { Who } from '../kit/who.ts';
import { broadcastLead } from '../rights.ts';
import type { Services } from '../services.ts';
import { reviewOf } from './review.ts';

const WITH_UNCERTAIN = 'with_uncertain';

/** "Send to those not reached": says who that is; uncertain ones only by a tick of their own. */
export function registerBroadcastAgain(app: App, services: Services): void {
  onView(app, services, ACTION.broadcastAgain, {
    read: asIs,
    may: broadcastLead,
    opens: {
      title: words => words.progress.again.title,
      command: null,
      fill: (words, who, id) => question(services, words, who, id),
    },
  });
}

async function question(
  { broadcasts }: Services,
  words: Wording,
  { workspace }: Who,
  id: string,
): Promise<ModalView> {
  const { again } = words.progress;
  const { refused, uncertain, cancelled: never } = await broadcasts.unreached(workspace, id);
  if (refused + uncertain + never === 0) return noticeModal(again.title, words.link.close, again.nobody);
  return {
    ...formModal({
      id: VIEW.broadcastAgain,
      title: again.title,
      submit: again.submit,
      cancel: words.link.cancel,
      blocks: [section(again.intro({ refused, never })), ...(uncertain > 0 ? [tick(words, uncertain)] : [])],
    }),
    private_metadata: id,
  };
}

function tick({ progress }: Wording, uncertain: number): KnownBlock {
  const { label, option, hint } = progress.again.alsoUncertain;
  return {
    type: 'input',
    block_id: AGAIN.uncertain,
    optional: true,
    label: { type: 'plain_text', text: label },
    hint: { type: 'plain_text', text: hint },
    element: {
      type: 'checkboxes',
      action_id: AGAIN.uncertain,
      options: [{ value: WITH_UNCERTAIN, text: { type: 'plain_text', text: option(uncertain) } }],
    },
  };
}

/** Confirmed: the new broadcast is made, and shown before anything is sent. */
export function registerBroadcastAgainView(app: App, services: Services): void {
  onForm(app, services, VIEW.broadcastAgain, {
    may: broadcastLead,
    of: view => view.private_metadata,
    async submit({ who, view, words, client }) {
      const { title, preparing } = words.progress.again;
      const chosen = view.state.values[AGAIN.uncertain]?.[AGAIN.uncertain]?.selected_options ?? [];
      return {
        answer: { response_action: 'update', view: noticeModal(title, words.link.close, preparing) },
        async carryOut() {
          const next = await prepared(services, words, who, view.private_metadata, chosen.length > 0);
          await showView(services, client, { viewId: view.id, ...who }, next);
        },
      };
    },
  });
}

async function prepared(
  services: Services,
  words: Wording,
  who: Who,
  id: string,
  uncertain: boolean,
): Promise<ModalView> {
  const { workspace, userId } = who;
  const { title } = words.progress.again;
  const say = (line: string) => noticeModal(title, words.link.close, line);
  try {
    const made = await services.broadcasts.again(workspace, id, userId, uncertain);
    if (!made.ok) return say(wordProblem(words, made.problem));
    return await reviewOf(services, words, who, made.broadcast.id);
  } catch (error) {
    services.log.error({ err: error }, 'a broadcast can’t be sent again');
    return say(failureNews(words, error));
  }
}
