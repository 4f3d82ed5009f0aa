import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { wordingIn, wordProblem } from '../../wording/index.ts';
import { section } from '../blocks/elements.ts';
import { COMMAND, VIEW } from '../ids.ts';
import type { Services } from '../services.ts';
import { adminProblem, formModal, noticeModal, type Opener, openAdminModal, showView } from './modals.ts';

/** `/sms unlink`: asks an admin once more, and says what it means for texts that wait. */
export function openUnlinkModal(services: Services, client: WebClient, opener: Opener): Promise<void> {
  const { keys, outbox, language } = services;
  const words = wordingIn(language);
  return openAdminModal(services, client, opener, {
    title: words.unlink.title,
    command: `${COMMAND} unlink`,
    async fill() {
      const key = await keys.linked(opener.workspace);
      if (!key) return noticeModal(words.unlink.title, words.link.close, words.unlink.nothing);
      const { texts } = await outbox.waiting(opener.workspace, key.fingerprint);
      return formModal({
        id: VIEW.unlink,
        title: words.unlink.title,
        submit: words.unlink.submit,
        cancel: words.link.cancel,
        blocks: [section(words.said.linkedBy(key.linkedBy, key.linkedAt)), section(words.unlink.ask(texts))],
      });
    },
  });
}

export function registerUnlinkView(app: App, services: Services): void {
  app.view({ callback_id: VIEW.unlink, type: 'view_submission' }, async ({ ack, body, view, client }) => {
    const words = wordingIn(services.language);
    const workspace = body.team?.id ?? body.user.team_id;
    if (!workspace) throw new Error('A view submission names no workspace');
    const notice = (line: string) => noticeModal(words.unlink.title, words.link.close, line);
    await ack({ response_action: 'update', view: notice(words.link.oneMoment) });
    const refusal = await adminProblem(services, workspace, body.user.id);
    if (!refusal) services.log.info({ workspace, by: body.user.id }, 'the API key was unlinked');
    const line = refusal
      ? wordProblem(words, refusal)
      : words.unlink.done(await services.keys.unlink(workspace));
    const modal = { viewId: view.id, workspace, userId: body.user.id };
    await showView(services, client, modal, notice(line));
  });
}
