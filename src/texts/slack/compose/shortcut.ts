import { ACTION, SHORTCUT } from '../../../kit/slack/ids.ts';
import { asIs } from '../../../kit/slack/press.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import { onShortcut, onView } from '../../../kit/slack/view.ts';
import { onlyNumber } from '../../only-number.ts';
import { directly } from '../reply-place.ts';
import { sender } from '../rights.ts';
import { openComposeForm } from './submitted.ts';

/** "Send a text", from anywhere in Slack: the result comes in a direct message. */
export function composeShortcut(services: Services): Surface {
  return onShortcut(
    services,
    { callback: SHORTCUT.compose, kind: 'shortcut' },
    {
      may: sender,
      begins: opener => openComposeForm(services, opener.client, opener, { place: directly(opener.userId) }),
    },
  );
}

/** The same as a button, in the app's Home or under a message. */
export function composeButton(services: Services): Surface {
  return onView(services, ACTION.compose, {
    read: asIs,
    may: (judging, press) => sender(judging, press, press.channel),
    begins: (press, { channel, actions }) => {
      const { responseUrl, userId } = press;
      const place = { ...directly(userId), ...(channel ? { channel: channel.id, responseUrl } : {}) };
      const message = actions[0]?.value ?? '';
      const number = onlyNumber(message);
      const draft = { to: number && ({ kind: 'number', number } as const), message };
      return openComposeForm(services, press.client, press, { place, draft });
    },
  });
}
