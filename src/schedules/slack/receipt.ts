import { actions, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Who } from '../../kit/slack/who.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { momentOf } from '../../kit/zone.ts';
import { promotionalAt } from '../../workspace/promotional-hours.ts';
import type { Settings } from '../../workspace/settings.ts';
import type { Schedule } from '../schedule.ts';
import { scheduleButtons } from './buttons.ts';
import { showingFor, shownTo, shownWhen } from './shown.ts';

/** Later than this, the year may be wrong. */
const FAR_MS = 180 * 24 * 60 * 60_000;

/** Says what will go out when, with buttons to change or cancel it. */
export async function plannedMessage(
  { naming, settings, clock }: Services,
  words: Wording,
  { workspace, userId }: Who,
  schedule: Schedule,
  how: 'planned' | 'changed',
): Promise<Message> {
  const rules = await settings.shown(workspace);
  const show = await showingFor(naming, workspace, userId, [schedule], rules);
  const said = words.schedules[how]({ ...shownWhen(schedule), to: shownTo(words, schedule, show) });
  const text = [said, ...notesOn(words, schedule, clock.wall(), rules)].join(' ');
  return { text, blocks: [section(text), actions(...scheduleButtons(words, schedule))] };
}

/** What somebody may not have meant: a day far off, or a promotional broadcast at night. */
function notesOn(
  { schedules }: Wording,
  schedule: Schedule,
  wall: number,
  { promotionalHours }: Settings,
): string[] {
  const { what, when } = schedule;
  const { local } = shownWhen(schedule);
  const at = momentOf(local, when.zone);
  const isNight =
    what.kind === 'broadcast' && what.ask.kind === 'promotional' && !promotionalAt(promotionalHours, at).open;
  return [
    ...(at - wall > FAR_MS ? [schedules.far(at - wall)] : []),
    ...(isNight ? [schedules.atNight(promotionalHours)] : []),
  ];
}
