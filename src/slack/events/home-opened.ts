import { onEvent } from '../kit/hear.ts';
import { EVENT, homeOpenedSchema } from '../kit/payloads/events.ts';
import type { Surface } from '../kit/surface.ts';
import type { Services } from '../services.ts';

/** Somebody opens the app's Home tab. */
export const homeOpened = (services: Services): Surface =>
  onEvent(EVENT.homeOpened, async ({ body, context }) => {
    const { team_id: workspace, event } = homeOpenedSchema.parse(body);
    if (event.tab !== 'home') return;
    await services.home.publish(context.client, { workspace, userId: event.user }, event.view?.hash);
  });
