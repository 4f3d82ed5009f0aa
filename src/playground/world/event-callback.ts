import type { JsonObject } from '../json.ts';
import type { Workspace } from './types.ts';
import type { World } from './world.ts';

/** An event in the envelope that all events share. https://docs.slack.dev/apis/events-api */
export function eventCallback(
  world: World,
  workspace: Workspace,
  event: JsonObject,
  verificationToken: string,
  orgWide: boolean,
): JsonObject {
  return {
    token: verificationToken,
    team_id: workspace.id,
    context_team_id: workspace.id,
    ...(workspace.org ? { enterprise_id: workspace.org.id } : {}),
    context_enterprise_id: workspace.org?.id ?? null,
    api_app_id: workspace.appId,
    event: { event_ts: world.ids.ts(), ...event },
    type: 'event_callback',
    event_id: world.ids.of('Ev'),
    event_time: Math.floor(world.clock.now() / 1000),
    authorizations: [
      {
        enterprise_id: workspace.org?.id ?? null,
        team_id: workspace.id,
        user_id: workspace.botUserId,
        is_bot: true,
        is_enterprise_install: orgWide,
      },
    ],
    is_ext_shared_channel: false,
  };
}
