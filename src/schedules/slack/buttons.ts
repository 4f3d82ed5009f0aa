import type { Button } from '@slack/types';
import { button } from '../../kit/slack/elements.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Schedule } from '../schedule.ts';
import { runValue } from './run-value.ts';

/** What can be done with something that is to be sent later. */
export function scheduleButtons({ schedules: said }: Wording, { id, next, when, what }: Schedule): Button[] {
  const { change, changeTimes, copy, skip, cancel } = said.button;
  const isBroadcast = what.kind === 'broadcast';
  return [
    button({ action: ACTION.changeSchedule, label: isBroadcast ? changeTimes : change, value: id }),
    ...(isBroadcast ? [button({ action: ACTION.copySchedule, label: copy, value: id })] : []),
    ...(next && when.repeat
      ? [button({ action: ACTION.skipRun, label: skip, value: runValue({ id, local: next.local }) })]
      : []),
    button({
      action: ACTION.cancelSchedule,
      label: cancel,
      value: id,
      style: 'danger',
      confirm: said.confirmCancel,
    }),
  ];
}

/** Whether a run that was too late is to go after all. */
export function lateButtons(
  { schedules: { button: label } }: Wording,
  run: { id: string; local: string },
): Button[] {
  const value = runValue(run);
  return [
    button({ action: ACTION.sendLate, label: label.sendNow, value, style: 'primary' }),
    button({ action: ACTION.skipLate, label: label.skipLate, value }),
  ];
}
