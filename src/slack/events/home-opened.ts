import type { App } from '@slack/bolt';
import { webOf } from '../access.ts';
import { EVENT } from '../ids.ts';
import { homeOpenedSchema } from '../kit/payloads/events.ts';
import type { Services } from '../services.ts';

/** Somebody opens the app's Home tab. Bolt has already acknowledged the event. */
export function registerHomeOpened(app: App, services: Services): void {
  app.event(EVENT.homeOpened, async ({ body, context }) => {
    const { team_id: workspace, event } = homeOpenedSchema.parse(body);
    if (event.tab !== 'home') return;
    await services.home.publish(webOf(context), { workspace, userId: event.user }, event.view?.hash);
  });
}
