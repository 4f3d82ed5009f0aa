import type { App } from '@slack/bolt';
import { z } from 'zod';
import { webOf } from '../access.ts';
import { EVENT } from '../ids.ts';
import type { Services } from '../services.ts';

/** What of Slack's payload is used. */
const openedSchema = z.object({
  team_id: z.string(),
  event: z.object({
    user: z.string(),
    tab: z.string(),
    /** The page as the person sees it now; not there the first time. */
    view: z.object({ hash: z.string() }).nullish(),
  }),
});

/** Somebody opens the app's Home tab. Bolt has acknowledged the event by then. */
export function registerHomeOpened(app: App, services: Services): void {
  app.event(EVENT.homeOpened, async ({ body, context }) => {
    const { team_id: workspace, event } = openedSchema.parse(body);
    if (event.tab !== 'home') return;
    await services.home.publish(webOf(context), { workspace, userId: event.user }, event.view?.hash);
  });
}
