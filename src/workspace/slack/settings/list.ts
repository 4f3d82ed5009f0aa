import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { actions, button, context, header, section } from '../../../kit/slack/elements.ts';
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

/** `/sms settings`: the current settings, with a button to change each group; for admins and managers. */
export const settingsList: PagedList<object> = {
  id: 'settings',
  title: words => words.settings.title,
  command: `${COMMAND} settings`,
  permission: manager,
  place: z.object({}),
  start: () => ({}),
  async page(services, words, { workspace, userId }) {
    const [settings, answer] = await Promise.all([
      services.settings.of(workspace),
      services.people.facts(workspace, userId),
    ]);
    const isAdmin = answer.kind === 'known' && answer.facts.admin;
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
    header(group[name]),
    {
      ...section(lines.join('\n')),
      accessory: {
        ...button({ action: openerOf(settingForm, 'change'), label: change, value: name }),
        // All these buttons say "Change"; a screen reader says what they change.
        accessibility_label: `${change}: ${group[name]}`,
      },
    },
  ];
}

const ENTRIES_PER_PAGE = 10;
const MAX_SKIPPED = 100_000;

/** The audit log, opened from the Home tab and the settings; for admins and managers. Newest first. */
export const auditList: PagedList<Skipped> = {
  id: 'audit',
  title: words => words.audit.title,
  command: `${COMMAND} settings`,
  permission: manager,
  place: z.object({ skipped: z.int().min(0).max(MAX_SKIPPED) }),
  start: () => ({ skipped: 0 }),
  turning: ({ audit }) => ({ previous: audit.newer, next: audit.older }),
  async page({ audit, features }, words, { workspace }, place) {
    // One entry more than the page shows tells whether there is an older page.
    const entries = await audit.list(workspace, place.skipped + ENTRIES_PER_PAGE + 1);
    const { skipped, ...around } = turned(place, ENTRIES_PER_PAGE, entries.length);
    const shown = entries.slice(skipped, skipped + ENTRIES_PER_PAGE);
    return {
      ...around,
      blocks: [
        context(words.audit.intro),
        ...(shown.length > 0
          ? shown.map(entry => {
              const { at, by } = entry;
              return section(words.audit.line({ at, by, change: auditSentence(features, words, entry) }));
            })
          : [section(words.audit.none)]),
      ],
    };
  },
};
