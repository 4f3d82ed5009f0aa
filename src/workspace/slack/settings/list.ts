import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { MAX_GROUPS } from '../../../contacts/contact.ts';
import type { SizedGroup } from '../../../contacts/groups.ts';
import { groupForm } from '../../../contacts/slack/groups/form.ts';
import { groupLine } from '../../../contacts/slack/groups/line.ts';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/ids.ts';
import { opensList, type PagedList, type Skipped, turned } from '../../../kit/slack/list.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Settings } from '../../settings.ts';
import { manager } from '../rights.ts';
import { auditList } from './audit.ts';
import { settingForm } from './form.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups.ts';
import { settingLine } from './words.ts';

/** How many of the workspace's groups; more don't fit into a modal beside the settings. */
const PAGE = 50;

/** `/sms settings`: all current settings and groups, each with a button to change it; for admins and managers. */
export const settingsList: PagedList<Skipped> = {
  id: 'settings',
  title: words => words.settings.title,
  command: `${COMMAND} settings`,
  may: manager,
  place: z.object({ skipped: z.int().min(0).max(MAX_GROUPS) }),
  start: () => ({ skipped: 0 }),
  turning: ({ groups }) => groups,
  async page(services, words, { workspace, userId }, place) {
    const [settings, groups, asked] = await Promise.all([
      services.settings.of(workspace),
      services.contactGroups.of(workspace),
      services.people.facts(workspace, userId),
    ]);
    const isAdmin = asked.kind === 'known' && asked.facts.admin;
    const names = GROUP_NAMES.filter(name => isAdmin || !GROUPS[name].adminsOnly);
    const { skipped, ...around } = turned(place, PAGE, groups.length);
    return {
      ...around,
      blocks: [
        section(words.settings.intro),
        ...names.flatMap(name => settingBlocks(words, settings, name)),
        { type: 'header', text: { type: 'plain_text', text: words.groups.heading } },
        context(words.groups.intro),
        ...groups.slice(skipped, skipped + PAGE).map(group => groupBlock(words, group)),
      ],
      foot: [
        actions(button({ action: openerOf(groupForm, 'new'), label: words.groups.add })),
        actions(button({ action: opensList(auditList), label: words.audit.title })),
      ],
    };
  },
};

function groupBlock({ groups, settings }: Wording, group: SizedGroup): KnownBlock {
  const change = button({ action: openerOf(groupForm, 'change'), label: settings.change, value: group.name });
  return {
    ...section(groupLine(groups, group)),
    accessory: { ...change, accessibility_label: `${settings.change}: ${group.name}` },
  };
}

function settingBlocks(words: Wording, settings: Settings, name: GroupName): KnownBlock[] {
  const { change, group } = words.settings;
  const lines = GROUPS[name].settings.map(setting => settingLine(words.settings, setting, settings));
  return [
    { type: 'header', text: { type: 'plain_text', text: group[name] } },
    {
      ...section(lines.join('\n')),
      accessory: {
        ...button({ action: openerOf(settingForm, 'change'), label: change, value: name }),
        // Six buttons say "Change"; people with a screen reader are told what.
        accessibility_label: `${change}: ${group[name]}`,
      },
    },
  ];
}
