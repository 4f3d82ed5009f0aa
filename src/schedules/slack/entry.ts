import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, section } from '../../kit/slack/elements.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Schedule } from '../schedule.ts';
import { lateButtons, scheduleButtons } from './buttons.ts';
import { firstWords, shownTo, shownWhen } from './shown.ts';

/** One of a list, with what can be done with it. */
export function scheduleBlocks(
  words: Wording,
  schedule: Schedule,
  show: ShowNumber,
  reader: string,
): KnownBlock[] {
  const { id, by, late, when } = schedule;
  const line = words.schedules.line({
    ...shownWhen(schedule),
    to: shownTo(words, schedule, show),
    words: firstWords(schedule),
    by: by === reader ? null : by,
  });
  return [
    section(line),
    ...(late
      ? [
          section(words.schedules.lateLine({ local: late.local, zone: when.zone })),
          actions(...lateButtons(words, { id, local: late.local })),
        ]
      : []),
    actions(...scheduleButtons(words, schedule)),
  ];
}
