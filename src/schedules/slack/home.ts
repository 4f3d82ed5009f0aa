import type { KnownBlock } from '@slack/types';
import { maskNumber } from '../../kit/number.ts';
import { actions, button } from '../../kit/slack/elements.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Schedule } from '../schedule.ts';
import { scheduleBlocks } from './entry.ts';
import { scheduleList } from './list.ts';

/** The others are in the list that the button opens. */
const SHOWN = 3;

/** What is to be sent later. */
export function schedulesSection(words: Wording, all: readonly Schedule[], reader: string): KnownBlock[] {
  if (all.length === 0) return [];
  const { title, button: label } = words.schedules;
  return [
    { type: 'header', text: { type: 'plain_text', text: title } },
    ...all.slice(0, SHOWN).flatMap(one => scheduleBlocks(words, one, maskNumber, reader)),
    actions(button({ action: opensList(scheduleList), label: label.all(all.length) })),
  ];
}
