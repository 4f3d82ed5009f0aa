import type { z } from 'zod';
import { SECOND_MS } from '../../kit/day.ts';
import { onPress } from '../../kit/slack/buttons.ts';
import type { ListenerArgs, SlackListener } from '../../kit/slack/listener.ts';
import { EVENT, homeOpenedSchema, removedSchema } from '../../kit/slack/payloads.ts';
import type { Services } from '../../kit/slack/services.ts';
import { LANGUAGES } from '../../kit/words/languages.ts';
import { anybody } from './permissions.ts';

/** The action of choosing a person's own language. */
export const CHOOSE_LANGUAGE = 'choose_language';

export const homeOpened = (services: Services): SlackListener => ({
  kind: 'event',
  id: EVENT.homeOpened,
  async listen({ body, context }) {
    const { team_id: workspace, event } = homeOpenedSchema.parse(body);
    if (event.tab !== 'home') return;
    await services.home.publish(context.client, { workspace, userId: event.user }, event.view?.hash);
  },
});

/** The choice of a person's own language in the Home tab; any other value means the workspace's. */
export function chooseLanguageButton(services: Services): SlackListener {
  return onPress(services, CHOOSE_LANGUAGE, {
    read: value => LANGUAGES.find(language => language === value) ?? null,
    permission: anybody,
    requiresLiveFacts: false,
    async handle({ languages }, { workspace, userId }, language) {
      await languages.choose(workspace, userId, language);
      return { kind: 'quiet' };
    },
  });
}

/**
 * Handles the events that the app was uninstalled or its tokens were revoked. Slack promises no order between the two
 * events, and either may arrive after a new installation. A person who revokes their own token (`oauth`) doesn't affect the
 * bot.
 */
export function uninstalled(services: Services): SlackListener[] {
  async function remove(removed: z.infer<typeof removedSchema>, orgWide = false): Promise<void> {
    const { team_id, enterprise_id, event_time } = removed;
    const owner = (orgWide && enterprise_id) || team_id || enterprise_id;
    if (!owner) throw new Error('An event names neither workspace nor organisation');
    // Slack's time has whole seconds, and our clock may be a second ahead: an installation of that moment is the removed one.
    const workspaces = await services.uninstall(owner, (event_time + 2) * SECOND_MS);
    services.log.info(
      { owner, workspaces },
      workspaces.length > 0 ? 'uninstalled' : 'was reinstalled since it was uninstalled',
    );
  }
  const listen = async ({ body, context }: ListenerArgs): Promise<void> => {
    const removed = removedSchema.parse(body);
    const isRemoved = removed.event.type === EVENT.appUninstalled || removed.event.tokens?.bot?.length;
    if (isRemoved) await remove(removed, context.isEnterpriseInstall);
  };
  return [EVENT.appUninstalled, EVENT.tokensRevoked].map(id => ({ kind: 'event', id, listen }));
}
