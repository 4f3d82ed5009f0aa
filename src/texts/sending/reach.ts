import type { LocalNumber } from '../../kit/number.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import type { NeverTexted } from '../people.ts';
import type { Recipient } from '../recipient.ts';
import { judgeNumber } from './policy.ts';
import type { FindRecipients, FoundNumbers } from './recipients.ts';

/**
 * Numbers that are texted although they are marked as never to be texted. `again`: when to ask once more whether others are
 * among them; null: that is all of them.
 */
export type SparedNumbers = { numbers: ReadonlySet<LocalNumber>; again: number | null };

export const NOBODY_SPARED: SparedNumbers = { numbers: new Set(), again: null };

/**
 * Who would get a text if it were sent now, and who is left out and why: also by the workspace's rules, and because
 * they must never be texted. For sending, and wherever recipients are counted first.
 *
 * @param reading the workspace's settings, if they are being read already
 */
export type Reach = (
  workspace: string,
  to: readonly Recipient[],
  spared?: SparedNumbers,
  reading?: Promise<Settings>,
) => Promise<FoundNumbers>;

export function createReach(parts: {
  find: FindRecipients;
  never: NeverTexted;
  settings: SettingsOf;
}): Reach {
  const { find, never, settings } = parts;
  return async (workspace, to, spared = NOBODY_SPARED, reading = settings.of(workspace)) => {
    const marked = async (found: FoundNumbers) => [found, await never.of(workspace, found.numbers)] as const;
    const [[found, notToText], rules] = await Promise.all([find(workspace, to).then(marked), reading]);
    const [omitted, silent] = [[...found.omitted], [...found.silent]];
    let { again } = found;
    const numbers = found.numbers.filter(number => {
      const isMarked = notToText.has(number) && !spared.numbers.has(number);
      const problem = judgeNumber(number, isMarked, rules);
      if (!problem) return true;
      const who = { kind: 'number', number } as const;
      if (problem.kind === 'NEVER_TEXT' && spared.again !== null) {
        silent.push(who);
        again = Math.min(again ?? spared.again, spared.again);
      } else omitted.push({ who, problem });
      return false;
    });
    return { ...found, numbers, omitted, silent, again };
  };
}
