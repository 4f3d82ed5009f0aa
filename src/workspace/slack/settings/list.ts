import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { opensList, type PagedList, type Skipped, turned } from '../../../kit/slack/list.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { auditSentence } from '../../audit.ts';
import type { Settings } from '../../settings.ts';
import { manager } from '../permissions.ts';
import { settingForm } from './form.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups.ts';
import { settingLine } from './words.ts';

/** `/sms settings`: all current settings, each group of them with a button to change it; for admins and managers. */
export const settingsList: PagedList<object> = {
  id: 'settings',
  title: words => words.settings.title,
  command: `${COMMAND} settings`,
  permission: manager,
  place: z.object({}),
  start: () => ({}),
  async page(services, words, { workspace, userId }) {
    const [settings, asked] = await Promise.all([
      services.settings.of(workspace),
      services.people.facts(workspace, userId),
    ]);
    const isAdmin = asked.kind === 'known' && asked.facts.admin;
    const names = GROUP_NAMES.filter(name => isAdmin || !GROUPS[name].adminsOnly);
    return {
      previous: null,
      next: null,
      blocks: [
        section(words.settings.intro),
        ...names.flatMap(name => settingBlocks(words, settings, name)),
        actions(button({ action: opensList(auditList), label: words.audit.title })),
      ],
    };
  },
};

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

const ENTRIES = 10;
const MOST = 100_000;

/** "Audit log", in the Home tab and in the settings: who changed what, for admins and managers. The newest come first. */
export const auditList: PagedList<Skipped> = {
  id: 'audit',
  title: words => words.audit.title,
  command: `${COMMAND} settings`,
  permission: manager,
  place: z.object({ skipped: z.int().min(0).max(MOST) }),
  start: () => ({ skipped: 0 }),
  turning: ({ audit }) => ({ previous: audit.newer, next: audit.older }),
  async page({ audit, features }, words, { workspace }, place) {
    // One more than is shown tells whether there is an older page.
    const entries = await audit.list(workspace, place.skipped + ENTRIES + 1);
    const { skipped, ...around } = turned(place, ENTRIES, entries.length);
    const shown = entries.slice(skipped, skipped + ENTRIES);
    return {
      ...around,
      blocks: [
        context(words.audit.intro),
        ...(shown.length > 0
          ? shown.map(entry => {
              const { at, by } = entry;
              return section(words.audit.line({ at, by, what: auditSentence(features, words, entry) }));
            })
          : [section(words.audit.none)]),
      ],
    };
  },
};
