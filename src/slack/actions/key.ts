import { ACTION } from '../ids.ts';
import { asIs, onPress } from '../kit/press.ts';
import type { Surface } from '../kit/surface.ts';
import { onView } from '../kit/view.ts';
import { manager } from '../rights.ts';
import type { Services } from '../services.ts';
import { linkModal } from '../views/link.ts';

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
