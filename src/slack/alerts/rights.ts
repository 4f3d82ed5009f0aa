import type { FactsAnswer } from '../../workspaces/people.ts';
import type { Settings } from '../../workspaces/settings.ts';
import type { Services } from '../services.ts';
import type { Who } from '../who.ts';

/**
 * Whether we know already that a check passes, without asking Slack: what somebody then does is stored before Slack gets its
 * answer.
 *
 * @param judge the check, with what we remember
 */
export async function passesByMemory(
  { people, settings }: Pick<Services, 'people' | 'settings'>,
  { workspace, userId }: Who,
  judge: (asked: FactsAnswer, rules: Settings) => Promise<unknown> | unknown,
): Promise<boolean> {
  const [facts, rules] = await Promise.all([people.remembered(workspace, userId), settings.of(workspace)]);
  return facts !== null && (await judge({ kind: 'known', facts }, rules)) === null;
}
