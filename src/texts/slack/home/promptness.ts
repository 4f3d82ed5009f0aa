import type { KnownBlock } from '@slack/types';
import { timeOn } from '../../../kit/day.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { PromptDay } from '../../store/history.ts';

/** How many days admins see. */
export const PROMPT_DAYS = 7;

/** For admins: how many of each day's texts with room left within a second. Nothing if there were none. */
export function promptnessBlocks({ home }: Wording, days: readonly PromptDay[], asOf: number): KnownBlock[] {
  if (days.length === 0) return [];
  return [
    context(
      home.promptness(
        days.map(({ day, ...counts }) => ({ at: timeOn(day, '12:00'), ...counts })),
        asOf,
      ),
    ),
  ];
}
