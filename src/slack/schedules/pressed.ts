import type { App } from '@slack/bolt';
import type { ShowNumber } from '../../domain/number.ts';
import type { Schedule } from '../../domain/schedule.ts';
import type { Wording } from '../../wording/index.ts';
import { ACTION } from '../ids.ts';
import { onPress, type Press } from '../press.ts';
import type { Services } from '../services.ts';
import { showView } from '../views/modals.ts';
import { schedulesView } from './list.ts';
import { recordChange, scheduleProblem } from './rights.ts';
import { readRunValue } from './run-value.ts';
import { showingFor, shownTo } from './shown.ts';

type Done = (words: Wording, to: string) => string;

/** "Skip next": the run that is shown as the next one won't be. */
export function registerSkipRun(app: App, services: Services): void {
  const { schedules, clock } = services;
  onPress(app, services, ACTION.skipRun, async press => () => {
    const { id, local } = readRunValue(press.value);
    return carryOut(services, press, id, 'skipped', async ({ when: { zone } }) => {
      const after = await schedules.skip(press.workspace, id, local, clock.now());
      const next = after?.next ? { local: after.next.local, zone } : null;
      return after && (({ schedules: said }, to) => said.skipped({ to, skipped: { local, zone }, next }));
    });
  });
}

/** "Cancel it", confirmed. */
export function registerCancelSchedule(app: App, services: Services): void {
  const { schedules, clock } = services;
  onPress(
    app,
    services,
    ACTION.cancelSchedule,
    async press => () =>
      carryOut(services, press, press.value, 'cancelled', async () => {
        const was = await schedules.cancel(press.workspace, press.value, clock.now());
        return was && (({ schedules: said }, to) => said.cancelled(to));
      }),
  );
}

/** "Send now" and "Skip", for a run that was too late. */
export function registerAnswerLate(app: App, services: Services): void {
  const { schedules, scheduler, clock } = services;
  const on = (action: string, answer: 'send' | 'skip', done: Done): void =>
    onPress(app, services, action, async press => () => {
      const { id, local } = readRunValue(press.value);
      return carryOut(services, press, id, answer === 'send' ? 'sent' : 'skipped', async () => {
        const after = await schedules.answer(press.workspace, id, local, answer, clock.now());
        scheduler.wake();
        return after && done;
      });
    });
  on(ACTION.sendLate, 'send', ({ schedules: said }, to) => said.sentNow(to));
  on(ACTION.skipLate, 'skip', ({ schedules: said }, to) => said.notSent(to));
}

/**
 * Does something with a schedule, if the person may, and says so where they pressed: in the list, which then shows what is
 * to come now, or in place of the message with the button.
 *
 * @param change null: it was too late for that
 */
async function carryOut(
  services: Services,
  press: Press,
  id: string,
  did: Parameters<typeof recordChange>[3],
  change: (schedule: Schedule) => Promise<Done | null>,
): Promise<void> {
  const { workspace, userId } = press;
  const words = await services.words.of(workspace, userId);
  const schedule = await services.schedules.one(workspace, id);
  if (!schedule) return say(services, press, words, words.schedules.gone);
  const problem = await scheduleProblem(services, press, schedule);
  if (problem) return void (await press.refuse(problem));
  const done = await change(schedule);
  const rules = await services.settings.shown(workspace);
  const show: ShowNumber = await showingFor(services.naming, workspace, userId, [schedule], rules);
  const { log } = services;
  if (done) {
    log.info({ workspace, by: userId, schedule: id, of: schedule.by, did }, 'a schedule was changed');
    await recordChange(services, press, schedule, did);
  }
  await say(services, press, words, done ? done(words, shownTo(schedule, show)) : words.schedules.gone);
}

async function say(services: Services, press: Press, words: Wording, text: string): Promise<void> {
  const { workspace, userId, client, view } = press;
  if (!view) return void (await press.change('replace', { text }));
  // The Home tab is published anew after each press.
  if (view.type === 'home') return;
  const next = await schedulesView(services, words, press, { news: text });
  await showView(services, client, { viewId: view.id, workspace, userId }, next);
}
