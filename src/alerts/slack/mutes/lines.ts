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

const MAX_NAME = 60;
const MAX_WHAT = 200;
const MAX_REASON = 200;

/** What showing mutes takes. `wall`: the time of day of a moment on the app's time line. */
export type MuteContext = {
  hooks: readonly Pick<Hook, 'id' | 'name'>[];
  who: NameNumber;
  wall: (at: number) => number;
};

/** One mute: what, who, why, until when. */
export function muteBlock(
  words: Wording,
  mute: Mute,
  { hooks, who, wall }: MuteContext,
  mayEnd: boolean,
): SectionBlock {
  const { id, hook, groups, called, labels, by, until, reason, covered } = mute;
  const its = hooks.find(one => one.id === hook);
  const line = words.mutes.line({
    what: {
      of: groups ? 'groups' : labels.length > 0 ? 'labels' : 'hook',
      name: harmless(groups ? called : labelsAsTyped(labels), MAX_WHAT),
      hook: hook === null ? null : harmless(its?.name ?? '', MAX_NAME),
    },
    who: responder(by, who),
    until: wall(until),
    reason: harmless(reason, MAX_REASON),
    covered: Object.values(covered).reduce((sum, count) => sum + count, 0),
  });
  if (!mayEnd) return section(line);
  return { ...section(line), accessory: button({ action: END_MUTE, label: words.mutes.end, value: id }) };
}
