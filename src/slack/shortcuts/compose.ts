import { onlyNumber } from '../../domain/only-number.ts';
import { ACTION, SHORTCUT } from '../ids.ts';
import { asIs } from '../kit/press.ts';
import type { Surface } from '../kit/surface.ts';
import { onShortcut, onView } from '../kit/view.ts';
import { directly } from '../reply-place.ts';
import { sender } from '../rights.ts';
import type { Services } from '../services.ts';
import { openComposeForm } from '../views/compose.ts';

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
