import type { LocalNumber } from '../domain/number.ts';
import type { Recipient } from '../domain/recipient.ts';
import type { NeverText } from '../workspaces/never-text.ts';
import type { SettingsOf } from '../workspaces/settings.ts';
import { judgeNumber } from './policy.ts';
import type { FindRecipients, FoundNumbers } from './recipients.ts';

/**
 * Who would get a text if it were sent now, and who is left out and why: also by the workspace's rules, and because
 * they must never be texted. For sending, and wherever recipients are counted first.
 *
 * @param spared numbers that are texted although they are marked as never to be texted
 */
export type Reach = (
  workspace: string,
  to: readonly Recipient[],
  spared?: ReadonlySet<LocalNumber>,
) => Promise<FoundNumbers>;

export function createReach(parts: {
  find: FindRecipients;
  never: Pick<NeverText, 'of'>;
  settings: SettingsOf;
}): Reach {
  const { find, never, settings } = parts;
  return async (workspace, to, spared = new Set()) => {
    const marked = async (found: FoundNumbers) => [found, await never.of(workspace, found.numbers)] as const;
    const [[found, notToText], rules] = await Promise.all([
      find(workspace, to).then(marked),
      settings.of(workspace),
    ]);
    const omitted = [...found.omitted];
    const numbers = found.numbers.filter(number => {
      const isMarked = notToText.has(number) && !spared.has(number);
      const problem = judgeNumber(number, isMarked, rules);
      if (problem) omitted.push({ who: { kind: 'number', number }, problem });
      return !problem;
    });
    return { ...found, numbers, omitted };
  };
}
