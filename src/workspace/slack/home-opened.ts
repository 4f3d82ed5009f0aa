import { onEvent } from '../../kit/slack/hear.ts';
import { EVENT, homeOpenedSchema } from '../../kit/slack/payloads/events.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';

/** Somebody opens the app's Home tab. */
export const homeOpened = (services: Services): Surface =>
  onEvent(EVENT.homeOpened, async ({ body, context }) => {
    const { team_id: workspace, event } = homeOpenedSchema.parse(body);
    if (event.tab !== 'home') return;
    await services.home.publish(context.client, { workspace, userId: event.user }, event.view?.hash);
  });
