import type { KnownBlock } from '@slack/types';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { SettingsPart } from '../../../workspace/slack/settings/list.ts';
import type { SizedGroup } from '../../groups.ts';
import { groupForm } from './form.ts';
import { groupLine } from './line.ts';

/** The groups, below the settings. */
export const groupsInSettings = ({ contactGroups }: Services): SettingsPart => ({
  async page(words, workspace, place) {
    const groups = await contactGroups.of(workspace);
    const { skipped, size } = place(groups.length);
    return {
      total: groups.length,
      turning: words.groups,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: words.groups.heading } },
        context(words.groups.intro),
        ...groups.slice(skipped, skipped + size).map(group => groupBlock(words, group)),
      ],
      foot: [actions(button({ action: openerOf(groupForm, 'new'), label: words.groups.add }))],
    };
  },
});

function groupBlock({ groups, settings }: Wording, group: SizedGroup): KnownBlock {
  const change = button({ action: openerOf(groupForm, 'change'), label: settings.change, value: group.name });
  return {
    ...section(groupLine(groups, group)),
    accessory: { ...change, accessibility_label: `${settings.change}: ${group.name}` },
  };
}
