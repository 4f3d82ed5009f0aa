import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { wordProblem } from '../../wording/index.ts';
import { webOf } from '../access.ts';
import { section } from '../blocks/elements.ts';
import { COMMAND, VIEW } from '../ids.ts';
import { viewSubmissionSchema } from '../payloads/interactions.ts';
import type { Services } from '../services.ts';
import { whoOf } from '../who.ts';
import { adminProblem, formModal, noticeModal, type Opener, openAdminModal, showView } from './modals.ts';

/** `/sms unlink`: asks an admin to confirm, and says what it means for waiting texts. */
export function openUnlinkModal(services: Services, client: WebClient, opener: Opener): Promise<void> {
  const { keys, history } = services;
  return openAdminModal(services, client, opener, {
    title: words => words.unlink.title,
    command: `${COMMAND} unlink`,
    async fill(words) {
      const key = await keys.linked(opener.workspace);
      if (!key) return noticeModal(words.unlink.title, words.link.close, words.unlink.nothing);
      const { texts } = await history.waiting(opener.workspace, key.fingerprint);
      return formModal({
        id: VIEW.unlink,
        title: words.unlink.title,
        submit: words.unlink.submit,
        cancel: words.link.cancel,
        blocks: [
          section(words.commands.linkedBy(key.linkedBy, key.linkedAt)),
          section(words.unlink.ask(texts)),
        ],
      });
    },
  });
}

export function registerUnlinkView(app: App, services: Services): void {
  app.view({ callback_id: VIEW.unlink, type: 'view_submission' }, async ({ ack, body, context }) => {
    const client = webOf(context);
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const { workspace, userId } = who;
    const words = await services.words.of(workspace, userId);
    const notice = (line: string) => noticeModal(words.unlink.title, words.link.close, line);
    await ack({ response_action: 'update', view: notice(words.link.oneMoment) });
    const refusal = await adminProblem(services, workspace, userId);
    const show = (line: string) => showView(services, client, { viewId: view.id, ...who }, notice(line));
    if (refusal) return show(wordProblem(words, refusal));
    const refused = await services.keys.unlink(workspace, userId);
    services.log.info({ workspace, by: userId }, 'the API key was unlinked');
    await show(words.unlink.done(refused));
    await services.home.publish(client, who);
  });
}
