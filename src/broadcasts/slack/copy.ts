import { ACTION } from '../../kit/slack/ids.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { onView } from '../../kit/slack/view.ts';
import { openedSchedule } from '../../schedules/slack/change.ts';
import { broadcastForm, formOf } from './form.ts';
import { broadcastPreview } from './preview.ts';

/** "Make a copy" of a scheduled broadcast: the form for a new one, as it was filled in. The scheduled one stays. */
export function copyScheduleButton(services: Services): Surface {
  return onView(
    services,
    ACTION.copySchedule,
    openedSchedule(services, async (words, press, { what }) => {
      if (what.kind !== 'broadcast') return null;
      const form = formOf(what.ask);
      return broadcastForm(words, form, await broadcastPreview(services, words, press.workspace, form));
    }),
  );
}
