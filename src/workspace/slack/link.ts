import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { asIs } from '../../kit/slack/buttons.ts';
import { section } from '../../kit/slack/elements.ts';
import type { Form } from '../../kit/slack/form.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/slack/listeners.ts';
import { bannerBlock, formModal, noticeModal, showView } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { SharedModal } from '../../kit/slack/view-buttons.ts';
import { linkTo } from '../../kit/slack-text.ts';
import { withoutUnseen } from '../../kit/unseen.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { isPlausibleKey, type KeyRefusal, type LinkedKey } from '../linked-keys.ts';
import { admin } from './permissions.ts';

export const OPEN_LINK = 'open_link';
const LINK_VIEW = 'link_key';
const KEY_INPUT = { block: 'api_key', action: 'api_key_input' };

/**
 * `/sms link`: the modal for the workspace's API key, for admins.
 *
 * @param hadKey the key was typed after the command: the modal says where it belongs
 */
export const linkModal = (services: Services, hadKey = false): SharedModal => ({
  read: asIs,
  permission: admin,
  opens: {
    title: words => words.link.title,
    command: `${COMMAND} link`,
    fill: (words, { workspace }) => linkForm(services, words, workspace, null, hadKey),
  },
});

/** @param refusal why the service refused the previously typed key */
async function linkForm(
  services: Services,
  words: Wording,
  workspace: string,
  refusal: KeyRefusal | null,
  hadKey = false,
): Promise<ModalView> {
  const key = await services.keys.linked(workspace);
  return formModal({
    id: LINK_VIEW,
    title: words.link.title,
    submit: words.link.submit,
    cancel: words.link.cancel,
    blocks: [
      ...(refusal ? [bannerBlock(`:warning: ${words.link.refused[refusal]}`)] : []),
      ...(hadKey ? [section(`:warning: ${words.link.notBehindCommand}`)] : []),
      section(words.link.intro(linkTo(services.serviceUrl, new URL(services.serviceUrl).host))),
      ...(key ? [section(words.link.already(key.linkedBy, key.linkedAt))] : []),
      {
        type: 'input',
        block_id: KEY_INPUT.block,
        label: { type: 'plain_text', text: words.link.label },
        hint: { type: 'plain_text', text: words.link.hint },
        element: { type: 'plain_text_input', action_id: KEY_INPUT.action, max_length: 600 },
      },
    ],
  });
}

/**
 * The submitted key. The ack shows "checking", because Slack (is the person still an admin?) and the SMS service (is the key valid?)
 * have to be asked; then the modal shows the result.
 */
export function linkSubmitted(services: Services): SlackListener {
  return onForm(services, LINK_VIEW, {
    permission: admin,
    of: () => null,
    submit: form => link(services, form),
  });
}

async function link(services: Services, { user, view, words, client }: SubmittedForm): Promise<FormAnswer> {
  const { workspace, userId } = user;
  const typed = view.state.values[KEY_INPUT.block]?.[KEY_INPUT.action]?.value ?? '';
  const apiKey = withoutUnseen(typed).trim();
  if (!isPlausibleKey(apiKey)) {
    const errors = { [KEY_INPUT.block]: wordProblem(words, { kind: 'KEY_MALFORMED' }) };
    return { answer: { response_action: 'errors', errors } };
  }
  const modal = { viewId: view.id, ...user };
  const show = (next: ModalView) => showView(services, client, modal, next);
  const notice = (...lines: string[]) => noticeModal(words.link.title, words.link.close, ...lines);
  // Started before the ack: a `/sms` right after it is for this key.
  const linking = services.keys.link(workspace, apiKey, userId, () => admin(services, user, null));
  async function showResult(): Promise<void> {
    const linked = await linking;
    if (linked.kind === 'refused') return show(notice(wordProblem(words, linked.problem)));
    if (linked.kind === 'not_accepted') return show(await linkForm(services, words, workspace, linked.code));
    services.log.info({ workspace, by: userId }, 'an API key was linked');
    if (linked.kind === 'linked_unasked') {
      services.log.warn({ err: linked.cause }, 'can’t reach the SMS service to check a key');
      await show(notice(`:warning: ${words.link.unreachable}`));
    } else await show(notice(words.link.saved(COMMAND), words.link.unproven));
    await services.home.publish(client, user);
  }
  return { answer: { response_action: 'update', view: notice(words.link.checking) }, handle: showResult };
}

/** `/sms unlink`, and its button in the Home tab: asks an admin to confirm, and says how many waiting texts won't be sent. */
export const unlinkForm: Form<{ subject: null; current: { key: LinkedKey; texts: number }; draft: object }> =
  {
    id: 'unlink',
    openers: { open: () => null },
    subject: z.null(),
    permission: admin,
    requiresLiveFacts: true,
    command: `${COMMAND} unlink`,
    title: words => words.unlink.title,
    submit: words => words.unlink.submit,
    cancel: words => words.link.cancel,
    async load({ keys, history }, { workspace }, _about, words) {
      const key = await keys.linked(workspace);
      if (!key) return { deleted: words.unlink.nothing };
      const { texts } = await history.waiting(workspace, key.fingerprint);
      return { current: { key, texts } };
    },
    draft: () => ({}),
    fields: () => ({}),
    head: (words, { current: { key, texts } }) => [
      section(words.commands.linkedBy(key.linkedBy, key.linkedAt)),
      section(words.unlink.ask(texts)),
    ],
    async save({ keys, home, log }, submitter, words) {
      const { workspace, userId, client } = submitter;
      const refused = await keys.unlink(workspace, userId);
      log.info({ workspace, by: userId }, 'the API key was unlinked');
      await home.publish(client, submitter);
      return { message: words.unlink.done(refused) };
    },
  };
