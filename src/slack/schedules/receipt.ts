import type { Schedule } from '../../domain/schedule.ts';
import type { Wording } from '../../wording/index.ts';
import { actions, section } from '../blocks/elements.ts';
import type { Message } from '../message.ts';
import type { Services } from '../services.ts';
import type { Who } from '../who.ts';
import { scheduleButtons } from './buttons.ts';
import { showingFor, shownTo, shownWhen } from './shown.ts';

/** Says what will go out when, with buttons to change or cancel it. */
export async function plannedMessage(
  { naming, settings }: Services,
  words: Wording,
  { workspace, userId }: Who,
  schedule: Schedule,
  how: 'planned' | 'changed',
): Promise<Message> {
  const rules = await settings.shown(workspace);
  const show = await showingFor(naming, workspace, userId, [schedule], rules);
  const text = words.schedules[how]({ ...shownWhen(schedule), to: shownTo(schedule, show) });
  return { text, blocks: [section(text), actions(...scheduleButtons(words, schedule))] };
}
