import type { App } from '@slack/bolt';
import { COMMAND, VIEW } from '../ids.ts';
import { section } from '../kit/elements.ts';
import { onSubmit } from '../kit/form.ts';
import { formModal, noticeModal } from '../kit/modals.ts';
import { asIs, type SharedModal } from '../kit/press.ts';
import { admin } from '../rights.ts';
import type { Services } from '../services.ts';

/** `/sms unlink`: asks an admin to confirm, and says what it means for waiting texts. */
export const unlinkModal = ({ keys, history }: Services): SharedModal => ({
  read: asIs,
  may: admin,
  opens: {
    title: words => words.unlink.title,
    command: `${COMMAND} unlink`,
    async fill(words, { workspace }) {
      const key = await keys.linked(workspace);
      if (!key) return noticeModal(words.unlink.title, words.link.close, words.unlink.nothing);
      const { texts } = await history.waiting(workspace, key.fingerprint);
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
  },
});

/** Confirmed. */
export function registerUnlinkView(app: App, services: Services): void {
  onSubmit(app, services, VIEW.unlink, {
    valueOf: () => ({ value: null }),
    read: () => null,
    may: admin,
    asksNow: true,
    async carryOut({ keys, words, home, log }, press) {
      const { workspace, userId, client } = press;
      const refused = await keys.unlink(workspace, userId);
      log.info({ workspace, by: userId }, 'the API key was unlinked');
      await home.publish(client, press);
      return { kind: 'told', message: { text: (await words.of(workspace, userId)).unlink.done(refused) } };
    },
  });
}
