import type { KnownBlock } from '@slack/types';
import { maskNumber } from '../../kit/number.ts';
import { actions, button } from '../../kit/slack/elements.ts';
import type { HomePart } from '../../kit/slack/home-part.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Schedule } from '../schedule.ts';
import { scheduleBlocks } from './entry.ts';
import { scheduleList } from './list.ts';
import { listed } from './shown.ts';

/** The others are in the list that the button opens. */
const SHOWN = 3;

/** What is to be sent later. */
function schedulesSection(words: Wording, all: readonly Schedule[], reader: string): KnownBlock[] {
  if (all.length === 0) return [];
  const { title, button: label } = words.schedules;
  return [
    { type: 'header', text: { type: 'plain_text', text: title } },
    ...all.slice(0, SHOWN).flatMap(one => scheduleBlocks(words, one, maskNumber, reader)),
    actions(button({ action: opensList(scheduleList), label: label.all(all.length) })),
  ];
}

/** Their own, or everybody's if they manage; the next one first. */
export const schedulesAtHome = ({ schedules }: Services): HomePart => ({
  sections: async ({ workspace, userId, words, manages }) =>
    schedulesSection(words, listed(await schedules.of(workspace), manages ? null : userId), userId),
});
