import type { App } from '@slack/bolt';
import { ACTION } from '../ids.ts';
import { onPress } from '../press.ts';
import type { Services } from '../services.ts';
import { openComposeForm } from '../views/compose.ts';
import { laterOf } from '../views/compose-later.ts';
import { openWhen } from './broadcast.ts';
import { scheduleProblem } from './rights.ts';

/** "Change": opens the form as it was filled in. */
export function registerChangeSchedule(app: App, services: Services): void {
  onPress(app, services, ACTION.changeSchedule, async press => async () => {
    const { workspace, userId, client, value: id, view } = press;
    const schedule = await services.schedules.one(workspace, id);
    const words = await services.words.of(workspace, userId);
    if (!schedule) return press.tell({ text: words.schedules.gone });
    const problem = await scheduleProblem(services, press, schedule);
    if (problem) return press.refuse(problem);
    const { what, when, next, late } = schedule;
    if (what.kind === 'broadcast') return openWhen(services, press, words, schedule);
    const run = next ?? late ?? { local: when.start, index: 0 };
    const { userId: _author, ...place } = what.replyTo;
    return openComposeForm(services, client, press, {
      place,
      draft: { to: what.to[0] ?? null, message: what.message },
      template: what.template,
      later: laterOf(when, run.local, run.index),
      zone: when.zone,
      schedule: id,
      onTop: view?.type === 'modal',
    });
  });
}
