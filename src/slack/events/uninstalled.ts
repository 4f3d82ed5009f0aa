import type { App } from '@slack/bolt';
import { z } from 'zod';
import { EVENT } from '../ids.ts';
import type { Services } from '../services.ts';

const SECOND_MS = 1000;

/** What of the events is used; they come without any token. */
const bodySchema = z.object({
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
  event_time: z.number(),
});
const tokensSchema = z.object({ bot: z.array(z.string()).nullish() }).nullish();

/**
 * The app was removed, or its tokens were revoked. Slack promises no order between the two, nor that either comes
 * before somebody installs again; that a person took back their own token (`oauth`) is no news of the bot's.
 */
export function registerUninstalled(app: App, services: Services): void {
  async function uninstalled(body: unknown, orgWide: boolean): Promise<void> {
    const { team_id, enterprise_id, event_time } = bodySchema.parse(body);
    const owner = (orgWide && enterprise_id) || team_id || enterprise_id;
    if (!owner) throw new Error('An event names neither workspace nor organisation');
    // Slack's time has whole seconds: an installation of the same second came before.
    const left = await services.uninstall(owner, (event_time + 1) * SECOND_MS);
    services.log.info({ owner, workspaces: left }, left.length > 0 ? 'uninstalled' : 'installed again since');
  }

  app.event(EVENT.appUninstalled, ({ body, context }) => uninstalled(body, context.isEnterpriseInstall));
  app.event(EVENT.tokensRevoked, async ({ event, body, context }) => {
    const tokens = tokensSchema.parse(event.tokens);
    if (tokens?.bot?.length) await uninstalled(body, context.isEnterpriseInstall);
  });
}
