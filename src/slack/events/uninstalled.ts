import type { App } from '@slack/bolt';
import type { z } from 'zod';
import { EVENT } from '../ids.ts';
import { removedSchema } from '../kit/payloads/events.ts';
import type { Services } from '../services.ts';

const SECOND_MS = 1000;

/**
 * The app was removed, or its tokens were revoked. Slack doesn't promise an order between the two, or that either comes
 * before somebody installs the app again; if a person revoked their own token (`oauth`), that doesn't concern the bot.
 */
export function registerUninstalled(app: App, services: Services): void {
  async function uninstalled(removed: z.infer<typeof removedSchema>, orgWide: boolean): Promise<void> {
    const { team_id, enterprise_id, event_time } = removed;
    const owner = (orgWide && enterprise_id) || team_id || enterprise_id;
    if (!owner) throw new Error('An event names neither workspace nor organisation');
    // Slack's time has whole seconds: an installation in the same second came before.
    const left = await services.uninstall(owner, (event_time + 1) * SECOND_MS);
    services.log.info(
      { owner, workspaces: left },
      left.length > 0 ? 'uninstalled' : 'was reinstalled since it was uninstalled',
    );
  }

  app.event(EVENT.appUninstalled, ({ body, context }) =>
    uninstalled(removedSchema.parse(body), context.isEnterpriseInstall),
  );
  app.event(EVENT.tokensRevoked, async ({ body, context }) => {
    const removed = removedSchema.parse(body);
    if (removed.event.tokens?.bot?.length) await uninstalled(removed, context.isEnterpriseInstall);
  });
}
