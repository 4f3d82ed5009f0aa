import type { App } from '@slack/bolt';
import { formOf } from '../broadcasts/form.ts';
import { openBroadcastForm } from '../broadcasts/open.ts';
import { ACTION } from '../ids.ts';
import { onPress } from '../press.ts';
import type { Services } from '../services.ts';
import { scheduleProblem } from './rights.ts';

/** "Make a copy" of a scheduled broadcast: the form for a new one, as it was filled in. The scheduled one stays. */
export function registerCopySchedule(app: App, services: Services): void {
  onPress(app, services, ACTION.copySchedule, async press => async () => {
    const { workspace, userId, client, value: id, view } = press;
    const schedule = await services.schedules.one(workspace, id);
    if (schedule?.what.kind !== 'broadcast') {
      const words = await services.words.of(workspace, userId);
      return press.tell({ text: words.schedules.gone });
    }
    const problem = await scheduleProblem(services, press, schedule);
    if (problem) return press.refuse(problem);
    const form = formOf(schedule.what.ask);
    return openBroadcastForm(services, client, press, form, view?.type === 'modal');
  });
}
