import type { App } from '@slack/bolt';
import { ACTION } from '../ids.ts';
import { onPress, onView } from '../press.ts';
import type { Services } from '../services.ts';
import { openLinkModal } from '../views/link.ts';
import { managerProblem } from '../views/modals.ts';
import { openUnlinkModal } from '../views/unlink.ts';

/** "Link your API key": the same modal as `/sms link`. */
export function registerOpenLink(app: App, services: Services): void {
  onView(app, services, ACTION.openLink, press => openLinkModal(services, press.client, press));
}

/** "Unlink the key" in the Home tab: the same question as `/sms unlink`. */
export function registerOpenUnlink(app: App, services: Services): void {
  onView(app, services, ACTION.openUnlink, press => openUnlinkModal(services, press.client, press));
}

/** "Try again" wherever it is said that texts are on hold: an admin or a manager releases what is waiting. */
export function registerTryAgain(app: App, services: Services): void {
  onPress(app, services, ACTION.tryAgain, {
    read: value => value,
    judge: (judging, { workspace, userId }) => managerProblem(judging, workspace, userId),
    async carryOut({ keys, words }, { workspace, userId }) {
      if (!(await keys.tryAgain(workspace, userId)))
        return { kind: 'refused', problem: { kind: 'NO_KEY', admin: false } };
      const { receipt } = await words.of(workspace, userId);
      return { kind: 'told', message: { text: receipt.reopened(userId) } };
    },
  });
}
