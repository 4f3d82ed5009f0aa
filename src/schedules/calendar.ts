import type { HolidayNames } from '../holidays/holiday.ts';
import type { Services } from '../kit/slack/services.ts';
import type { Settings } from '../workspace/settings.ts';

/** A workspace's days off: its holidays, and its working days (0 for Sunday). */
export type Calendar = { holidays: HolidayNames; workingDays: readonly number[] };

/** The calendar as it is now. It is read whenever it counts, so that a change of either list always does. */
export async function calendarOf(
  { holidays, settings }: Pick<Services, 'holidays' | 'settings'>,
  workspace: string,
  rules?: Pick<Settings, 'workingDays'>,
): Promise<Calendar> {
  const [names, { workingDays }] = await Promise.all([
    holidays.days(workspace),
    rules ?? settings.shown(workspace),
  ]);
  return { holidays: names, workingDays };
}
