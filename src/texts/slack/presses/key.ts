import { ACTION } from '../../../kit/slack/ids.ts';
import { asIs, onPress } from '../../../kit/slack/press.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import { onView } from '../../../kit/slack/view.ts';
import { linkModal } from '../../../workspace/slack/link.ts';
import { manager } from '../../../workspace/slack/rights.ts';

/** "Link your API key": the same modal as `/sms link`. */
export function openLinkButton(services: Services): Surface {
  return onView(services, ACTION.openLink, linkModal(services));
}

/** "Try again" wherever it is said that texts are on hold: an admin or a manager releases what is waiting. */
export function tryAgainButton(services: Services): Surface {
  return onPress(services, ACTION.tryAgain, {
    read: asIs,
    may: manager,
    async carryOut({ keys, words }, { workspace, userId }) {
      if (!(await keys.tryAgain(workspace, userId)))
        return { kind: 'refused', problem: { kind: 'NO_KEY', admin: false } };
      const { receipt } = await words.of(workspace, userId);
      return { kind: 'told', message: { text: receipt.reopened(userId) } };
    },
  });
}
