import { openerOf } from '../../../kit/slack/form.ts';
import { openForm } from '../../../kit/slack/form-view.ts';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import type { CommandWord, Services } from '../../../kit/slack/services.ts';
import { onShortcut } from '../../../kit/slack/view-buttons.ts';
import { sender } from '../../../texts/permissions.ts';
import { wordsOfMessage } from '../../../texts/slack/shortcuts.ts';
import { pageForm } from './form.ts';
import { NEW_PAGE } from './plan.ts';
import { draftOfTyped } from './typed.ts';

/** Text may follow each. */
export const PAGE_WORDS = ['page', 'ডাকুন', 'পেজ'];

/** A callback id in Slack's manifest. */
export const PAGE_SHORTCUT = 'page_on_call';

/** `/sms page`, alone or with whom and why. Nothing goes out before the form was sent. */
export const pageWord = (services: Services): CommandWord => ({
  spelled: PAGE_WORDS,
  takesText: true,
  button: openerOf(pageForm, 'open'),
  open: (client, opener, { text, channel }) =>
    openForm(services, client, opener, pageForm, { channel }, () => draftOfTyped(services, opener, text)),
});

/** "Page on-call…" on a message: the form with the message's text, and the rota if the workspace has one only. */
export function pageShortcut(services: Services): SlackListener {
  return onShortcut(
    services,
    { callback: PAGE_SHORTCUT, kind: 'message_action' },
    {
      permission: sender,
      begins(opener, chosen) {
        const { workspace, userId, triggerId, client } = opener;
        const trigger = { workspace, userId, triggerId, responseUrl: chosen.response_url };
        const subject = { channel: chosen.channel.id };
        return openForm(services, client, trigger, pageForm, subject, async () => {
          const [message, rotas] = await Promise.all([
            wordsOfMessage(services, workspace, chosen),
            services.onCallRotas(workspace),
          ]);
          const [rota, ...more] = rotas;
          return { ...NEW_PAGE, to: rota && more.length === 0 ? [rota.as] : [], message: message.trim() };
        });
      },
    },
  );
}
