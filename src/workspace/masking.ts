import { maskNumber, type ShowNumber } from '../kit/number.ts';
import type { People } from './people.ts';
import { roleNow } from './roles.ts';
import type { Settings, SettingsOf } from './settings.ts';

/*
 * Who sees a whole number, and who sees it masked:
 *
 * - While the setting `maskNumbers` is off, everybody sees whole numbers.
 * - While it is on, admins and managers see whole numbers in the lists of people and in a broadcast's rows and their file. Everybody
 *   else sees them masked there, and elsewhere so do admins and managers. A number typed in a form is shown back whole.
 * - The audit log, the texts, broadcasts and schedules in the Home tab, posts of alerts, the pages behind links in texts, refusals
 *   of a number, and the program's log mask numbers whatever the setting says: they call `maskNumber` themselves.
 */

/** How a reader sees numbers. `manages`: the reader is an admin or manager, in one of the places where that counts. */
export function showingNumbers({ maskNumbers }: Pick<Settings, 'maskNumbers'>, manages = false): ShowNumber {
  return maskNumbers && !manages ? maskNumber : number => number;
}

/** Like `showingNumbers`, for a person whose role isn't known yet. A missing answer of Slack counts as no role. */
export async function showingNumbersTo(
  deps: { people: Pick<People, 'facts' | 'freshFacts' | 'admins'>; settings: Pick<SettingsOf, 'of'> },
  workspace: string,
  userId: string,
): Promise<ShowNumber> {
  const rules = await deps.settings.of(workspace);
  if (!rules.maskNumbers) return showingNumbers(rules);
  const role = await roleNow(deps, workspace, userId);
  return showingNumbers(rules, role === 'admin' || role === 'manager');
}
