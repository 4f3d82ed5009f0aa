import type { App } from '@slack/bolt';
import { ACTION } from '../ids.ts';
import { onPress } from '../press.ts';
import type { Services } from '../services.ts';
import { openLinkModal } from '../views/link.ts';
import { managerProblem } from '../views/modals.ts';
import { openUnlinkModal } from '../views/unlink.ts';

/** "Link your API key": the same modal as `/sms link`. */
export function registerOpenLink(app: App, services: Services): void {
  onPress(app, services, ACTION.openLink, async press => () => openLinkModal(services, press.client, press));
}

/** "Unlink the key" in the Home tab: the same question as `/sms unlink`. */
export function registerOpenUnlink(app: App, services: Services): void {
  onPress(
    app,
    services,
    ACTION.openUnlink,
    async press => () => openUnlinkModal(services, press.client, press),
  );
}

/** "Try again" wherever it is said that texts are on hold: an admin or a manager releases what is waiting. */
export function registerTryAgain(app: App, services: Services): void {
  const { keys, words } = services;
  onPress(app, services, ACTION.tryAgain, async ({ workspace, userId, tell, refuse }) => async () => {
    const problem = await managerProblem(services, workspace, userId);
    if (problem) return refuse(problem);
    if (!(await keys.tryAgain(workspace, userId))) return refuse({ kind: 'NO_KEY', admin: false });
    const { receipt } = await words.of(workspace, userId);
    return tell({ text: receipt.reopened(userId) });
  });
}
