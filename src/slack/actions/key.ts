import type { App } from '@slack/bolt';
import { ACTION } from '../ids.ts';
import { asIs, onPress, onView } from '../kit/press.ts';
import { manager } from '../rights.ts';
import type { Services } from '../services.ts';
import { linkModal } from '../views/link.ts';
import { unlinkModal } from '../views/unlink.ts';

/** "Link your API key": the same modal as `/sms link`. */
export function registerOpenLink(app: App, services: Services): void {
  onView(app, services, ACTION.openLink, linkModal(services));
}

/** "Unlink the key" in the Home tab: the same question as `/sms unlink`. */
export function registerOpenUnlink(app: App, services: Services): void {
  onView(app, services, ACTION.openUnlink, unlinkModal(services));
}

/** "Try again" wherever it is said that texts are on hold: an admin or a manager releases what is waiting. */
export function registerTryAgain(app: App, services: Services): void {
  onPress(app, services, ACTION.tryAgain, {
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
