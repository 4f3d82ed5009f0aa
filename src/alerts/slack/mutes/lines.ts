import type { SectionBlock } from '@slack/types';
import { button, section } from '../../../kit/slack/elements.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Hook } from '../../hooks.ts';
import { labelsAsTyped } from '../../label-matchers.ts';
import type { Mute } from '../../policy/incidents/state.ts';
import { type NameNumber, responder } from '../../posts/text-lines.ts';

/** "End now". Value: the mute's id. */
export const END_MUTE = 'end_mute';

const HOOK_NAME_CHARACTERS = 60;
const SCOPE_CHARACTERS = 200;
const REASON_CHARACTERS = 200;

/** `wall`: the time of day of a moment on the app's time line. */
export type MuteContext = {
  hooks: readonly Pick<Hook, 'id' | 'name'>[];
  nameNumber: NameNumber;
  wall: (at: number) => number;
};

export function muteBlock(
  words: Wording,
  mute: Mute,
  { hooks, nameNumber, wall }: MuteContext,
  mayEnd: boolean,
): SectionBlock {
  const { id, hook, groups, called, labels, by, until, reason, covered } = mute;
  const hookName = hooks.find(({ id: hookId }) => hookId === hook)?.name ?? '';
  const line = words.mutes.line({
    scope: {
      of: groups ? 'groups' : labels.length > 0 ? 'labels' : 'hook',
      name: harmless(groups ? called : labelsAsTyped(labels), SCOPE_CHARACTERS),
      hook: hook === null ? null : harmless(hookName, HOOK_NAME_CHARACTERS),
    },
    by: responder(by, nameNumber),
    until: wall(until),
    reason: harmless(reason, REASON_CHARACTERS),
    covered: Object.values(covered).reduce((sum, count) => sum + count, 0),
  });
  if (!mayEnd) return section(line);
  return { ...section(line), accessory: button({ action: END_MUTE, label: words.mutes.end, value: id }) };
}
