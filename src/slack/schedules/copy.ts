import { broadcastForm, formOf } from '../broadcasts/form.ts';
import { broadcastPreview } from '../broadcasts/preview.ts';
import { ACTION } from '../ids.ts';
import type { Surface } from '../kit/surface.ts';
import { onView } from '../kit/view.ts';
import type { Services } from '../services.ts';
import { openedSchedule } from './change.ts';

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
